# Tests pictures that the real dot draws, if it is installed: SVG is well-formed
# XML, says what it shows and is the same in every run, and no name changes the
# structure of a page.
here=$TESTS/scripts

. "$TESTS/tools/say.sh"

has() { # FILE TEXT...: succeeds if each text is in the file
    where=$1
    shift
    for text; do
        grep -qF -e "$text" "$where" || { echo "no $text" && return 1; }
    done
}

# Makes each name a function, quoted, in the edges language.
as_edges() {
    echo '%edges 1'
    sed 's/[\\"]/\\&/g; s/.*/[main "&"] 5/'
}

if ! command -v dot >/dev/null; then
    echo 'skipped pictures: there is no dot'
    exit
fi

# A bitmap of a flame graph is as wide as the SVG, and not empty.
"$PROF2DOT" -q -T flame -o x.png "$SAMPLES/perf/lisp"
[ "$(od -An -tu1 -j18 -N2 x.png | tr -s ' ')" = ' 3 132' ] &&
    [ "$(wc -c <x.png)" -gt 30000 ]
say 'a flame graph as PNG' "$(wc -c <x.png) bytes"
"$PROF2DOT" -q -T flame -o x.pdf "$SAMPLES/perf/lisp" && head -c 5 x.pdf | grep -q %PDF
say 'a flame graph as PDF'
"$PROF2DOT" -q --dark=auto -T svg "$SAMPLES/perf/lisp" >x.svg
[ "$(grep -c '<rect class="hot[0-8]"' x.svg)" -eq 9 ] && has x.svg '.legend .hot8 {' >err
say 'a legend has the dark colours' "$(cat err)"

for file in "$SAMPLES"/*/*; do
    name=${file#"$SAMPLES"/}
    [ ! -x "$file" ] || continue # a program, which goes with its .gmon
    set -- "$file"
    [ "$file" = "${file%.gmon}" ] || set -- "${file%.gmon}" "$file"
    "$PROF2DOT" -q "$@" -o x.svg && xmlcheck x.svg >err 2>&1
    say "$name" "$(cat err)"
    has x.svg 'role="img"' '-title">Call graph</title>' \
        '-text">' 'class="node fn hot8' \
        'class="edge call hot' >err
    say "$name: words and classes" "$(cat err)"
    ! grep -q '<style\|transparent' x.svg
    say "$name: no style unless asked for"
    "$PROF2DOT" -q "$@" -o x.html
    say "$name: page" "status $?"
done

sample=$SAMPLES/perf/calc
for to in svg html; do
    "$PROF2DOT" "$sample" -T $to >first
    for run in 2 3 4 5 6 7 8 9 10; do
        "$PROF2DOT" "$sample" -T $to | cmp -s first - || break
    done
    say "$to: ten runs" "run $run differs"
done
for to in png ps eps jpg gif; do
    "$PROF2DOT" "$sample" -o x.$to 2>err && [ -s x.$to ]
    say $to "$(cat err)"
done

# PostScript has no date, or that of SOURCE_DATE_EPOCH, and is whole behind it.
for to in ps eps; do
    "$PROF2DOT" -q "$sample" -o x.$to && ! grep -aq CreationDate x.$to &&
        grep -aq '^%%EndComments' x.$to && tail -n 1 x.$to | grep -q EOF
    say "$to without a date"
    SOURCE_DATE_EPOCH=1000000000 "$PROF2DOT" -q "$sample" -o x.$to &&
        grep -axq '%%CreationDate: 2001-09-09T01:46:40Z' x.$to &&
        grep -v CreationDate x.$to | grep -aq '^%%EndComments'
    say "$to with a date"
done

# A PDF has no date, or that of SOURCE_DATE_EPOCH.
if dot -Tpdf </dev/null >/dev/null 2>&1; then
    "$PROF2DOT" "$sample" -o x.pdf && [ -s x.pdf ] &&
        ! grep -aq CreationDate x.pdf
    say 'pdf without a date'
    for run in 1 2; do
        SOURCE_DATE_EPOCH=1000000000 "$PROF2DOT" "$sample" -o $run.pdf
        sleep 1.1
    done
    grep -aq '/CreationDate (D:20010909014640Z)' 1.pdf && cmp -s 1.pdf 2.pdf
    say 'pdf with a date'
    rm -f x.pdf
    SOURCE_DATE_EPOCH=today "$PROF2DOT" "$sample" -o x.pdf 2>err
    [ $? = 1 ] && [ ! -f x.pdf ] && grep -q 'SOURCE_DATE_EPOCH=today' err
    say 'pdf with a wrong date' "$(cat err)"
else
    echo 'skipped pictures: pdf: dot cannot draw it'
fi
"$PROF2DOT" "$sample" --dark=auto -T svg >dark.svg && xmlcheck dark.svg >err &&
    has dark.svg '@media (prefers-color-scheme: dark)' >err
say 'dark SVG' "$(cat err)"
grep -q '^#.*\.fn\.hot3 \.box' dark.svg &&
    "$PROF2DOT" "$sample" --dark=auto -c print -T svg >x.svg &&
    ! grep -q '^#.*\.fn\.hot3 \.box' x.svg
say 'dark boxes of the theme heat'

"$PROF2DOT" --dark=auto -T svg --base="$SAMPLES/folded/lookup.before" \
    "$SAMPLES/folded/lookup.after" >x.svg && xmlcheck x.svg >err &&
    has x.svg 'call less"' 'fn more changed"' '.call.less path' >err
say 'SVG of a comparison' "$(cat err)"

# The picture has the same texts as one that dot draws of our DOT.
"$PROF2DOT" -n2 -e1 "$sample" | dot -Tsvg | grep -c '^<text' >want
"$PROF2DOT" -n2 -e1 --fit=none "$sample" -T svg | grep -c '^<text' | cmp -s want -
say 'the same texts as by way of DOT'

as_edges <"$here/hostile.names" >hostile
for options in '' '--dark=auto' '-s -w' '--title=<b>&"]]>' '-c print'; do
    "$PROF2DOT" -n0 $options hostile -o x.svg && xmlcheck x.svg >err 2>&1 &&
        svgnames x.svg >names
    say "hostile names $options" "$(cat err)"
done
awk -F '\t' '{ gsub("∖", "\\", $3) }
    $1 ~ /^f/ && substr($3, length($3) - length($2) + 1) != $2' names >difference
[ ! -s difference ]
say 'hostile names: labels' "$(tr '\n' '|' <difference)"

# The page has two scripts; no name ends one of them or begins an element.
printf 'main;</script><b>;<!--;<script>;\342\200\250;{{title}} 1\n' |
    "$PROF2DOT" -n0 --title='</title><script>' -o x.html
[ "$(grep -o '</script' x.html | wc -l)" = 2 ] &&
    [ "$(grep -o '<script' x.html | wc -l)" = 2 ] &&
    [ "$(grep -o '</title><' x.html | wc -l)" = 0 ]
say 'page: hostile names'
grep -q '{{title}}' x.html && ! grep -q '{{[a-z-]*}}.*{{' x.html
say 'page: names are no words of ours'

# The policy of a page allows its script and its styles by their hashes.
hash() { # ELEMENT N: the hash of the Nth element with a start tag like this
    awk -v start=".*<$1>" -v end="</${1%% *}>.*" -v n="$2" '
        !inside && sub(start, "") && ++found == n { inside = 1 }
        inside && sub(end, "") { printf "%s", $0; exit }
        inside' x.html | openssl dgst -sha256 -binary | openssl base64
}
if command -v openssl >/dev/null; then
    has x.html "script-src 'sha256-$(hash script 1)'; style-src '" >err
    say 'page: hash of its script' "$(cat err)"
    for n in 1 2 3 4; do
        has x.html " 'sha256-$(hash 'style class="[a-z]*" media="[^"]*"' $n)'" >err
        say "page: hash of style $n" "$(cat err)"
    done
    "$PROF2DOT" -q --base="$SAMPLES/folded/lookup.before" -o x.html \
        "$SAMPLES/folded/lookup.after"
    has x.html " 'sha256-$(hash 'style class="[a-z]*" media="[^"]*"' 4)'" >err
    say 'page: hash of the style of changes' "$(cat err)"
else
    echo 'skipped pictures: hashes: there is no openssl'
fi

# The data of a page is JSON and has the whole profile.
if python3 -c '' 2>/dev/null; then
    for file in "$SAMPLES"/*/* hostile; do
        [ ! -x "$file" ] || continue
        set -- "$file"
        [ "$file" = "${file%.gmon}" ] || set -- "${file%.gmon}" "$file"
        "$PROF2DOT" -q "$@" -e 5 -o x.html &&
            "$PROF2DOT" -q "$@" -n0 -e0 -T json >x.json &&
            python3 "$TESTS/tools/pagedata.py" x.html x.json >err 2>&1
        say "${file#"$SAMPLES"/}: data of the page" "$(tail -n 1 err)"
    done
