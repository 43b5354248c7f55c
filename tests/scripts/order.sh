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

# pydot and networkx see every function with its attributes.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
if ! "$python" -c 'import networkx, pydot' 2>/dev/null; then
    echo 'skipped order: networkx: there is no networkx or pydot'
    exit
fi
"$PROF2DOT" -q "$SAMPLES/folded/calc" -o calc.dot
"$PROF2DOT" -q "$SAMPLES/folded/calc" -T dot |
    grep -c '^	f[0-9a-f]*	\[' >want
"$python" -W ignore -c '
import networkx
graph = networkx.nx_pydot.read_dot("calc.dot")
print(sum("label" in graph.nodes[node] and "tooltip" in graph.nodes[node]
          for node in graph if node[0] == "f"))' >got
cmp -s want got && echo 'ok order: networkx' ||
    echo "FAILED order: networkx: $(cat got) functions of $(cat want)"
