# The legend is the graph's label and no node is in a subgraph, because some
# programs that read DOT ignore the attributes of such nodes.
for file in "$SAMPLES"/*/*; do
    name=order:\ ${file#"$SAMPLES"/}
    [ ! -x "$file" ] || continue # a program, which goes with its .gmon
    set -- "$file"
    [ "$file" = "${file%.gmon}" ] || set -- "${file%.gmon}" "$file"
    "$PROF2DOT" -q "$@" | awk '
        /\tid=f[0-9a-f]*,/ { n++ }
        /^\t\tlabel=<</ { label = 1 }
        /^\t(subgraph|\{|legend\t)/ { nested = 1 }
        END { exit !(n && label && !nested) }' &&
        echo "ok $name" || echo "FAILED $name: nodes in subgraphs, or no label"
done
