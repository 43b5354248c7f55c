# Builds programs of tests/bop by bop-cc, traces all kinds of dependences, and
# compares what prof2dot says about their statements with the lines at the end
# of the programs.
cc=$BUILD/bop-cc
if [ ! -x "$cc" ]; then
    echo 'skipped verdicts: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES
export BOP_KINDS=raw,war,waw BOP_TRACE=trace

. "$TESTS/tools/say.sh"

for name in statements lines calls members output anti texts frames between \
    updates uses input returns mutexes frees pool; do
    if [ ! -e "$BUILD/libbop_gcc.so" ] && grep -q 'a reduction\|`[a-z]*\[\]\|`\*' "$TESTS/bop/verdicts/$name.c"; then
        echo "skipped verdicts: $name.c: there is no plugin for gcc"
        continue
    fi
    sed -n 's|^/\* functions: ||p' "$TESTS/bop/verdicts/$name.c" >functions.in
    [ -s functions.in ] || echo main >functions.in
    "$cc" -w -pthread -o prog "$TESTS/bop/verdicts/$name.c" && rm -f trace &&
        ./prog >printed </dev/null
    say "$name.c runs"
    "$PROF2DOT" -n0 -e0 -T text trace | sed -n 's/^.*%  \([a-z]*\.c:[0-9:]*: \)/\1/p' \
        >have
    bad=$(grep "^$name\.c:" "$TESTS/bop/verdicts/$name.c" | while IFS= read -r line; do
        grep -qF -- "$line" have || echo "$line"
    done)
    [ ! "$bad" ]
    say "$name.c" "$bad; found: $(cat have)"
done

"$PROF2DOT" -q -n 60 --deps=toplev trace | dotlist | grep -q 'label="pool.c:53'
say 'no threshold drops functions under study'
for threshold in 0 60; do
    "$PROF2DOT" -q --deps=toplev -n "$threshold" -T text trace |
        sed -n 's/^.*%  \(pool\.c:\)/\1/p' >"verdicts$threshold"
done
[ -s verdicts0 ] && cmp -s verdicts0 verdicts60
say 'dependences of functions below thresholds count'

# Cheap statements that follow each other share a box; arrows lead to it.
awk 'BEGIN {
    print "bop-trace 1\nh pid=1 kinds=raw,war,waw clock=refs exe=/nowhere/prog"
    print "m 0 1000 9000 - /nowhere/prog"
    for (i = 1; i <= 13; i++)
        printf "l 800000%02x g.c %d\n", i, i
    print "f 1 80000001 main g.c D 1 100000 100000"
    for (i = 1; i <= 13; i++)
        printf "t 800000%02x 2 %d 1\n", i, i == 7 ? 99976 : 2
    print "D R 80000002 80000002 80000007 80000007 5 1 1 0 0 - -"
    print "D R 80000002 80000002 80000003 80000003 5 1 1 0 0 - -"
    print "n 100000 0 0 0\nend 32"
}' >shared
"$PROF2DOT" -q --deps=toplev shared 2>err | dotlist >dot
labels=$(grep -o 'label="g\.c:[^\\"]*' dot | sort | tr '\n' ' ')
[ "$labels" = 'label="g.c:1–6 label="g.c:7 label="g.c:8–13 ' ] &&
    [ "$(grep -c '6 statements' dot)" = 2 ] &&
    [ "$(grep -c 'style="*dashed' dot)" = 1 ]
say 'cheap statements share boxes' "$labels$(grep -c 'dashed' dot) $(cat err)"

# Many statements that are not cheap stand in five columns and, from 31 on, in
# groups. Each costs more than the one before.
make_many() { # N
    awk -v n="$1" 'BEGIN {
        print "static int a[100];"
        print "void work(int i) { for (int n = 0; n < 50 + i; n++) a[i] = n; }"
        print "int main(void) {"
        for (i = 1; i <= n; i++)
            print "work(" i ");"
        print "return 0; }"
    }' >many.c
    echo main >functions.in
    "$cc" -w -o many many.c && BOP_TRACE=many.trace ./many
}

count_boxes() { # OPTION...
    "$PROF2DOT" -q --deps=toplev "$@" many.trace 2>err | dotlist >dot
    grep -c '^node .*class="*statement' dot
}

make_many 30
[ "$(count_boxes)" = 30 ] && ! grep -q 'statements of less' dot
say '30 statements are drawn one by one' "$(count_boxes)"
[ "$(grep -c '^edge "main" .*spine' dot)" = 5 ] &&
    [ "$(grep -c '^edge .*spine' dot)" = 30 ] &&
    grep -q '^edge "many.c:4.*" -> "many.c:9.*spine' dot
