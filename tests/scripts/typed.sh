# What the tooltip of a box says can be typed back: with the name as its pattern,
# each function is selected by --root and kept by --focus.
here=$(dirname "$0")
all='-n0 -e0 --nodecount=9999 --no-legend --clusters=module'

# Prints "ID NAME" for each box: the first line of its tooltip, which is the
# whole name.
list_boxes() {
    dotlist | sed -n 's/^node ".*" \(f[0-9a-f]\{12\}\) .* tooltip="\(.*\)"$/\1 \2/p' |
        sed 's/\\n.*//; s/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

for input in "$SAMPLES"/perf/words "$SAMPLES"/folded/lisp \
    "$SAMPLES"/gprof/* "$here"/../dot/jit.edges \
    "$here"/../dot/names.edges "$here"/../dot/strip.edges \
    "$here"/../readers/folded/lines.folded \
    "$here"/../readers/folded/v8.folded; do
    [ -f "$input" ] || continue
    for options in '' '--strip --label-length=20'; do
        "$PROF2DOT" $all $options "$input" 2>/dev/null | list_boxes >boxes
        n=0 wrong=
        while read -r id name; do
            n=$((n + 1))
            for option in root focus; do
                "$PROF2DOT" $all $options "--$option=$name" "$input" \
                    2>/dev/null | grep -q "id=$id," || wrong="$wrong --$option=$name"
            done
        done <boxes
        what="typed ${input##*/}${options:+ $options}"
        if [ $n -gt 1 ] && ! [ "$wrong" ]; then
            echo "ok $what: $n boxes"
        else
            echo "FAILED $what: $n boxes, wrong:$wrong"
        fi
    done
done