else
    echo 'skipped pictures: data of pages: there is no python3'
fi

# Graphviz before version 7 draws tips of thick arrows too long unless lines join
# round.
case $(sed -n 's/.*graphviz version \([0-9]*\).*/\1/p' dark.svg) in
[2-6]) grep -q '<svg stroke-linejoin="round"' dark.svg ;;
*) ! grep -q stroke-linejoin dark.svg ;;
esac
say 'tips of arrows' "$(grep '<svg' dark.svg)"
# The boxes have the widths of Arial, which many systems lack.
[ "$(grep -c font-family dark.svg)" = 1 ] &&
    grep -q "<svg .*font-family=\"Arial,.*,sans-serif\"" dark.svg
say 'fonts of text' "$(grep -o 'font-family="[^"]*"' dark.svg | sort | uniq -c)"

# Boxes cover the tips that reach into them, so they are drawn after all arrows.
for theme in heat print; do
    "$PROF2DOT" -q -c $theme "$sample" -T svg >x.svg
    awk '/class="edge/ && node { late = 1 } /class="node/ { node = 1 }
        node && /<polygon fill="none"/ { open = 1 }
        END { exit late || open || !node }' x.svg
    say "tips of arrows under boxes: $theme"
done

# A picture of pixels is not written to a terminal.
if script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "'$PROF2DOT' -T png '$sample'" /dev/null </dev/null >out
    [ $? = 2 ] && grep -q 'not for a terminal' out
    say 'png on a terminal' "$(head -n 1 out)"
    script -qec "'$PROF2DOT' -q -T svg '$sample'" /dev/null </dev/null >out &&
        grep -q '<svg' out
    say 'svg on a terminal' "$(head -n 1 out)"
else
    echo 'skipped pictures: terminals: there is no script(1)'
fi
