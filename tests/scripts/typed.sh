# What a box says can be typed back: with the text of a box as its pattern, each
# function is selected by --root and kept by --focus.
here=$(dirname "$0")
all='-n0 -e0 --nodecount=9999 --no-legend --clusters=module'

# Prints "ID NAME" for each box: its lines up to the costs, without the line
# that tells boxes of the same name apart.
list_boxes() {
    sed -n 's/^\t*\(f[0-9a-f]\{12\}\)\t\[.*/id \1/p
        s/^\t*label="\(.*\)",$/label \1/p' |
        sed 's/\\"/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' | awk '
        $1 == "id" { id = $2; next }
        id == "" { next }
        {
            n = split(substr($0, 7), lines, /\\n/)
            name = lines[1]
            for (i = 2; i <= n; i++) {
                if (lines[i] ~ /^(total )?[~<]*[0-9.]+%/ ||
                    lines[i] ~ /^(instance [0-9]+|#.*|<string>)$/ ||
                    lines[i] ~ /^[^ (]*\.(py|js|rb|php|c)(:[0-9:]*)?$/)
                    break
                name = name lines[i]
            }
            print id " " name
            id = ""
        }'
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
