# Pictures of the samples. As dot lays them out, calls point down and back calls
# up, nothing crosses the whole picture for a call below 1 %, and of two arrows
# between two boxes the one that points up is not the costlier. In SVG no text
# is wider than its box, all is inside of the picture and legible at 900 pixels,
# and the legend has few lines.
. "$TESTS/tools/say.sh"

if ! command -v dot >/dev/null; then
    echo 'skipped geometry: there is no dot'
    exit
fi

# Prints "CALLER CALLEE BACK SHARE" for each call of a picture.
calls() { # OPTION-OR-FILE...
    "$PROF2DOT" -q -T json "$@" | awk '
        function member(name) {
            if (!match($0, "\"" name "\": [^,}]*"))
                return ""
            return substr($0, RSTART + length(name) + 4,
                RLENGTH - length(name) - 4)
        }
        /^ *"whole"/ { whole = member("whole") }
        /^ *{"caller"/ {
            print member("caller"), member("callee"), member("back"),
                member("cost") / whole
        }' | tr -d '"'
}

# Prints what is wrong with a layout of dot -Tplain, whose calls are in `calls`.
faults() {
    awk '
        NR == FNR {
            back[$1, $2] = $3
            share[$1, $2] = $4
            next
        }
        $1 == "graph" { width = $3; height = $4 }
        $1 == "node" { x[$2] = $3; y[$2] = $4 }
        $1 == "edge" && $2 != $3 && (($2, $3) in back) {
            n++
            drawn[$2, $3]
            up = y[$3] > y[$2] + .01
            down = y[$3] < y[$2] - .01
            if (back[$2, $3] == "true" ? down : up)
                print $2, "to", $3, "points", up ? "up" : "down"
            least = height
            most = 0
            for (i = 6; i < 5 + 2 * $4; i += 2) {
                least = $i < least ? $i : least
                most = $i > most ? $i : most
            }
            if (share[$2, $3] < .01 && most - least > .95 * height)
                print $2, "to", $3, "crosses the picture"
        }
        END {
            # Parts without arrows between them stand beside each other.
            if (width > 50)
                print width, "inches wide"
            for (pair in drawn) {
                split(pair, end, SUBSEP)
                if (back[pair] == "true" && share[pair] >= .2 && (end[2], end[1]) in drawn &&
                    share[pair] > share[end[2], end[1]])
                    print end[1], "to", end[2], "leads back but is costlier"
            }
            print n + 0, "edges" >"edges"
        }' calls "$1"
}

# Prints what is wrong with an SVG of the default size, whose units are points.
misplaced() {
    awk '
        function value(name) {
            match($0, " " name "=\"[^\"]*\"")
            return 0 + substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
        }
        function inside(a, b, from, to) {
            return a >= from - .01 && b <= to + .01
        }
        /^<svg/ {
            match($0, /viewBox="[^"]*/)
            split(substr($0, RSTART + 9, RLENGTH - 9), view, " ")
            scale = 4 / 3 * (view[3] > 675 ? 675 / view[3] : 1)
        }
        /^<g transform="translate/ && !moved++ {
            split($0, part, /[() ]/)
            left = part[3]
            top = part[4]
        }
        /^<g id=".* class="node/ { in_node = 1; boxes++ }
        /^<g id=".* class="cluster/ { in_node = 1; frames++ }
        /^<g class="legend"/ { legend = 1 }
        /^<g id=".* class="edge/ { open = / indirect/; if (titled) print "an arrow over a title" }
        /^<g class="title"/ { titled++ }
        /^<polygon/ && open != /fill="none"/ { print "a head of the other kind:", $0 }
        /^<rect class="box"/ {
            x = value("x"); y = value("y"); width = value("width"); height = value("height")
            if (!inside(x + left, x + width + left, 0, view[3]) ||
                !inside(y + top, y + height + top, 0, view[4]))
                print "a box is outside:", $0
            # Frames come first. A box stands in a frame or beside it.
            for (i = 1; boxes && i <= frames; i++)
                if (inside(x, x + width, frame_x[i], frame_end[i]) &&
                    inside(y, y + height, frame_y[i], frame_base[i]))
                    members[i]++
                else if (x < frame_end[i] && x + width > frame_x[i] &&
                         y < frame_base[i] && y + height > frame_y[i])
                    print "a box crosses a frame:", $0
            if (!boxes) {
                frame_x[frames] = x; frame_end[frames] = x + width
                frame_y[frames] = y; frame_base[frames] = y + height
            }
        }
        /^<text/ {
            at = value("x"); base = value("y"); size = value("font-size")
            end = at + value("textLength")
            # The size of the least letters, and of all letters of one em.
            text = $0
            gsub(/<[^>]*>/, "", text)
            gsub(/&[a-z]*;/, "x", text)
            if (text ~ /^[ -~]+$/ && (end - at > size * length(text) ||
                                      end - at < size * length(text) * .2))
                print "no natural width:", $0
            if (size * scale < 8.5 && !legend)
                print "not legible:", size * scale, $0
            if (legend) {
                lines += !seen[base]++
                if (!inside(at, end, 0, view[3]))
                    print "the legend is wider:", $0
            } else if (in_node &&
                       !(inside(at, end, x, x + width) &&
                         inside(base - size * .72, base, y, y + height))) {
                print "a text leaves its box:", $0
            } else if (!inside(at + left, end + left, 0, view[3])) {
                print "a label is outside:", $0
            }
        }
        /^<\/g>/ { in_node = 0 }
        END {
            if (lines < 1 || lines > 4)
                print "lines of the legend:", lines + 0
            if (titled != frames)
                print titled + 0, "titles of", frames + 0, "frames"
            for (i = 1; i <= frames; i++)
                if (!members[i])
                    print "a frame without boxes"
            print boxes + 0, frames + 0 >"boxes"
        }' "$1"
}

