# tools/crossings measures how tangled pictures are in dot's layout. Notes save
# crossings, and clusters do not change between runs.

metric() { # WORD OPTION... FILE: prints the number before the word
    word=$1
    shift
    "$PROF2DOT" -q "$@" | dot -Tplain | crossings |
        sed "s/.* \([0-9]*\) $word.*/\1/"
}

. "$TESTS/tools/say.sh"

if ! command -v dot >/dev/null; then
    echo 'skipped tangle: there is no dot'
    exit
fi

# Two lines cross each other; a third crosses none.
printf '%s\n' 'graph 1 4 4' 'node a 0 0' \
    'edge a b 4 0 0 1 1 2 2 3 3' 'edge c d 4 0 3 1 2 2 1 3 0' \
    'edge e f 4 4 0 4 1 4 2 4 3' | crossings >came
echo '1 nodes, 3 edges, 1 crossings, 11 in of edges, 4.0x4.0 in' | cmp -s - came
say 'lines that cross' "$(cat came)"

# libcgraph sorts clusters by the addresses of their names, which must not show.
for options in --recursion=cluster --clusters=module; do
    for run in 1 2 3 4 5; do
        "$PROF2DOT" $options "$SAMPLES/gprof/lisp" >$run.dot
        cmp -s 1.dot $run.dot || break
    done
    cmp -s 1.dot $run.dot
    say "five runs with $options"
done

# A profile of many functions that call each other, in four sizes: a single layout
# of dot may be unlucky.
unparse=$TESTS/accuracy/counted/py-ast-unparse.stacks
notes=0 edges=0
for boxes in 60 70 80 90; do
    set -- -n .5 --nodecount=$boxes
    edges=$((edges + $(metric crossings "$@" --recursion=edges "$unparse")))
    notes=$((notes + $(metric crossings "$@" "$unparse")))
done
[ "$notes" -gt 0 ] && [ $((notes * 100)) -le $((edges * 38)) ]
say 'notes against edges' "$notes crossings, not $edges"
