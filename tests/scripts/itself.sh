# A traced program stays itself: runs each program of tests/bop/itself/programs.c as gcc or
# clang builds it and traced, and compares what they print and how they end. The
# trace must be whole, unless the program replaced itself or was killed. One with
# objects that destructors of C++ release must not get signals after them, and one
# that lowers the limit of its memory gets a message first.
. "$TESTS/tools/say.sh"

if [ ! -x "$BUILD/bop-cc" ]; then
    echo 'skipped itself: libbop is not for this system'
    exit
fi
unset BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS BOP_MAXEDGES \
    BOP_KINDS
export BOP_TRACE=trace
echo main >functions.in

# Runs a program with an argument. Prints its output and its status.
outcome() { # PROGRAM ARGUMENT
    (
        exec "./$1" "$2"
    ) </dev/null 2>/dev/null
    echo "status $?"
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    $compiler -w -pthread -o native "$TESTS/bop/itself/programs.c" &&
        BOP_CC=$compiler "$BUILD/bop-cc" -w -pthread -o ours \
            "$TESTS/bop/itself/programs.c"
    say "$compiler: builds" || continue
    for i in $(seq 0 42); do
        rm -f trace*
        outcome native "$i" >native.out 2>&1
        outcome ours "$i" >ours.out 2>&1
        cmp -s native.out ours.out
        say "$compiler: program $i" "$(diff native.out ours.out | head -n 5)"
        # Nobody sees SIGKILL, nor an action that the kernel takes back.
        [ "$i" = 42 ] || [ "$i" = 10 ] || grep -q '^end ' trace
        say "$compiler: program $i leaves a trace"
    done
done

cat >destructors.cc <<'END'
#include <csignal>
#include <cstdio>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
struct jobs {
    std::unique_ptr<std::vector<int>> done{new std::vector<int>};
    ~jobs() { done.reset(); }
} all;
extern "C" void on_child(int)
{
    int status;
    all.done->push_back(1);
    while (waitpid(-1, &status, WNOHANG) > 0)
        all.done->push_back(2);
}
int main()
{
    signal(SIGCHLD, on_child);
    if (fork() == 0)
        _exit(0);
    while (all.done->size() < 2)
        usleep(1000);
    puts("done");
}
END
if echo '#include <memory>' | g++ -x c++ -E - >/dev/null 2>&1; then
    BOP_CXX=g++ "$BUILD/bop-c++" -w -o destructors destructors.cc &&
        [ "$(./destructors)" = done ]
    say 'no signal comes after destructors'
fi

# A signal that comes soon after the last destructor finds no program natively. It
# may come before we hold it back, if the machine is busy.
cat >soon.c <<'END'
#include <signal.h>
#include <unistd.h>
static int gone, ends[2];
static void on(int number)
{
    if (gone)
        _exit(number);
}
__attribute__((destructor)) static void release(void)
{
    gone = 1;
    close(ends[1]);
}
int main(void)
{
    char c;
    signal(SIGUSR1, on);
    if (pipe(ends) != 0 || fork() != 0)
        return 0;
    close(ends[1]);
    read(ends[0], &c, 1);
    usleep(1500);
    kill(getppid(), SIGUSR1);
    _exit(0);
}
END
"$BUILD/bop-cc" -w -o soon soon.c
status=1
for i in 1 2 3 4 5 6; do
    [ $status = 0 ] || { ./soon && status=0; }
done
[ $status = 0 ]
say 'no handler runs when the destructors have run'

cat >limited.c <<'END'
#include <sys/resource.h>
int main(void)
{
    struct rlimit limit = { 1 << 30, 1 << 30 };
    return setrlimit(RLIMIT_DATA, &limit);
}
END
"$BUILD/bop-cc" -w -o limited limited.c && ./limited 2>err
grep -q '^bop: the program limits its memory, .* needs several times as much: it ends if that is lacking (bop-cc(1), What the program notices)$' err
say 'a limit of memory is told' "$(cat err)"