say '30 statements stand in five columns' "$(grep 'spine' dot)"
cat >many.c <<'END'
static int a[100];
void work(int i) { for (int n = 0; n < 50 + i; n++) a[i] = n; }
void second(void) {
work(1);
work(2);
work(3);
work(4);
}
int main(void) {
work(5);
work(6);
work(7);
second();
return 0; }
END
printf 'main\nsecond\n' >functions.in
"$cc" -w -o many many.c && BOP_TRACE=many.trace ./many
count_boxes >n
[ "$(grep -c '^edge "main" .*spine' dot)" = 2 ] &&
    [ "$(grep -c '^edge "second" .*spine' dot)" = 2 ]
say 'those of two functions stand in two columns each' "$(grep 'spine' dot)"
make_many 60
for try in '30' '10 --nodecount=1' '20 --nodecount=20' '60 -n0'; do
    set -- $try
    have=$(count_boxes $2)
    [ "$have" -le "$1" ] && [ "$have" -ge 8 ]
    say "of 60 statements, $2 draws at most $1 boxes" "$have $(cat err)"
done
[ "$have" = 60 ]
say 'without a limit, 60 statements are drawn' "$have"
count_boxes >n
grep -q 'statements of less than 0.1% each or [3-6].[0-9]% together' dot
say 'the legend has the share below which statements are in groups' \
    "$(cat n) boxes $(grep -o 'statements of less[^<]*' dot)"
for to in '' '--fit=none'; do
    "$PROF2DOT" -q --deps=toplev -T svg $to many.trace >svg 2>err
    width=$(sed -n 's/^<svg.* width="\([0-9]*\).*/\1/p' svg)
    [ "$width" -le 1125 ]
    say "60 statements are at most 1500 pixels wide $to" "$width pt"
done

# Each statement that has read a byte is an anti dependence of what overwrites it,
# whatever the number of lines that read for it.
cat >readers.c <<'END'
static int x;
static int both(void)
{
    int a = x;
    return a + x;
}
static int once(void)
{
    return x;
}
int main(void)
{
    x = 1;
    int n = both();
    n += once();
    n += both();
    x = 2;
    return n == 0;
}
END
echo main >functions.in
"$cc" -w -o prog readers.c && BOP_TRACE=readers ./prog
[ "$(grep -c '^D A ' readers)" = 3 ]
say 'one reader of each statement' "$(grep '^D A ' readers)"

# Nobody notes the readers of a byte beyond 16 statements. What overwrites it may
# depend on any statement, so pairs of statements are not safe.
crowd() { # STATEMENTS
    {
        echo 'static int x, n, c;'
        echo 'static int get(void) { return x; }'
        echo 'static int slow(int *s) {'
        echo '    for (int i = 0; i < 1000; i++) *s += i; return *s; }'
        echo 'static int other(int *s) { int r = slow(s); x = 5; return r; }'
        echo 'int main(void) {'
        echo '    int a = 0, b = 0; x = 1;'
        seq -f '    n += get(); /* %g */' "$1"
        echo '    c = slow(&a) + x;'
        echo '    n += get();'
        echo '    other(&b);'
        echo '    return c + n == 0; }'
    } >crowd.c
    "$cc" -w -o prog crowd.c && BOP_TRACE=crowd ./prog
    sed -i '/ scalar%20local/d; s/^end .*/end 0/' crowd # as if by --locals
    "$PROF2DOT" -q --advise crowd >have 2>/dev/null
}
crowd 16
pair='neither needs the other; dependences are missing'
grep -q "statements at crowd.c:24 and :26 of main: $pair" have &&
    ! grep -q '^What could' have &&
    grep -q '^not traced: anti dependences on some of many .* (1×)' have
say 'readers beyond 16 statements are missing' "$(cat have)"
"$PROF2DOT" -q -n0 -e0 -T text crowd 2>/dev/null |
    grep -q 'crowd.c:7: runs once; no need of another statement is recorded'
say 'statements may need others then' "$("$PROF2DOT" -q -n0 -e0 -T text crowd)"
crowd 13
grep -q 'carried\|missing\|some of many' have
[ $? = 1 ]
say '15 statements are none too many' "$(cat have)"

