# The order of samples, functions and calls in an input decides nothing: each
# sample, written as folded stacks or edges, is read again with its lines turned
# round and sorted, and draws the same picture, page, text and JSON.
. "$TESTS/tools/say.sh"

# Prints the lines of a file in another order. Directives and functions stay
# before calls.
reorder() { # FILE [SORT-OPTION]
    file_of=$1
    shift
    grep '^[%#]' "$file_of"
    grep -v '^[%#]' "$file_of" | grep -v ' -> ' | LC_ALL=C sort "$@" -
    grep ' -> ' "$file_of" | LC_ALL=C sort "$@" -
}

draws() { # FORMAT FILE
    for output in dot json text html; do
        "$PROF2DOT" -q -f "$1" -T $output -n0 -e0 "$2"
        "$PROF2DOT" -q -f "$1" -T $output --nodecount=5 "$2"
    done
}

for file in "$SAMPLES"/*/*; do
    case $file in
    */gmon/* | */bop/* | *.sh) continue ;; # programs; edges have dependences
    esac
    for format in folded edges; do
        "$PROF2DOT" -q -T $format "$file" -o whole 2>err && break
    done
    [ -s whole ] || continue
    mkdir -p a b c
    reorder whole >a/in
    reorder whole -r >b/in
    reorder whole -k2 >c/in
    for order in a b c; do
        (cd $order && draws $format in) >$order.out 2>$order.err
    done
    [ -s a.out ] && cmp -s a.out b.out && cmp -s a.out c.out
    say "ties: ${file#"$SAMPLES"/}" "$(diff a.out b.out | head -c 300)"
    rm -f whole
done
