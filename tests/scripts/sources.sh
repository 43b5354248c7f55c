# What our three sources state, in our words: tests/sources has a file for each
# of them, and each statement there has the input, the command and the numbers
# that follow from it by hand. A number alone says what was drawn, so no case is
# blessed. Where other tests look at the same thing more closely, the statement
# names them.
#
#     statement TEXT [SEE]     begins a statement; what follows is its proof
#     input <<EOF              writes an input, the file "in"
#     shows [OPTION...] <<EOF  these are among the rows of tools/rows.awk for
#                              the input
#     lacks [OPTION...] <<EOF  none of these is
. "$TESTS/tools/say.sh"

n_statements=0
statement() { # TEXT [SEE]
    n_statements=$((n_statements + 1))
    text=$1
    for see in ${2-}; do
        ls "$TESTS/$see"* >/dev/null 2>&1
        say "$source: $text: see $see"
    done
}

input() {
    cat >in
}

rows() { # OPTION...
    "$PROF2DOT" -q -T json -n0 -e0 "$@" >json &&
        awk -f "$TESTS/tools/rows.awk" json >rows
}

# Reports whether all lines of standard input are among the rows, or none.
shows() { # OPTION...
    rows "$@" in
    cat >want
    grep -Fx -f rows want >found
    [ -s want ] && cmp -s want found
    say "$source: $text" "$(tr '\n' ';' <want) in $(tr '\n' ';' <rows)"
}

lacks() { # OPTION...
    rows "$@" in
    cat >want
    [ -s rows ] && ! grep -Fxq -f want rows
    say "$source: $text: nothing else" "$(tr '\n' ';' <rows)"
}

for source in cycles gprof tracing; do
    . "$TESTS/sources/$source.sh"
done
[ $n_statements = 36 ]
say 'all statements' "$n_statements"
