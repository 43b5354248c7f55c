# Builds programs of tests/bop/loops by bop-cc with gcc and clang, whose plugins
# see loops, and compares what prof2dot says about the loops with the lines at the end of
# the programs. Then does the same with loops made at random whose classes are
# known by construction (random_loops.py).
cc=$BUILD/bop-cc
if [ ! -e "$BUILD/libbop_gcc.so" ]; then
    echo 'skipped loops: there is no plugin for gcc'
    exit
fi
unset BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES
export BOP_CC=gcc BOP_KINDS=raw,war,waw BOP_TRACE=trace

. "$TESTS/tools/say.sh"

# Prints the verdicts of the loops in a file.
verdicts() { # FILE
    "$PROF2DOT" -q -n0 -e0 -T text "$1" |
        sed -n 's/^.*%  \([a-z]*\.cc*:[0-9:]*: .*iterations*: \)/\1/p'
}

# Compares the verdicts in "have" with the lines at the end of a program.
compare() { # FILE HOW
    bad=$(grep "^$1:" "$TESTS/bop/loops/$1" |
        while IFS= read -r line; do
            grep -q -- "$line" have || echo "$line"
        done)
    [ ! "$bad" ] && [ "$(grep -c "^$1:" "$TESTS/bop/loops/$1")" = \
        "$(wc -l <have)" ]
    say "$1$2" "$bad; found: $(cat have)"
}

# Compares the verdicts in "have" with those of the trace as edges.
compare_edges() { # WHAT
    "$PROF2DOT" -q -T edges trace >trace.edges
    verdicts trace.edges | diff have - >difference
    say "$1: the same from edges" "$(grep '^[<>]' difference | tr '\n' ';')"
}

# Checks one program as a compiler builds it.
check() { # FILE COMPILER [OPTION]
    sed -n 's|^/\* functions: \([a-z ]*[a-z]\).*|\1|p' "$TESTS/bop/loops/$1" |
        tr ' ' '\n' >functions.in
    [ -s functions.in ] || echo main >functions.in
    case $1 in
    *.cc) driver=bop-c++ ;;
    *) driver=bop-cc ;;
    esac
    BOP_CC=$2 BOP_CXX=$2 "$BUILD/$driver" ${3-} --locals -w -o prog \
        "$TESTS/bop/loops/$1" -lm && ./prog
    say "$1, $2, runs"
    verdicts trace >have
    compare_edges "$1, $2"
    compare "$1" ", $2"
}

check_with() { # C-COMPILER C++-COMPILER
    for name in nests exits lines frees aliases state rounds narrow callees updates; do
        check $name.c "$1"
    done
    check throws.cc "$2"
    check deletes.cc "$2"
    check returns.cc "$2"
    check atomics.cc "$2"
    check references.cc "$2"
    check streams.cc "$2"
    check forms.cc "$2"
    check reductions.cc "$2"
    check classes.cc "$2"
    check all.c "$1" --all
    check iterators.cc "$2" --all
}

check_with gcc g++
[ ! -e "$BUILD/libbop_clang.so" ] || check_with clang clang++

# Loops that are entered in several places are counted by calls of their
# functions; other loops of these functions have verdicts.
cat >irreducible.c <<'END'
static int a[9];
static int twice(int n)
{
    if (n & 1)
        goto middle;
again:
    a[n % 9]++;
middle:
    a[n % 9]++;
    if (--n > 0)
        goto again;
    for (n = 0; n < 3; n++)
        a[n] = n;
    return a[0];
}
int main(void)
{
    for (int i = 0; i < 3; i++)
        a[i] = i;
    return twice(4) + twice(5) < 0;
}
END
for compiler in gcc clang; do
    [ -e "$BUILD/libbop_$compiler.so" ] || continue
    printf 'main\ntwice\n' >functions.in
    BOP_CC=$compiler "$cc" --locals -w -o prog irreducible.c && ./prog
    [ "$(grep '^b .*loops' trace)" = 'b 2 irreducible loops%20that%20are%20entered%20in%20several%20places' ] &&
        [ "$(grep -c '^L' trace)" = 2 ]
    say "irreducible loops, $compiler" "$(grep '^[bL]' trace)"
done
[ "$(BOP_CC=gcc "$cc" --locals -w -o prog "$TESTS/bop/loops/nests.c" && ./prog &&
    grep -c 'several%20places' trace)" = 0 ]
say 'natural loops are no irreducible ones'

# gcc may have split a loop before, and its optimisation moves conditions.
cp "$TESTS/bop/loops/split.c" .
echo main >functions.in
for how in '' '-Wall -Wextra' '--fast'; do
    case $how in
    --fast) driver="$cc --fast" warnings='' ;;
    *) driver="$cc --locals" warnings=$how ;;
    esac
    # shellcheck disable=SC2086
    BOP_CC=gcc $driver --all -o prog split.c $warnings 2>err && ./prog &&
        verdicts trace >have
    bad=$(for line in '18: [0-9]*×, 300' '26: 1×, 60' '39: 1×, 60' '4[34]: 1×, 60' \
        '4[67]: 1×, 60'; do
        [ "$(grep -c "^split.c:$line iterations" have)" = 1 ] || echo "$line"
    done)
    [ ! "$bad" ] && [ "$(wc -l <have)" = 5 ] && ! grep 'left early' have >err
    say "one loop for each header: $how" "$bad; found: $(cat have)"
