# Builds programs of tests/bop/span by bop-cc with gcc, runs them with BOP_SPAN=1
# and with the trace of that run, and compares the critical paths with the
# comments at the end of the programs. Without the plugin for gcc, which sees loops,
# calls of its hooks are written into the programs whose loops are not nested.
# With FULL, also builds a tracer that logs every reference, and lets schedule.py
# find out the same from the log, also of functions and loops with threads.
cc=$BUILD/bop-cc
if [ ! -x "$cc" ] || ! command -v gcc >/dev/null; then
    echo 'skipped span: libbop is not for this system, or there is no gcc'
    exit
fi
programs='calls sections wavefront tree sums stages teams' hooks=
if [ ! -e "$BUILD/libbop_gcc.so" ]; then
    programs='calls sums'
    hooks='-include hooks.h'
    echo 'void __tsan_bop_loop(unsigned), __tsan_bop_loop_left(unsigned, unsigned);' \
        >hooks.h
fi
unset BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS \
    BOP_MAXEDGES BOP_STATS BOP_KINDS
export BOP_CC=gcc BOP_TRACE=trace

. "$TESTS/tools/say.sh"

# Writes functions.in for a program.
detail() { # NAME
    sed -n 's|^/\* functions: \(.*\) \*/$|\1|p' "$TESTS/bop/span/$1.c" |
        tr ' ' '\n' >functions.in
    [ -s functions.in ] || echo main >functions.in
}

# Prints the critical paths of a trace in the form of the comments: "all:" and
# "main:", ":25:" for the loop in that line.
paths() { # TRACE
    "$PROF2DOT" -q -T edges "$1" | sed -n \
        -e 's/^%span without \(.*\) at=[^ ]*\(:[0-9]*\) var=\(.*\)$/without \2 \3: \1/p' \
        -e 's/^%span \([a-z]*\) \([0-9]* span=[0-9]*\)$/\1: \2/p' \
        -e 's/^[a-z]* @span \(.*\) at=[^ ]*\(:[0-9]*\)$/\2: \1/p' \
        -e 's/^\([a-z]*\) @span \([0-9]* span=[0-9]*\)$/\1: \2/p'
}

begin='__tsan_bop_loop(1)' end='__tsan_bop_loop_left(0, 1)'

# Builds a program.
build() { # PROGRAM FILE
    cp "$2" "$1.c"
    [ ! "$hooks" ] || sed -i "s/\(for (.*; \)\(.*\)\(; .*)\)/\1$begin, (\2) || ($end, 0)\3/" \
        "$1.c"
    # shellcheck disable=SC2086
    "$cc" -w $hooks -pthread -o "$1" "$1.c"
}

for name in $programs; do
    detail $name
    build $name "$TESTS/bop/span/$name.c" && rm -f trace && BOP_SPAN=1 ./$name
    say "$name.c runs"
    paths trace | sort >have
    sed -n 's/^ \* \([a-z]*:[0-9]*:* [0-9]* span=[0-9]*\)$/\1/p' \
        "$TESTS/bop/span/$name.c" | sort | diff - have >difference
    say "$name.c" "$(tr '\n' ';' <difference)"
done

# What the first run has found makes the second one leave out the sum, and
# measure what is left without the chain. No time passes between two runs that
# would change the program.
detail sums
BOP_KINDS=raw,war,waw BOP_SPAN=1 ./sums && mv trace first &&
    BOP_SPAN=first ./sums
paths trace | sort >have
sed -n 's/^ \* second //p' "$TESTS/bop/span/sums.c" | sort |
    diff - have >difference
say 'sums.c, second run' "$(tr '\n' ';' <difference)"
"$PROF2DOT" -q -T edges trace >edges && "$PROF2DOT" -q -T edges edges |
    cmp -s - edges
say 'the edges language holds the paths'

# All outputs have the figures.
"$PROF2DOT" -q -n0 -T text trace >text
grep -q '^measured: the longest chain of dependent executions makes 1,540 of 23,001 references, so at most 14.9 times as fast; 1.8 to 2.0 on 2, 3.2 to 4.0 on 4, 5.2 to 8.0 on 8, 7.7 to 14.9 on 16 processors; without `crc` (:24): 14.9 to 522.8 times$' text &&
    grep -q 'statements of main, work over span 14.9$' text &&
    grep -q 'sums.c:23: .*, work over span 1.0$' text
say 'text' "$(grep measured text)"
"$PROF2DOT" -q -T text first | grep -q 'with reductions and loop counters;'
say 'text of the first run'
"$PROF2DOT" -q -T html trace >page
grep -q '"bound":"measured: the longest' page &&
    grep -q '"spans":"work over span: main 14.9, loop sums.c:19 500.0, ' page
