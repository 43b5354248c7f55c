# Recordings of programs of many kinds: made by several compilers and linkers,
# in several languages, with signals, threads and processes, and with many
# options of perf record. See tools/recordings.sh. It takes minutes, and a case
# with few samples may differ by chance, so it runs if it is selected:
#
#     tests/run --all scripts/recordings

if ! perf record -q -o probe.data -e cpu-clock -g -- true >/dev/null 2>&1; then
    echo 'skipped recordings: perf is missing or cannot record here'
    exit
fi
. "$TESTS/tools/recordings.sh"

has() { # COMMAND
    command -v "$1" >/dev/null
}

clock='-e cpu-clock -F 2000'
chains="$clock -g"
copies="$clock --call-graph dwarf"

cat >many.c <<'EOC'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#define APART __attribute__((noinline, noclone))
volatile double sink;
APART void spin(int n)
{
    for (int i = 0; i < n * 1000; i++)
        sink = sink * 1.0001 + i;
}
APART int down(int n)
{
    spin(20);
    int more = n ? down(n - 1) : 0;
    sink += more;
    return more + 1;
}
APART int by_key(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
APART void sort(void)
{
    enum { N = 30000 };
    int *numbers = malloc(N * sizeof *numbers);
    for (int i = 0; i < N; i++)
        numbers[i] = i * 7919 % 10007;
    qsort(numbers, N, sizeof *numbers, by_key);
    sink += numbers[5];
    free(numbers);
}
APART void touch(void)
{
    enum { N = 4000000 };
    char *pages = mmap(NULL, N, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < N; i += 4096)
        pages[i] = 1;
    munmap(pages, N);
}
APART void work(void)
{
    for (int i = 0; i < 30; i++) {
        down(20);
        sort();
        touch();
    }
}
APART void *worker(void *arg)
{
    char name[16];
    snprintf(name, sizeof name, "worker-%d", (int)(size_t)arg % 4);
    spin(300);
    prctl(PR_SET_NAME, name);
    down(5);
    sort();
    return arg;
}
APART void threads(int n)
{
    pthread_t ids[100];
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], NULL, worker, (void *)(size_t)i);
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], NULL);
}
APART void handle(int signal)
{
    (void)signal;
    down(3);
    spin(200);
}
APART void signals(void)
{
    stack_t stack = { .ss_sp = malloc(1 << 16), .ss_size = 1 << 16 };
    struct sigaction action = { .sa_handler = handle, .sa_flags = SA_ONSTACK };
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    for (int i = 0; i < 300; i++) {
        spin(100);
        raise(SIGUSR1);
    }
}
APART void processes(char *self)
{
    for (int i = 0; i < 3; i++) {
        pid_t pid = vfork();
        if (pid == 0) {
            execl(self, self, "once", NULL);
            _exit(1);
        }
        waitpid(pid, NULL, 0);
        spin(2000);
    }
}
APART void yield_much(void)
{
    int ends[2];
    char c = 0;
    if (pipe(ends) != 0)
        abort();
    if (fork() == 0) {
        close(ends[1]);
        while (read(ends[0], &c, 1) == 1)
            spin(1);
        _exit(0);
    }
    close(ends[0]);
    for (int i = 0; i < 3000; i++) {
        spin(1);
        if (write(ends[1], &c, 1) != 1)
            abort();
    }
    close(ends[1]);
    wait(NULL);
}
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "threads"))
        threads(40);
    else if (!strcmp(what, "signals"))
        signals();
    else if (!strcmp(what, "deep"))
        for (int i = 0; i < 6; i++)
            down(300);
    else if (!strcmp(what, "processes"))
        processes(argv[0]);
    else if (!strcmp(what, "pipe"))
        yield_much();
    else if (!strcmp(what, "once"))
        down(60);
    else
        work();
    return 0;
}
EOC
cat >thrown.cc <<'EOC'
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
volatile double sink;
struct shape {
    virtual ~shape() = default;
    virtual double area(int n) const = 0;
};
struct square : shape {
    __attribute__((noinline)) double area(int n) const override
    {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum = sum * 1.0001 + i;
        return sum;
    }
};
__attribute__((noinline)) void fail(int n)
{
    if (n == 0)
        throw std::runtime_error("no more");
    fail(n - 1);
    sink = sink + n;
}
__attribute__((noinline)) int caught(int n)
{
    int times = 0;
    for (int i = 0; i < n; i++)
        try {
            fail(i % 10);
        } catch (const std::runtime_error &error) {
            times += error.what()[0] == 'n';
        }
    return times;
}
template <typename Key> __attribute__((noinline)) int count(int n)
{
    std::map<Key, int> counts;
    std::vector<int> numbers;
    for (int i = 0; i < n; i++) {
        counts[Key(std::to_string(i * 7919 % 1009))]++;
        numbers.push_back(i * 7919 % 10007);
    }
    std::sort(numbers.begin(), numbers.end(),
              [](int a, int b) { return a % 100 < b % 100; });
    return (int)counts.size() + numbers[3];
}
int main()
{
    square one;
    const shape *shapes[] = { &one };
    for (int i = 0; i < 8; i++)
        sink = sink + caught(6000) + count<std::string>(30000) +
               shapes[0]->area(5000000);
}
EOC
flags='-O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls'

