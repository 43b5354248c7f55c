# A trace keeps the source lines and the names of variables: it is drawn the same
# when the program is gone and the source is another one.
cc=$BUILD/bop-cc

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped places: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_CALLS BOP_PLACES
BOP_TRACE=$PWD/trace && export BOP_TRACE
functions='main'
echo $functions >functions.in

write_source() {
    cat >"a b.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct point { int x, y; } points[4];
static int count, last;
int *heap;
static inline __attribute__((always_inline)) void note(void) { count++; }
static void fill(int *p)
{
    for (int i = 0; i < 4; i++) {
        p[i] = i;
        points[i].x = i;
        note();
    }
}
static int sum(const int *p)
{
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += p[i] + points[i].x + heap[i];
    return s;
}
int main(void)
{
    int a[4];
    heap = calloc(4, sizeof *heap);
    for (int i = 0; i < 3; i++)
        fill(a);
    fill(a), fill(a);
    printf("%d\n", sum(a));
    int left = 3;
    while (left-- > 0)
        last = left;
    return last;
}
END
}

draw() { # FILE
    for format in dot text json edges; do
        "$PROF2DOT" -q --deps=toplev -n0 -e0 -T $format "$1" || return
    done
    "$PROF2DOT" -n0 -e0 -T text --no-inline "$1"
}

keeps() { # COMPILER MODE
    write_source
    BOP_CC=$1 "$cc" -o prog 'a b.c' && BOP_MODE=$2 ./prog >out
    say "$1 $2: builds and runs"
    ! grep -q '^L' trace || { grep -qE '^k [^ ]* 0( |$)' trace &&
        grep -qE '^k [^ ]* 1( |$)' trace && grep -q '^a .* last 0$' trace; }
    say "$1 $2: what the source says of loops" "$(grep '^[ka]' trace)"
    mkdir -p bare && sed '/^end /q' trace >bare/trace &&
        (cd bare && draw trace) >want 2>err && [ ! -s err ]
    say "$1 $2: is drawn with the program" "$(cat err)"
    draw trace >with 2>err
    { grep -q 'count++' with || ! grep -q '^L' trace; } && grep -q 'var=a$' with && diff with want >diff
    say "$1 $2: is drawn the same with records" "$(head -4 diff | tr '\n' ';')"
    mv prog gone && echo 'int main(void) { return 1; }' >'a b.c'
    draw trace >got 2>err && diff with got >diff && [ ! -s err ]
    say "$1 $2: the program is gone" "$(cat err; head -4 diff | tr '\n' ';')"
    BOP_CC=$1 "$cc" -o prog 'a b.c'
    draw trace >got 2>err && diff with got >diff && [ ! -s err ]
    say "$1 $2: it is another one" "$(cat err; head -4 diff | tr '\n' ';')"
    draw bare/trace >got 2>err
    grep -q 'is another build' err
    say "$1 $2: without records, it is needed" "$(cat err)"
    rm -f prog
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for mode in agg events; do
        keeps $compiler $mode
    done
done

records() {
    grep -q '^p 0:[0-9a-f]* [^ ]*/a%20b.c 12 ' trace
    say 'a place has a file and a line' "$(grep '^p' trace | head -3)"
    [ "$(grep '^[pvokai]' trace | sort | uniq -d | wc -l)" = 0 ] &&
        [ "$(sed -n '/^end/,$p' trace | grep -vc '^[pvokai]')" = 2 ] &&
        tail -1 trace | grep -q "^end $(($(wc -l <trace) - 2))$"
    say 'each of them once, after the end'
    BOP_PLACES=no ./gone >out && ! grep -q '^p' trace
    say 'BOP_PLACES=no'
    "$PROF2DOT" --list-places trace >>trace 2>err
    [ ! -s err ] && tail -2 trace | grep -q '^[pvokai] '
    say '--list-places can be added' "$(cat err)"
    "$PROF2DOT" --list-places -o trace trace 2>err
    grep -q 'would be lost' err
    say '--list-places does not write over the trace' "$(cat err)"
    awk '/^p / && !cut { print "p 0:1 x"; cut = 1; next } { print }' trace >bad
    "$PROF2DOT" -T text bad >out 2>err
    grep -q 'expected .p SITE FILE LINE COLUMN STATEMENT' err
    say 'a bad record' "$(cat err)"
    for record in 'k 0:1 2' 'a 0:1 x' 'a 0:1 x 4'; do
        sed "\$i $record" trace >bad
        "$PROF2DOT" -T text bad >out 2>err
        grep -q "expected '${record%% *} [A-Z ]* 0|1" err
        say "a bad record $record" "$(cat err)"
    done
}

# The address is the same as in the sums, and stands in for them.
addresses() {
    write_source
    "$cc" -o prog 'a b.c' && BOP_MODE=events ./prog >out
    grep -q '^d .* R 1 0:[0-9a-f]*$' trace &&
        grep -q '^d .* R 1 ?:[0-9a-f]*$' trace
    say 'events: d has the address' "$(grep '^d' trace | head -2)"
    sed '/^t /,$d' trace >cut
    "$PROF2DOT" -n0 -T edges cut 2>err | grep '~>.*var=count' >out
    say 'events: and so a trace that is cut off has variables'
    "$PROF2DOT" -n0 -T edges cut 2>err | grep '~>.*var="points\[\].x"' >out
    say 'events: the range of all addresses'
}

# A trace as edges has all that verdicts need.
edges() {
    "$PROF2DOT" -q -T edges trace >one.edges
    for format in text json; do
        "$PROF2DOT" -q -n0 --deps=toplev -T $format trace >want
        "$PROF2DOT" -q -n0 --deps=toplev -T $format one.edges >got
        sed -i '/"format"\|"inputs"\|"input"/d' want got
        diff want got >diff
        say "-T edges: verdicts in $format" "$(head -4 diff | tr '\n' ';')"
    done
    "$PROF2DOT" -q -T edges one.edges | cmp - one.edges
    say '-T edges: read and written again'
    for bad in 'main @' 'main @ p x?' 'main @ p most=x' 'main @ p 1 2x' \
        '%dependences flow+x' '%blind' '%blind x xx'; do
        printf '%%edges 1\nmain 1\n%s\n' "$bad" >bad.edges
        "$PROF2DOT" -T text bad.edges >out 2>err
        grep -q 'bad.edges:3: ' err
        say "-T edges: $bad" "$(cat err)"
    done
}

# The program may have closed standard descriptors, and prof2dot may be gone or
# fail; nobody is told.
descriptors() {
    cat >closes.c <<'END'
#include <unistd.h>
int x;
int main(int argc, char **argv)
{
    (void)argv;
    x = 1;
    for (int fd = 0; argc > 1 && fd < 3; fd++)
        close(fd);
    return x - 1;
}
END
    "$cc" -o closes closes.c && ./closes 1 && grep -q '^p .*/closes.c 6 ' trace
    say 'closed standard descriptors' "$(tail -3 trace | tr '\n' ';')"
    printf '#!/bin/sh\necho failed >&2\nexit 1\n' >fails && chmod +x fails
    for viewer in "$PWD/none" "$PWD/fails"; do
        sed "s|^viewer=.*|viewer=$viewer|" "$cc" >bop-cc && chmod +x bop-cc
        ./bop-cc -o closes closes.c && ./closes >out 2>&1 && [ ! -s out ] &&
            ! grep -q '^p' trace && "$PROF2DOT" -T text trace >got 2>err
        say "prof2dot is ${viewer##*/}" "$(cat out)"
    done
}

records
descriptors
addresses
edges
