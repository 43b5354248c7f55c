# Functions come before the legend, whatever the heap looks like: dot's layout
# depends on the order.
for file in "$SAMPLES"/*/*; do
    name=order:\ ${file#"$SAMPLES"/}
    "$PROF2DOT" -q "$file" | awk '
        /\tid=f[0-9a-f]*,/ && !first { first = NR }
        /subgraph cluster_legend/ { legend = NR }
        END { exit !(first && legend > first) }' &&
        echo "ok $name" || echo "FAILED $name: the legend comes first"
done