# Compiles many.c. The compiler and its options follow the name.
build() { # NAME COMPILER...
    out=$1
    shift
    # shellcheck disable=SC2086
    "$@" -o "$out" many.c -pthread 2>messages ||
        { echo "skipped $out: it cannot be made here" && return 1; }
}

# shellcheck disable=SC2086
build many ${CC:-cc} $flags || exit
# shellcheck disable=SC2086
build lean ${CC:-cc} -O2 -g -fomit-frame-pointer || exit
# CASES, a pattern, runs some only.
check() { # as record_and_compare
    case $1 in
    ${CASES:-*}) record_and_compare "$@" ;;
    esac
}

# ---- What programs do ----
check renamed-threads 20 "$chains" '--tags=comm' ./many threads
check one-name 20 "$chains" '--comm=worker-2' ./many threads
check vfork 20 "$chains" '' ./many processes
check signals 20 "$chains" '' ./many signals
check deep-recursion 20 "$chains" '' ./many deep
check two-processes 20 "$chains" '' ./many pipe
check switches 20 '-e context-switches -c 1 -g' '' ./many pipe
check page-faults 20 '-e page-faults -c 1 -g' '' ./many
check unwound-signals 20 "$copies" '' ./lean signals
check unwound-threads 20 "$copies" '' ./lean threads
check unwound-recursion 20 "$copies,65528" '' ./lean deep
check unwound-cut 20 "$copies,1024" '' ./lean deep
check unwound-user 20 '-e cpu-clock:u -F 2000 --call-graph dwarf,4096' '' ./lean
check unwound-everywhere 20 "$copies -a" '--comm=lean' ./lean threads
check unwound-each-thread 20 "$copies --per-thread" '' ./lean threads

# ---- Options of perf record ----
check seldom 20 '-e cpu-clock -F 100 -g' '' ./many
check often 20 '-e cpu-clock -F 10000 -g' '' ./many
check zstd 20 "$chains -z" '' ./many
check zstd-much 20 "$copies -z22" '' ./lean
check fields 20 "$chains -d -T -P --sample-cpu --sample-identifier" '' ./many
check switch-events 20 "$chains --switch-events" '' ./many threads
check not-inherited 20 "$chains --no-inherit" '' ./many processes
check small-buffer 20 "-e cpu-clock -F 20000 -g -m 1" '' ./many
check monotonic 20 "$chains -k CLOCK_MONOTONIC" '' ./many
check late 20 "$chains -D 100" '' ./many
check at-the-end 20 "$chains --tail-synthesize" '' ./many
check namespaces 20 "$chains --namespaces --all-cgroups" '' ./many
check weight 20 '-e task-clock -c 700000 -g' --weight=period ./many
check counted 20 '-e {cpu-clock,page-faults}:S -F 1000 -g' '' ./many

# ---- Compilers, linkers and files ----
# Chains of static programs are not compared: code of the C library has no frame
# pointers there and leaves addresses of functions on the stack, which chains take
# for those of callers. perf names these functions, and the program those before
# them.
# shellcheck disable=SC2086
{
    build static ${CC:-cc} $flags -static && check static 20 "$copies" '' ./static
    build static-pie ${CC:-cc} $flags -static-pie &&
        check static-pie 20 "$copies" '' ./static-pie
    build moved ${CC:-cc} $flags -no-pie -Wl,-Ttext-segment=0x10000000 &&
        check moved 20 "$chains" '' ./moved
    build prelinked ${CC:-cc} $flags -fPIE -pie -Wl,-Ttext-segment=0x40000000 &&
        check prelinked 20 "$chains" '' ./prelinked
    build one-segment ${CC:-cc} $flags -Wl,-z,noseparate-code &&
        check one-segment 20 "$chains" '' ./one-segment
    build large-pages ${CC:-cc} $flags -Wl,-z,max-page-size=0x200000 &&
        check large-pages 20 "$chains" '' ./large-pages
    build lto ${CC:-cc} -O2 -g -flto -fno-omit-frame-pointer &&
        check lto 20 "$chains" '' ./lto
    build lto-lean ${CC:-cc} -O3 -g -flto &&
        check lto-unwound 20 "$copies" '' ./lto-lean
    build gold ${CC:-cc} $flags -fuse-ld=gold && check gold 20 "$chains" '' ./gold
    build lld ${CC:-cc} $flags -fuse-ld=lld && check lld 20 "$chains" '' ./lld
    build clang clang $flags && check clang 20 "$chains" '' ./clang
    build clang-lean clang -O2 -g -fuse-ld=lld &&
        check clang-unwound 20 "$copies" '' ./clang-lean
    build no-debug ${CC:-cc} -O2 && check unwound-no-debug 20 "$copies" '' ./no-debug
    build no-debug-static ${CC:-cc} -O2 -static &&
        check unwound-static 20 "$copies" '' ./no-debug-static
}
# The symbols are in a file of their own, which the program names or which lies
# in the cache of perf.
if has objcopy; then
    objcopy --only-keep-debug many many.debug
    cp many linked
    objcopy --strip-all --add-gnu-debuglink=many.debug linked
    check debug-link 20 "$chains" '' ./linked threads
    cp many gone
    home=$HOME
    HOME=$PWD
    perf record -q -o cached.data $chains -- ./gone >/dev/null 2>&1
    rm gone
    costs --no-inline cached.data >ours
    perf script --no-inline --no-demangle -i cached.data 2>/dev/null |
        costs - >theirs
    compare cached 20
    HOME=$home
