# Names with characters that mean something to DOT, SVG or XML come back as they
# were.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
here=$(dirname "$0")

check() { # NAME STATUS [WHY]: reports whether the status is 0
    if [ "$2" -eq 0 ]; then echo "ok $1"; else echo "FAILED $1: ${3:-}"; fi
}

# Makes each name a function, quoted, in the edges language.
as_edges() {
    echo '%edges 1'
    sed 's/[\\"]/\\&/g; s/.*/[main "&"] 5/'
}

draw() { # OPTION...: draws standard input, leaves svg and names in $work
    "$PROF2DOT" -n0 "$@" >"$work/dot" && dot -Tsvg "$work/dot" >"$work/svg" &&
        "$BUILD/tests/tools/svgnames" "$work/svg" >"$work/names"
}

sort "$here/hostile.names" >"$work/want"
as_edges <"$here/hostile.names" | draw
check "hostile names: picture" $?
# The bold part of a box is the end of the name; the class is above it.
awk -F '\t' '{ gsub("∖", "\\", $3) }
    $1 ~ /^f/ && substr($3, length($3) - length($2) + 1) != $2' "$work/names" \
    >"$work/diff"
[ ! -s "$work/diff" ]
check "hostile names: labels" $? "$(tr '\n' '|' <"$work/diff")"
sed 's/\\/∖/g' "$here/hostile.names" | sort >"$work/want"
cut -f3 "$work/names" | grep -v -x -e main -e ' ' | sort >"$work/have"
diff "$work/want" "$work/have" >"$work/diff"
check "hostile names: tooltips" $? "$(tr '\n' '|' <"$work/diff")"

# Every theme, stripped names and wrapped names give a picture as well.
for options in '-c color' '-c pink' '-c gray' '-c bw' '-c print' '-s' '-w' \
    '-s -w --rankdir=LR --title=<b>"\N"'; do
    as_edges <"$here/hostile.names" | draw $options
    check "hostile names: $options" $?
done

# The tooltip has a name of 5000 bytes whole.
long=$(awk 'BEGIN { for (i = 0; i < 500; i++) printf "name%06d", i }')
echo "main;$long 1" | draw
cut -f3 "$work/names" | grep -q -x "$long"
check "a name of 5000 bytes in its tooltip" $?

# These names have 100 000 bytes and differ only in the middle.
awk 'BEGIN { for (n = 1; n <= 3; n++) {
         printf "main;"
         for (i = 0; i < 5000; i++) printf "aaaaaaaaaa"
         printf "%d", n
         for (i = 0; i < 5000; i++) printf "bbbbbbbbbb"
         print " 1" } }' | draw
check "names of 100 000 bytes: picture" $?
distinct=$(grep -c '^f' "$work/names")
[ "$distinct" -eq 4 ]
check "names of 100 000 bytes: four boxes" $? "$distinct"
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/dot")
[ "$longest" -le 16000 ]
check "names of 100 000 bytes: short lines" $? "$longest"

# These bytes are not valid text, and with a NUL byte no format is recognised.
printf 'main;\303(;caf\351;nul\000nul;bell\007;del\177;\355\240\200 3\n' |
    draw -f folded
check "ill-formed UTF-8 and control bytes" $?
