# Records programs with perf and compares what the reader of perf.data finds
# with what perf script prints of the same recording, function by function. What
# differs must be rare: perf looks up callers at the return address, which is in
# the next function if the call is the last of its own, keeps mappings from
# before an exec, and names code after them.

if ! command -v perf >/dev/null; then
    echo 'skipped perfdata: perf is missing'
    exit
fi
if ! perf record -q -o probe.data -e cpu-clock -g -- true >/dev/null 2>&1; then
    echo 'skipped perfdata: perf cannot record here'
    exit
fi

cat >deep.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
volatile double sink;
__attribute__((noinline)) void spin(int n)
{
    for (int i = 0; i < n * 1000; i++)
        sink = sink * 1.0001 + i;
}
__attribute__((noinline)) int down(int n)
{
    spin(20);
    int more = n ? down(n - 1) : 0;
    sink += more;
    return more + 1;
}
__attribute__((noinline)) static int by_key(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
__attribute__((noinline)) void sort(void)
{
    int n = 30000, *numbers = malloc(n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i] = i * 7919 % 10007;
    qsort(numbers, n, sizeof *numbers, by_key);
    sink += numbers[5];
    free(numbers);
}
__attribute__((noinline)) void system_calls(void)
{
    char page[4096];
    FILE *zero = fopen("/dev/zero", "r");
    for (int i = 0; i < 3000; i++)
        if (read(fileno(zero), page, sizeof page) < 0)
            abort();
    fclose(zero);
}
void *run(void *arg)
{
    for (int i = 0; i < 30; i++) {
        down(20);
        sort();
        system_calls();
    }
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t threads[2];
    if (argc > 1 && !strcmp(argv[1], "threads")) {
        for (int i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, run, NULL);
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
    } else if (argc > 1 && !strcmp(argv[1], "fork")) {
        if (fork() == 0) {
            down(30);
            execl(argv[0], argv[0], NULL);
        }
        sort();
        if (fork() == 0)
            down(40);
    }
    run(NULL);
    return 0;
}
EOF
flags='-O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls'
# shellcheck disable=SC2086
if ! ${CC:-cc} $flags -o deep deep.c -pthread 2>/dev/null; then
    echo 'skipped perfdata: no compiler'
    exit
fi
# shellcheck disable=SC2086
${CC:-cc} $flags -no-pie -o fixed deep.c -pthread
${CC:-cc} -O2 -g -fomit-frame-pointer -o lean deep.c -pthread
cp deep bare
strip -R .note.gnu.build-id bare
cat >plugin.c <<'EOF'
volatile double sink;
__attribute__((noinline)) static void work(int n)
{
    for (int i = 0; i < n * 1000; i++)
        sink = sink * 1.0001 + i;
}
void plug(void)
{
    work(20000);
    sink += 1;
}
EOF
cat >late.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
int main(void)
{
    struct timespec now;
    for (int i = 0; i < 3; i++) {
        void *library = dlopen("./plugin.so", RTLD_NOW);
        void (*plug)(void) = (void (*)(void))dlsym(library, "plug");
        plug();
        dlclose(library);
    }
    for (int i = 0; i < 3000000; i++)
        clock_gettime(CLOCK_MONOTONIC, &now);
    return 0;
}
EOF
# shellcheck disable=SC2086
${CC:-cc} $flags -fPIC -shared -o plugin.so plugin.c
# shellcheck disable=SC2086
${CC:-cc} $flags -o late late.c -ldl

. "$TESTS/tools/recordings.sh"

# Only some cases run by default.
check() { # CASE MOST "RECORD OPTIONS" "PROF2DOT OPTIONS" COMMAND...
    case $FULL$1 in
    frame-pointers | fork-and-exec | faults | late-library | unwound | yes*)
        record_and_compare "$@" ;;
    esac
}

clock='-e cpu-clock -F 2000'
check frame-pointers 20 "$clock -g" '' ./deep
check user-only 20 "-e cpu-clock:u -F 2000 -g" '' ./deep
check kernel-only 20 "-e cpu-clock:k -F 2000 -g" '' ./deep
check threads 20 "$clock -g" '' ./deep threads
check one-thread-a-file 20 "$clock -g --per-thread" '' ./deep threads
check fork-and-exec 20 "$clock -g" '' ./deep fork
check fixed-address 20 "$clock -g" '' ./fixed
check stripped 20 "$clock -g" '' ./bare
check two-clocks 20 "-e cpu-clock,task-clock -F 2000 -g" '' ./deep
check faults 20 "-e cpu-clock,page-faults -F 2000 -g" '--event=page-faults' ./deep
check faults-of-many 20 "-e cpu-clock,page-faults,context-switches -F 2000 -g" \
    '--event=page-faults --weight=period' ./deep