fi

# ---- C++ ----
if has "${CXX:-c++}"; then
    # shellcheck disable=SC2086
    ${CXX:-c++} $flags -o thrown thrown.cc && check exceptions 20 "$chains" '' ./thrown
    ${CXX:-c++} -O2 -g -o thrown-lean thrown.cc &&
        check exceptions-unwound 20 "$copies,8192" '' ./thrown-lean
    check exceptions-whole 20 '-e cpu-clock -F 500 --call-graph dwarf,65528' '' \
        ./thrown-lean
fi
if has clang++; then
    clang++ -O2 -g -o thrown-clang thrown.cc &&
        check exceptions-clang 20 "$copies" '' ./thrown-clang
fi

# ---- Other languages ----
cat >loop.py <<'EOC'
def walk(n):
    return sum(i % 7 for i in range(300)) + (walk(n - 1) if n else 0)
for i in range(1500):
    walk(20)
EOC
cat >loop.sh <<'EOC'
walk() { [ "$1" = 0 ] || { text=${text//a/b}x; walk $(($1 - 1)); }; }
for i in 1 2 3 4 5 6 7 8 9 10; do text=; walk 200; done
ls -lR /usr/include >/dev/null
EOC
cat >loop.go <<'EOC'
package main

import (
	"fmt"
	"sort"
)

//go:noinline
func walk(n int) int {
	sum := 0
	for i := 0; i < 200000; i++ {
		sum += i % 7
	}
	if n > 0 {
		return sum + walk(n-1)
	}
	return sum
}

func main() {
	all := make(chan int)
	for i := 0; i < 4; i++ {
		go func() {
			numbers := make([]int, 200000)
			for i := range numbers {
				numbers[i] = i * 7919 % 10007
			}
			sort.Ints(numbers)
			all <- walk(60) + numbers[3]
		}()
	}
	for i := 0; i < 4; i++ {
		fmt.Println(<-all)
	}
}
EOC
cat >loop.rs <<'EOC'
use std::collections::HashMap;
#[inline(never)]
fn walk(n: u64) -> u64 {
    let mut counts: HashMap<String, u64> = HashMap::new();
    for i in 0..2000 {
        *counts.entry(format!("{}", i * 7919 % 1009)).or_insert(0) += 1;
    }
    counts.len() as u64 + if n > 0 { walk(n - 1) } else { 0 }
}
fn main() {
    let mut sum = 0;
    for _ in 0..40 {
        sum += std::thread::spawn(|| walk(30)).join().unwrap();
    }
    println!("{}", sum);
}
EOC
# The command may be a script that starts the interpreter. A start is much of a
# short run, and perf leaves out some callers in the dynamic linker.
python=$(has python3 && python3 -c 'import sys; print(sys.executable)')
[ "$python" ] && check python 20 "$chains" '' "$python" loop.py
[ "$python" ] && check python-unwound 20 '-e cpu-clock -F 1500 --call-graph dwarf,16384' '' "$python" loop.py
has bash && check bash 20 "$chains" '' bash loop.sh
has perl && check perl 20 "$chains" '' perl -e \
    'my %n; for my $i (1 .. 400000) { $n{$i * 7919 % 10007} .= "a" } print scalar(sort keys %n)'
check compiling 20 "$chains" '' "${CC:-cc}" -O2 -c -o many.o many.c
check sorting 20 "$chains" '' sort --parallel=2 many lean thrown.cc
has gzip && check packing 20 "$chains" '' gzip -kf many
if has go && GOCACHE=$PWD/cache GOFLAGS=-mod=mod go build -o loop-go loop.go 2>/dev/null; then
    check go 20 "$chains" '' ./loop-go
    check go-unwound 20 "$copies" '' ./loop-go
fi
if has rustc && rustc -O -g -C force-frame-pointers=yes -o loop-rs loop.rs 2>/dev/null; then
    check rust 20 "$chains" '' ./loop-rs
    check rust-unwound 20 "$copies" '' ./loop-rs
fi

# ---- A range of time ----
# shellcheck disable=SC2086
if perf record -q -o time.data $chains -- ./many threads >/dev/null 2>&1; then
    range=$(perf script -F time -i time.data 2>/dev/null | awk '
        /[0-9]/ { time = $1 + 0; if (!first) first = time }
        END { n = time - first
              printf "%.6f,%.6f", first + n / 4, first + n / 2 }')
    costs --no-inline --time="$range" time.data >ours
    perf script --no-inline --no-demangle -i time.data 2>/dev/null |
        costs --time="$range" - >theirs
    compare time 20
fi
