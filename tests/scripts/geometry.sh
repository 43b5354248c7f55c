# Pictures of the samples as dot lays them out: calls point down and back calls
# up, and the whole is neither wide nor covered by its legend.
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
            up = y[$3] > y[$2] + .01
            down = y[$3] < y[$2] - .01
            if (back[$2, $3] == "true" ? down : up)
                print $2, "to", $3, "points", up ? "up" : "down"
        }
        END {
            if (width > 48)
                print width, "inches wide"
            print n + 0, "edges" >"edges"
        }' calls "$1"
}

total=0
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
done
[ $total -gt 600 ]
say 'edges that were looked at' "$total"