# Nor does anybody note large sets of readers if there are very many of them, as
# here of at most 10 of 18 statements. Loops have their verdicts all the same.
{
    echo 'static int a[262144], n[18];'
    echo 'int main(void) {'
    echo '    int i;'
    echo '    for (i = 0; i < 262144; i++) {'
    echo '        if (__builtin_popcount(i) > 10) continue;'
    for k in $(seq 0 17); do
        echo "        if (i >> $k & 1) n[$k] += a[i];"
    done
    echo '    }'
    echo '    for (i = 0; i < 262144; i++) a[i] = i;'
    echo '    for (i = 0; i < 262143; i++) a[i] = a[i + 1] + 1;'
    echo '    return n[0] < 0; }'
} >sets.c
"$cc" -w -o prog sets.c && BOP_TRACE=sets ./prog
grep -q '^b [0-9]* crowded anti%20dependences%20on%20some%20of%20many' sets
say 'large sets of readers are not kept' "$(grep '^b' sets)"
"$cc" --all -w -o prog sets.c 2>err && BOP_TRACE=sets ./prog
if grep -q '^L' sets; then
    "$PROF2DOT" -q --advise sets >have
    grep -q 'sets.c:25 of main: 1×, 262,144 iterations: DOALL in memory' have &&
        grep -q 'sets.c:26 .* carried by `a`, which a later iteration over' have
    say 'loops do not need them' "$(cat have)"
fi

# So is any dependence beyond BOP_MAXEDGES.
cat >most.c <<'END'
static int a[101], first, second;
int main(void)
{
    first = 1;
    second = first;
    for (int i = 0; i < 100; i++)
        a[i + 1] = a[i] + 1;
    return 0;
}
END
"$cc" -w --all -o prog most.c 2>err && BOP_MAXEDGES=1 BOP_TRACE=most ./prog
if grep -q '^L' most; then
    "$PROF2DOT" -q --advise most >have 2>err
    grep -q 'most.c:6 of main: 1×, 100 iterations: dependences are missing' \
        have && ! grep -q '^What could' have &&
        grep -q '^not traced: dependences beyond BOP_MAXEDGES (99×)' have
    say 'dependences beyond BOP_MAXEDGES are missing' "$(cat have err)"
fi

# The words "in memory", or only "no memory", have their meaning beside them,
# once. pool.c has executions of one kind only.
"$cc" -w -o prog "$TESTS/bop/verdicts/statements.c" && cp trace pool &&
    ./prog >printed && mv trace in && mv pool no
for words in in no; do
    [ "$("$PROF2DOT" -q -T text $words |
        grep -c "^\"$words memory\": scalar local")" = 1 ] &&
        "$PROF2DOT" -q -T html $words |
        grep -q "\"verdict_note\":\"\\\\\"$words memory" &&
        "$PROF2DOT" -q --deps=toplev $words |
        grep -q "&quot;$words memory&quot;: .*scalar"
    say "the words \"$words memory\" are explained"
done
mv in trace
grep -v 'scalar%20local' trace >locals
! "$PROF2DOT" -q -T text locals 2>err | grep 'in memory'
say 'no such words if local variables were traced'
cat >carried <<'EOF'
bop-trace 1
h pid=1 kinds=raw clock=refs exe=/nowhere/prog
m 0 1000 9000 - /nowhere/prog
l 80000001 g.c 1
l 80000002 g.c 2
f 1 80000001 main g.c D 1 100 100
b - locals scalar%20local%20variables
t 80000001 50 50 9
t 80000002 50 50 9
D R 80000001 80000001 80000001 80000001 49 1 1 1 1 - -
D R 80000001 80000001 80000002 80000002 50 1 1 0 0 - -
D R 80000002 80000002 80000002 80000002 49 1 1 1 1 - -
D R 80000002 80000002 80000001 80000001 49 1 1 1 1 - -
n 100 0 0 0
end 13
EOF
"$PROF2DOT" --deps=toplev carried >dot && "$PROF2DOT" -T text carried >text &&
    "$PROF2DOT" -T html carried >page && [ ! "$(grep 'in memory' dot text)" ] &&
    grep -q '"verdict_note":""' page
say 'nor if no verdict has them' "$(grep 'in memory' dot text)"
! grep -q 'functions under study have' dot text &&
    grep -q '"verdict_hint":""' page
say 'the functions under study have the cost'
sed 's/ 50 50 9$/ 50 2 1/' carried >cheap
"$PROF2DOT" -q --deps=toplev cheap >dot && "$PROF2DOT" -q -T text cheap >text &&
    grep -q 'functions under study have 4.0% of the cost' dot &&
    grep -q '^functions under study have 4.0% of the cost' text &&
    "$PROF2DOT" -q -T html cheap |
    grep -q '"verdict_hint":"functions under study have 4.0% of the cost'
say 'the functions under study have little of the cost' "$(tail -n 3 text)"

# Every statement has a box, and a reader that knows nothing of verdicts finds
# the same dependences.
"$cc" -w -o prog "$TESTS/bop/verdicts/statements.c" && ./prog
"$PROF2DOT" -q --deps=toplev trace | dotlist |
    grep -o 'label="statements.c:[0-9]*' |
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