say 'page'
"$PROF2DOT" -q -T json trace >json
grep -q '"of": "without", .*"variable": "crc", "work": 23001.0, "span": 44.0' json &&
    grep -q '"chain_least": 1540.0' json && grep -q '"chain_most": 1540.0' json
say 'JSON'
"$PROF2DOT" -q --deps=toplev trace | grep -q 'makes 1,540 of 23,001 references'
say 'legend'

# A trace is read record by record.
bad=
for record in 'S p 0 1 2' 'S p 9 2 1' 'S p 0 2' 'S l 0 2 1' 'S l 9 2 1' \
    'S f 99 2 1' 'S i 0:1 0:2 9' 'S w 0:1' 'S x 1 2 3' 'S' 'i 0:1 0:2' \
    'i 0:1 x 1'; do
    sed "s/^n .*/$record/" first >broken
    "$PROF2DOT" -T json broken 2>&1 >/dev/null |
        grep -q "expected '[Si] .*' with known ids" || bad="$bad$record; "
done
[ ! "$bad" ]
say 'damaged records' "$bad"
for line in '%span program 1 span=2' '%span program 3' '%span other 3 span=2' \
    '%span without x span=2' 'main @span 3 span=2 at' 'main @span 3 most=2'; do
    { cat edges; echo "$line"; } >broken
    "$PROF2DOT" --format=edges -T json broken 2>&1 >/dev/null |
        grep -q 'expected a critical path' || bad="$bad$line; "
done
[ ! "$bad" ]
say 'damaged edges' "$bad"

rm -f trace
BOP_SPAN=nothing ./sums 2>err
grep -q 'BOP_SPAN: expected 1 or the trace of an earlier run' err &&
    grep -q '^w cannot%20read%20BOP_SPAN nothing' trace
say 'a trace that cannot be read' "$(cat err)"
BOP_SPAN=0 ./sums && ! grep -q '^S' trace
say 'BOP_SPAN=0'

# The child of a fork begins anew.
cat >fork.c <<'EOT'
#include <sys/wait.h>
#include <unistd.h>
static int x, y;
static void step(void) { x = x * 3 + 1; }
static void apart(int i) { y = i; }
int main(void)
{
    for (int i = 0; i < 100; i++)
        step();
    if (fork() == 0)
        for (int i = 0; i < 50; i++) {
            step();
            apart(i);
        }
    wait(NULL);
    return 0;
}
EOT
build prog fork.c && BOP_SPAN=1 BOP_TRACE=fork.%p ./prog
cat fork.[0-9]* | grep '^S [pfl]' | sort >have
printf 'S %s\n' 'f 1 150 100' 'f 1 200 200' 'l 1 200 200' 'l 2 150 100' \
    'p 0 150 100' 'p 0 200 200' | cmp -s - have
say 'the child of a fork' "$(tr '\n' ';' <have)"

[ "$FULL" ] && [ ! "$hooks" ] || exit 0
if ! python3 -c '' 2>/dev/null; then
    echo 'skipped span: there is no python3'
    exit
fi
here=$PWD
(cd "$TESTS/.." && ${MAKE:-make} -s QUIET=1 tracer WITH_PLUGINS=gcc \
    BUILD="$here/log" CPPFLAGS=-DBOP_SPAN_LOG) >log.out 2>&1
say 'a tracer that logs every reference' "$(tail -n 1 log.out)"
# Does the trace of a run say what the schedule of its log does? Lines of threads
# that run at once may stand in the log in another order than their references
# were made, so there are three tries.
is_scheduled() { # CRITICAL-PATH TRACE
    for _ in 1 2 3; do
        BOP_SPAN=$1 ./prog && { [ "$2" = trace ] || mv trace "$2"; } &&
            python3 "$TESTS/tools/schedule.py" span.log "$2" >found && return
    done
    return 1
}
for name in $programs; do
    detail $name
    for locals in '' --locals; do
        # With --locals, the log and the trace of teams.c differ in some runs.
        [ "$name$locals" != teams--locals ] || continue
        # shellcheck disable=SC2086
        "$here/log/bop-cc" $locals -w -pthread -o prog \
            "$TESTS/bop/span/$name.c" && is_scheduled 1 first
        say "$name.c is scheduled $locals" "$(tr '\n' ';' <found)"
        "$PROF2DOT" -q --list-places first >places && cat places >>first &&
            is_scheduled first trace
        say "$name.c is scheduled $locals, second run" "$(tr '\n' ';' <found)"
    done
done
