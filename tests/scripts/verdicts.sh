# Builds programs of tests/bop by bop-cc, traces all kinds of dependences, and
# compares what prof2dot says about their statements with the lines at the end
# of the programs.
cc=$BUILD/bop-cc
if [ ! -x "$cc" ]; then
    echo 'skipped verdicts: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES BOP_STATS
export BOP_KINDS=raw,war,waw BOP_TRACE=trace

# Reports whether the last command succeeded.
say() { # NAME [WHY]
    if [ $? = 0 ]; then
        echo "ok verdicts: $1"
    else
        echo "FAILED verdicts: $1${2:+: $2}"
    fi
}

echo main >functions.in
for name in statements lines calls members output anti texts frames between pool; do
    "$cc" -w -pthread -o prog "$TESTS/bop/verdicts/$name.c" && rm -f trace &&
        ./prog >printed
    say "$name.c runs"
    "$PROF2DOT" -n0 -e0 -T text trace | sed -n 's/^.*%  \([a-z]*\.c:[0-9:]*: \)/\1/p' \
        >have
    bad=$(grep "^$name\.c:" "$TESTS/bop/verdicts/$name.c" | while IFS= read -r line; do
        grep -qF -- "$line" have || echo "$line"
    done)
    [ ! "$bad" ]
    say "$name.c" "$bad; found: $(cat have)"
done

"$PROF2DOT" -q -n 60 --deps=toplev trace | grep -q 'label="pool.c:53'
say 'no threshold drops functions under study'

# The words "in memory" have their meaning beside them, once.
[ "$("$PROF2DOT" -q -T text trace | grep -c '^"in memory": scalar local')" = 1 ] &&
    "$PROF2DOT" -q -T html trace | grep -q '"verdict_note":"\\"in memory' &&
    "$PROF2DOT" -q --deps=toplev trace | grep -q 'in memory&quot;: scalar'
say 'what was not traced is said beside verdicts'
grep -v 'scalar%20local' trace >locals
! "$PROF2DOT" -q -T text locals 2>err | grep 'in memory'
say 'no such words if local variables were traced'

# Every statement has a box, and a reader that knows nothing of verdicts finds
# the same dependences.
"$cc" -w -o prog "$TESTS/bop/verdicts/statements.c" && ./prog
"$PROF2DOT" -q --deps=toplev trace | grep -o 'label="statements.c:[0-9]*' |
    sort -u >boxes
[ "$(wc -l <boxes)" = 5 ]
say '--deps=toplev has all statements' "$(tr '\n' ' ' <boxes)"
grep -c '^D A ' trace >/dev/null && BOP_KINDS=raw ./prog && ! grep '^D [AO]' trace
say 'BOP_KINDS=raw'
# Traces of former versions have neither statements nor optional fields.
sed '/^t /d; /^D/s/^\(\([^ ]* \)\{8\}[^ ]*\).*/\1/; s/^end.*//; /^$/d' trace >old
"$PROF2DOT" -q -T edges old 2>err | grep -c ' ~> ' >n_old
"$PROF2DOT" -q -T edges trace | grep -c ' ~> ' | cmp -s - n_old
say 'traces without optional fields'