total=0 all=0
for file in "$SAMPLES"/*/*; do
    case $file in
    */gmon/* | */bop/* | *.sh) continue ;;
    esac
    for options in '' ${FULL:+--recursion=edges --nodecount=12 -n5}; do
        # shellcheck disable=SC2086
        "$PROF2DOT" -q $options "$file" -o dot 2>messages || continue
        dot -q -Tplain dot -o plain || continue
        # shellcheck disable=SC2086
        calls $options "$file" >calls
        faults plain >wrong
        total=$((total + $(cut -d' ' -f1 edges)))
        [ ! -s wrong ]
        say "${file#"$SAMPLES"/} $options" "$(head -n 3 wrong | tr '\n' ';')"
    done
    "$PROF2DOT" -q "$file" -T svg >svg 2>messages || continue
    misplaced svg >wrong
    all=$((all + $(cut -d' ' -f1 boxes)))
    [ ! -s wrong ]
    say "${file#"$SAMPLES"/} as SVG" "$(head -n 3 wrong | tr '\n' ';')"
done
for sample in 'perf/lisp 3 --recursion=cluster' 'gprof/lisp 1 --recursion=cluster' \
    'perf/words 1 --clusters=module'; do
    # shellcheck disable=SC2086
    set -- $sample
    "$PROF2DOT" -q "$3" "$SAMPLES/$1" -T svg >svg 2>messages
    misplaced svg >wrong
    [ ! -s wrong ] && [ "$(cut -d' ' -f2 boxes)" -ge "$2" ]
    say "frames of $1 $3" "$(cut -d' ' -f2 boxes) frames, $(head -n 3 wrong | tr '\n' ';')"
done
# Functions without arrows use the height of a picture that would be low.
seq 5 | sed 's/.*/caller_of_it_&;long_name_of_a_callee_& 9/' >low
seq 18 | sed 's/.*/single_function_& 5/' >>low
"$PROF2DOT" -q low -o low.svg
[ "$(grep -c 'class="node' low.svg)" -gt 7 ]
say 'a low picture' "$(grep -c 'class="node' low.svg) boxes"
[ $all -gt 500 ]
say 'boxes that were looked at' "$all"
[ $total -gt 500 ]
say 'edges that were looked at' "$total"

# A sheet of paper is turned for a picture that is wider than high.
printf 'main;a;b;c;d;e;f;g;h;i %s\n' 5 6 >tall
awk 'BEGIN { for (i = 0; i < 12; i++) print "main;a_function_" i, 5 }' >wide
sheet() { # FILE: "upright" or "turned"
    "$PROF2DOT" -q -n0 -e0 --chains=keep -T svg --fit=a4 $1 |
        sed -n 's/.* width="\([0-9]*\)pt" height="\([0-9]*\)pt".*/\1 \2/p' |
        { read -r width height; [ "$width" -lt "$height" ] && echo upright || echo turned; }
}
[ "$(sheet tall) $(sheet wide)" = 'upright turned' ]
say 'a sheet is turned for a wide picture' "$(sheet tall) $(sheet wide)"