check no-chains 20 "$clock" '' ./deep
check shell 20 "$clock -g" '' sh -c './deep; ls -lR /usr/lib >/dev/null; ./bare'
check build-ids-in-mappings 20 "$clock -g --buildid-mmap" '' ./deep
check comm 20 "$clock -g" '--comm=deep' sh -c './deep & ./bare; wait'
check tags 20 "$clock -g" '--tags=comm,tid' ./deep threads
check no-build-ids 20 "$clock -g -B -N" '' ./deep
check leader 20 "-e {cpu-clock,task-clock}:S -F 1000 -g" '' ./deep
check period 20 "-e cpu-clock -c 500000 -g" '--weight=period' ./deep
# Other programs of the machine start while it records, and perf names their
# stacks by the mappings from before the exec: only this program is compared.
check all-processors 20 "$clock -g -a" '--comm=deep' ./deep threads
check late-library 20 "$clock -g" '' ./late
check deleted 20 "$clock -g" '' sh -c 'cp deep gone; ./gone & sleep 0.2; rm gone; wait'
cat >loop.js <<'EOF'
function add(a, b) { return a + b; }
function loop(n) { let s = 0; for (let i = 0; i < n; i++) s = add(s, i % 7); return s; }
let total = 0;
for (let i = 0; i < 300; i++) total += loop(1e6) + JSON.stringify([i, total]).length;
console.log(total);
EOF
command -v node >/dev/null &&
    check compiled-at-run-time 20 "$clock -g" '' \
        node --perf-basic-prof --interpreted-frames-native-stack loop.js

# A program of 32 bits. perf cannot unwind its copied stacks here.
cat >narrow.c <<'EOF'
volatile unsigned sink;
__attribute__((noinline)) unsigned leaf(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum = sum * 31 + i;
    return sum;
}
__attribute__((noinline)) unsigned deep(unsigned depth)
{
    return (depth ? deep(depth - 1) : leaf(300000)) + 1;
}
int main(void)
{
    for (int i = 0; i < 500; i++)
        sink += deep(5);
    return 0;
}
EOF
narrow="${CC:-cc} -m32 -O2 -g -fno-optimize-sibling-calls -fno-inline"
if [ "$FULL" ] && $narrow -fomit-frame-pointer -o narrow narrow.c 2>/dev/null &&
    $narrow -fno-omit-frame-pointer -o narrow-fp narrow.c 2>/dev/null; then
    check narrow 20 "$clock -g" '' ./narrow-fp
    perf record -q $clock --call-graph dwarf -o narrow.data ./narrow >/dev/null 2>&1
    whole='^_start;.*;main;deep;deep;deep;deep;deep;deep;leaf[; ]'
    "$PROF2DOT" -q -T folded narrow.data 2>&1 | awk -v whole="$whole" '
        $0 ~ whole { n += $NF } { all += $NF }
        END {
            if (all > 50 && n >= all * 0.97)
                print "ok narrow: unwound"
            else
                printf "FAILED narrow: unwound: %d of %d\n", n, all
        }'
fi

# perf inject puts functions compiled at run time into libraries.
if [ "$FULL" ] && command -v node >/dev/null &&
    perf record -q -k mono $clock -g -o dump.data -- node --perf-prof loop.js \
        >/dev/null 2>&1 &&
    perf inject --jit -i dump.data -o jit.data 2>/dev/null; then
    "$PROF2DOT" -T folded dump.data 2>&1 >/dev/null |
        grep -q 'perf inject --jit -i dump.data -o jit.data' &&
        echo 'ok jitdump: what to run' || echo 'FAILED jitdump: what to run'
    costs --no-inline jit.data >ours
    perf script --no-inline --no-demangle -i jit.data 2>/dev/null |
        costs - >theirs
    compare jitdump 20
    rm -f jit*.so jit-*.dump ./*v8.log
fi

# Stacks are unwound by call frame information.
check unwound 20 "$clock --call-graph dwarf" '' ./lean
check unwound-threads 20 "$clock --call-graph dwarf" '' ./lean threads

# Recursion goes deeper than the 127 frames that perf shows by default. Where
# the copies are too small, the legend and the advice say so, as for the text of
# perf script.
cat >steps.c <<'EOF'
volatile double sink;
__attribute__((noinline)) int step(int n)
{
    for (int i = 0; i < 2000; i++)
        sink = sink * 1.0001 + i;
    return n ? step(n - 1) + 1 : 0;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        step(300);
    return 0;
}
EOF
${CC:-cc} -O1 -fno-optimize-sibling-calls -o steps steps.c
perf record -q $clock --call-graph dwarf,65528 -o whole.data ./steps >log 2>&1
"$PROF2DOT" -q -T folded --show-from='^main$' whole.data 2>&1 | awk '
    { all += $NF; if (gsub(/;/, "") > 127) deep += $NF }
    END {
        if (all > 20 && deep > .4 * all)
            print "ok perfdata: stacks of more than 127 frames"
        else
            printf "FAILED perfdata: %d of %d stacks are deep\n", deep, all
    }'
perf record -q $clock --call-graph dwarf,256 -o copies.data ./steps >log 2>&1
perf script -i copies.data >copies.perf 2>/dev/null
for file in copies.data copies.perf; do
    "$PROF2DOT" $file >copies.dot 2>err
    if grep -q 'totals \(of user code \)*are too low: ' copies.dot &&
        grep -q 'for full stacks: perf record --call-graph dwarf,65528$' err; then
        echo "ok perfdata: what copies lack in $file"
    else
        echo "FAILED perfdata: what copies lack in $file: $(cat err)"
    fi
done

# perf record writes into a pipe, which is read without a file.
perf record -q -o - $clock -g -- ./deep 2>/dev/null >pipe.data
costs --no-inline - <pipe.data >ours
cat pipe.data | costs --no-inline - >theirs
compare pipe-read-twice 0
perf script --no-inline --no-demangle -i pipe.data 2>/dev/null | costs - >theirs
compare pipe 20
gzip -c pipe.data >pipe.data.gz
costs --no-inline pipe.data.gz >ours
compare compressed-by-gzip 20