done

# Without --locals, nothing is known of scalar local variables, so no line of
# OpenMP is shown.
echo main >functions.in
"$cc" -w -o prog "$TESTS/bop/loops/nests.c" && ./prog && verdicts trace >have
! grep pragma have && grep -q 'DOALL in memory$' have
say 'no pragma without --locals' "$(grep pragma have)"
compare_edges 'no pragma'
sed -i 's/ in memory//' have
compare nests.c ' without --locals'

# Flow dependences alone prove nothing.
BOP_KINDS=raw ./prog && verdicts trace >have
! grep -q DOALL have &&
    grep -q '^nests.c:9: .*: no flow dependence; BOP_KINDS=' have &&
    grep -q '^nests.c:31: .*: carried by `s` at distance 1' have
say 'BOP_KINDS=raw' "$(cat have)"

if ! python3 -c '' 2>/dev/null; then
    echo 'skipped random loops: there is no python3'
    exit
fi
seeds=1
[ ! "$FULL" ] || seeds='1 2 3 4 5 6 7 8'
for seed in $seeds; do
    python3 "$TESTS/tools/random_loops.py" $seed 25 random.c want &&
        "$cc" --locals -w -o prog random.c && ./prog &&
        "$PROF2DOT" -q -T edges trace >trace.edges &&
        "$PROF2DOT" -q -n0 -e0 -T json trace.edges |
        sed -n 's/.*"place": "[^"]*:\([0-9]*\)".*"class": "\([a-z]*\)".*/\1 \2/p' |
            sort -n >have
    [ -s want ] && diff want have >difference
    say "$(wc -l <want) random loops of seed $seed" \
        "$(grep '^[<>]' difference | tr '\n' ';')"
done

# What happens in headers of the system is shown at the statement that uses them.
if [ -e "$BUILD/libbop_gcc.so" ]; then
    cat >bag.cc <<'END'
#include <vector>
struct bag {
    std::vector<int> of;
    int n;
    void add(int x)
    {
        n = n + x;
        of.push_back(x);
    }
};
int main()
{
    bag *one = new bag();
    for (int i = 0; i < 9; i++)
        one->of.push_back(i);
    for (int i = 0; i < 9; i++)
        one->add(i);
    return one->of.size() != 18;
}
END
    echo main >functions.in
    BOP_CXX=g++ "$BUILD/bop-c++" -w -o prog bag.cc && ./prog
    "$PROF2DOT" -q --advise trace >have
    name='`one->of.push_back()` (allocated at :'
    grep -q "bag.cc:14 .*carried by ${name}13), ${name}15) at distance 1.* (:15 → :15)" have
    say 'a vector is named by the statement that changes it' "$(cat have)"
    grep -q 'bag.cc:16 .*carried by .*`one->add()`' have &&
        ! grep -q '_M_\|stl_' have
    say 'a header of the system is not named' "$(cat have)"
fi

# What is written before a loop or read behind it, outside of all loops, is a use
# of the loop.
if [ -e "$BUILD/libbop_gcc.so" ]; then
    cat >around.c <<'END'
static int before, behind[9];
int main(void)
{
    before = 5;
    for (int i = 0; i < 9; i++)
        behind[i] = before;
    return behind[3] - 5;
}
END
    echo main >functions.in
    BOP_CC=gcc "$cc" -w -o prog around.c && ./prog
    "$PROF2DOT" -q -T edges trace | sed -n 's|^main @use [^ ]*\(around.c:[^ ]*\) \([a-z]*\) kind=R .* var=\([a-z]*\) .*|\1 \2 \3|p' >have
    printf '%s\n' 'around.c:5 in before' 'around.c:5 out behind' | diff - have >difference
    say 'writes before a loop and reads behind it' "$(cat difference)"
fi

# Parameters are shorter than variables in the memory of gcc.
if [ -e "$BUILD/libbop_gcc.so" ]; then
    awk 'BEGIN {
        for (i = 0; i < 3000; i++)
            printf "int f%d(int a, int b, int c) { return a + b * c; }\n", i
        print "int main(void) { return f0(0, 0, 0); }"
    }' >many.c
    BOP_CC=gcc "$cc" --locals -w -c many.c 2>err
    say 'thousands of parameters' "$(head -n 3 err)"
fi

# gcc writes a parameter to the stack unseen. Who has read the frames of other
# functions there is no reader of it.
if [ -e "$BUILD/libbop_gcc.so" ]; then
    cat >frames.c <<'END'
static int n[9];
static int low(int c)
{
    return c + 1;
}
static int find(int p)
{
    int s = p;
    p = p + 2;
    return s + p;
}
int main(void)
{
    for (int i = 0; i < 9; i++)
        n[i] = low(i) + find(i);
    return n[0] < 0;
}
END
    echo main >functions.in
    BOP_CC=gcc "$cc" --locals -w -o prog frames.c &&
        BOP_KINDS=raw,war,waw ./prog
    "$PROF2DOT" -q --advise trace >have
    grep -q 'frames.c:14 of main: 1×, 9 iterations: DOALL; #pragma' have
    say 'readers of other frames' "$(cat have)"
fi
