# Functions come before the legend, because dot's layout depends on the order.
for file in "$SAMPLES"/*/*; do
    name=order:\ ${file#"$SAMPLES"/}
    [ ! -x "$file" ] || continue # a program, which goes with its .gmon
    set -- "$file"
    [ "$file" = "${file%.gmon}" ] || set -- "${file%.gmon}" "$file"
    "$PROF2DOT" -q "$@" | awk '
        /\tid=f[0-9a-f]*,/ && !first { first = NR }
        /subgraph cluster_legend/ { legend = NR }
        END { exit !(first && legend > first) }' &&
        echo "ok $name" || echo "FAILED $name: the legend comes first"
done
