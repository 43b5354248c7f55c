# Nobody can make a traced program write to a file that is not its trace, and a
# pipe as trace does not keep the program from ending.
cc=$BUILD/bop-cc

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped tracefile: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_TRACE BOP_SEM BOP_MODE BOP_GRANULE \
    BOP_CALLS BOP_MAXEDGES

# The program waits for a line, so that its number is known before it ends.
cat >prog.c <<'END'
#include <stdio.h>
int shared[9];
int main(void)
{
    shared[1] = getchar();
    return shared[1] == EOF;
}
END
echo main >functions.in
"$cc" -w -o prog prog.c
say 'builds'

is_whole() { tail -n 1 "$1" | grep -q '^end'; }

links() {
    for mode in agg events; do
        BOP_MODE=$mode
        export BOP_MODE
        echo mine >victim
        sh -c 'ln -s "$PWD/victim" bop.$$.trace && echo $$ >number &&
            exec ./prog' <prog.c
        [ "$(cat victim)" = mine ]
        say "$mode: a link at the default name is not followed" "$(cat victim)"
        trace=bop.$(cat number).trace
        [ ! -L "$trace" ] && is_whole "$trace"
        say "$mode: the trace is a new file" "$(ls -l bop.*)"
        [ "$(ls -l "$trace" | cut -c 1-10)" = -rw------- ]
        say "$mode: only the user may read it" "$(ls -l "$trace")"
        mkfifo line
        ./prog <line &
        exec 3>line
        until [ -s bop.$!.trace ]; do sleep .1; done
        ln -sf "$PWD/victim" bop.$!.trace
        echo >&3
        exec 3>&-
        wait $!
        [ "$(cat victim)" = mine ]
        say "$mode: a link that comes later is not followed" "$(cat victim)"
        rm -f bop.* line
    done
    unset BOP_MODE
    ln -s victim named
    BOP_TRACE=named ./prog <prog.c && is_whole victim && [ -L named ]
    say 'a link that BOP_TRACE names is followed'
}

# Both forms name the memory that was read.
addresses() {
    BOP_MODE=events BOP_TRACE=events ./prog <prog.c
    shared=$(nm prog | sed -n 's/ B shared$//p')
    expected=$(printf '0:%x' $((0x$shared + 4)))
    found=$(awk '$1 == "d" || $1 == "D" { print $NF }' events)
    [ "$found" = "$expected
$expected" ]
    say 'events: the address of what was read' "$found, expected $expected"
}

# A function that reports its entry at two addresses has one record for a call.
# Compilers make such functions when they move code.
entries() {
    cat >entries.c <<'END'
void __tsan_func_entry(void *), __tsan_func_exit(void);
static int data;
__attribute__((no_sanitize("thread"), noinline)) static void work(int n)
{
    if (n)
        __tsan_func_entry(__builtin_return_address(0));
    else
        __tsan_func_entry(__builtin_return_address(0));
    __tsan_func_exit();
}
int main(void)
{
    for (int i = 0; i < 5; i++)
        work(i % 2);
    return data;
}
END
    printf 'main\nwork\n' >functions.in
    "$cc" -w -o entries entries.c && BOP_TRACE=calls ./entries
    calls=$(awk '$1 == "c" && $2 == 1 { print $4, $5 }' calls)
    [ "$calls" = '2 5' ]
    say 'entries at two addresses are one call' "$(grep '^[cf]' calls)"
}

# Memory that realloc moves keeps what was written; where it stays, too.
moves() {
    cat >moves.c <<'END'
#include <stdlib.h>
int main(void)
{
    int *small = malloc(8), *wall = malloc(8), *large;
    small[1] = 5;
    large = realloc(small, 1 << 20);
    wall[0] = large[1];
    wall = realloc(wall, 4);
    return *wall - 5;
}
END
    echo main >functions.in
    "$cc" -w -o moves moves.c && BOP_TRACE=moved ./moves
    sh "$TESTS/tools/bopedges.sh" moved | sed 's/ [0-9]* [0-9]*$//' >have
    printf 'main:%s[main:%s] -> main:%s[main:%s]\n' 5 5 7 7 7 7 9 9 |
        cmp -s - have
    say 'realloc: dependences' "$(cat have)"
}

# Memory that a library gives back unseen has no writer for its next owner.
gives() {
    echo 'void free(void *); void give(void *p) { free(p); }' >give.c
    cat >gives.c <<'END'
#include <stdlib.h>
void give(void *);
int main(void)
{
    int *p = malloc(64);
    p[4] = 5;
    give(p);
    int *q = malloc(64);
    q[5] = q[4];
    return q != p;
}
END
    ${CC:-cc} -w -shared -fPIC -o libgive.so give.c &&
        "$cc" -w -o gives gives.c -L. -lgive -Wl,-rpath,"$PWD" &&
        BOP_TRACE=given ./gives
    say 'a library gives memory back: runs'
    ! grep '^D' given >have
    say 'a library gives memory back' "$(cat have)"
}

# Functions that run when the program ends, or when fork starts a process, cost
# what has been referenced since they were entered, or since the fork. Of calls
# of a function within itself, the outermost one has the inclusive cost.
running() {
    cat >running.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int data;
__attribute__((noinline)) static void deep(int n)
{
    data++;
    if (n)
        deep(n - 1);
    if (fork() == 0)
        data = 7;
    else
        wait(NULL);
    exit(0);
}
int main(void)
{
    data = 1;
    data = 2;
    data = 3;
    deep(2);
}
END
    echo main >functions.in
    "$cc" -w -o running running.c && rm -rf costs && mkdir costs &&
        BOP_TRACE=costs/%p ./running
    cat costs/* | awk '
        $1 == "f" && $4 ~ /main|deep/ { print $1, $4, $7, $8, $9 }
        $1 == "c" && ($2 || $5) { print $1, $2, $4, $5, $6 }' | sort >have
    printf '%s\n' 'c 0 1 1 1' 'c 0 1 1 9' 'c 1 2 1 1' 'c 1 2 1 6' 'c 2 2 2 1' \
        'c 2 2 2 4' 'f deep 3 1 1' 'f deep 3 6 6' 'f main 1 0 1' \
        'f main 1 3 9' | diff - have >diff
    say 'functions that run at the end and at a fork' "$(tr '\n' ';' <diff)"
}

# The head has the time of start as the system tells it, whatever the program is
# called, and the tracer leaves no descriptor open, not even number 0.
process() {
    cat >opens.c <<'END'
#include <fcntl.h>
int main(void) { return open("/dev/null", O_RDONLY); }
END
    "$cc" -w -o 'opens ) 1 (' opens.c
    # shellcheck disable=SC2016
    start=$(sh -c 'cut -d " " -f 22 "/proc/$$/stat"
        exec env BOP_TRACE=opened "./opens ) 1 (" <&-')
    say 'a program whose standard input is closed' "open returns $?"
    [ "$start" ] && grep -q "^h.* start=$start " opened
    say 'the time of start' "$start; $(grep '^h' opened)"
    # A pipe that has the name of the list of functions is not read.
    rm functions.in && mkfifo functions.in
    BOP_TRACE=opened timeout 10 './opens ) 1 (' <&- &&
        grep -q '^f [0-9]* [^ ]* main [^ ]* D ' opened
    say 'a pipe with the name of functions.in' "$(grep '^f' opened)"
    rm functions.in && echo main >functions.in
    id=0123456789abcdef
    id=$id$id$id$id
    for more in '' 01 $id; do
        "$cc" -w -Wl,--build-id=0x$id$more -o opens opens.c &&
            BOP_TRACE=opened ./opens >/dev/null
        grep -q "^m 0 [0-9a-f]* [0-9a-f]* $id /" opened
        say "an id of a program of $((32 + ${#more} / 2)) bytes" \
            "$(grep '^m 0' opened)"
    done
}

# Blanks and comments in functions.in are no parts of names.
names() {
    cat >three.c <<'END'
static int data;
__attribute__((noinline)) static void mid(void) { data++; }
__attribute__((noinline)) static void step(void) { data++; }
__attribute__((noinline)) static void rest(void) { data++; }
int main(void) { mid(); step(); rest(); return data - 3; }
END
    printf ' \tmain \t\n\n # rest\nstep\r\n\n\tmid# rest' >functions.in
    "$cc" -w -o three three.c && BOP_TRACE=three.trace ./three 2>err
    awk '$1 == "f" { print $4, $6 }' three.trace | sort | tr '\n' ' ' >modes
    [ "$(cat modes)" = 'main D mid D rest S step D ' ] && [ ! -s err ]
    say 'blanks around names' "$(cat err modes)"
    printf 'nobody\nmain\nno.c:step\nstep\n' >functions.in
    BOP_TRACE=three.trace ./three 2>err
    words='functions.in names it, but no traced function has that name'
    printf 'bop: %s: %s\n' nobody "$words" no.c:step "$words" | cmp -s - err
    say 'names that no function has' "$(cat err)"
    BOP_TRACE=three.%p.trace ./three 2>err &
    wait $!
    grep -q "^h pid=$! " three.$!.trace
    say 'the head has the process' "$(grep '^h' three.*.trace)"
}

# A name in functions.in is not that of a template argument, and it is that of a
# template whose return type has arguments.
templates() {
    cat >names.cc <<'END'
template <class T> struct step {};
template <class A, class B> struct pair {};
static int *data = new int;
template <class A, class B> pair<A, step<B> > run() { *data = 1; return {}; }
int main() { run<int, step<int> >(); return *data - 1; }
END
    true >modes
    for name in step run; do
        printf 'main\n%s\n' $name >functions.in
        "$BUILD/bop-c++" -w -o names names.cc && BOP_TRACE=names.$name ./names 2>err
        awk '$1 == "f" && /run/ { print $(NF - 3) }' names.$name >>modes
    done
    [ "$(cat modes)" = 'S
D' ]
    say 'names within templates' "$(cat modes; grep '^f' names.*)"
    echo main >functions.in
}

# Sends SIGTERM to the last program in the background and waits for it.
# Succeeds if it ends within 10 seconds.
ends_by_term() {
    kill -TERM $!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        kill -0 $! 2>/dev/null || return 0
        sleep .5
    done
    kill -KILL $!
    return 1
}

pipes() {
    mkfifo pipe line
    BOP_TRACE=pipe timeout 10 ./prog <prog.c 2>err
    [ $? = 0 ] && grep -q 'pipe: cannot write the trace' err
    say 'a pipe that nobody reads' "$(cat err)"
    cat pipe >got &
    sleep .3
    BOP_TRACE=pipe ./prog <prog.c
    wait $!
    is_whole got
    say 'a pipe that somebody reads' "$(tail -n 1 got)"
    # The reader takes nothing, and the pipe is full.
    sleep 20 <pipe &
    reader=$!
    exec 4>pipe
    timeout 1 cat /dev/zero >&4
    BOP_TRACE=pipe ./prog <prog.c 2>err &
    sleep 1.3 # after a second it asks whether a signal should end it
    kill -0 $!
    say 'a pipe that is full: the program waits'
    ends_by_term
    say 'a pipe that is full: SIGTERM ends the program'
    exec 4>&-
    kill $reader 2>/dev/null
    BOP_TRACE=pipe BOP_MODE=events ./prog <prog.c &
    sleep .5
    ends_by_term
    say 'events: SIGTERM ends the program that waits for a reader'
}

# The user root runs a program that has the rights of another user.
setuid() {
    if [ "$(id -u)" != 0 ] || ! id nobody >/dev/null 2>&1; then
        echo 'skipped tracefile: setuid: needs root and the user nobody'
        return
    fi
    mkdir open && chmod 777 open && cp prog open/other && cd open || return
    ./other <../prog.c && ls bop.*.trace >/dev/null
    say 'setuid: the same program leaves a trace otherwise'
    rm -f bop.*
    chown nobody other && chmod u+s other
    BOP_TRACE=$PWD/trace ./other <../prog.c 2>../err
    status=$?
    if grep -q 'cannot open shared object file' ../err; then
        echo 'skipped tracefile: setuid: others cannot read the build folder'
    else
        [ $status = 0 ] && [ "$(ls)" = other ]
        say 'setuid: nothing is written' "$(ls)"
        # A program that wants to be told of references is told of none.
        cat >../tells.c <<'END'
#include <unistd.h>
int data;
void _bop_prof_rec_write(unsigned long p, int sketch, const char *f, int line)
{
    write(1, "told\n", 5);
}
int main(void) { data = 1; return data - 1; }
END
        "$cc" -w -o other ../tells.c && BOP_TRACE=$PWD/trace ./other >../told &&
            chown nobody other && chmod u+s other && ./other >../untold 2>&1
        [ -s ../told ] && [ ! -s ../untold ]
        say 'setuid: nothing is told' "$(cat ../untold)"
    fi
    cd ..
}

# A signal about the trace is not one for the program.
limits() {
    got=$( (ulimit -f 0 && BOP_TRACE=$PWD/small exec ./prog <prog.c 2>&1) |
        tail -n 1
        (ulimit -f 0 && BOP_TRACE=$PWD/small exec ./prog <prog.c) \
            >/dev/null 2>&1
        echo "status $?")
    case $got in
    *'File too large'*'status 0') true ;;
    *) false ;;
    esac
    say 'no file may grow: the program does not notice' "$got"
}

# A thread that ends within a function leaves it, and gives all memory back.
threads() {
    cat >threads.c <<'END'
#include <pthread.h>
#include <stdio.h>
static void *leave(void *p) { pthread_exit(p); }
int main(int argc, char **argv)
{
    pthread_t thread;
    long pages[2] = { 0 };
    for (int i = 0; i < (argc > 1 ? 200 : 3); i++) {
        if (pthread_create(&thread, 0, leave, 0) || pthread_join(thread, 0))
            return 1;
        if (i == 3 || i == 199) {
            FILE *file = fopen("/proc/self/statm", "r");
            fscanf(file, "%ld", &pages[i > 3]);
            fclose(file);
        }
    }
    return pages[1] > pages[0] + 400;
}
END
    printf '%s\n' main leave >functions.in
    "$cc" -w -pthread -o threads threads.c && BOP_TRACE=threads.trace ./threads 200
    say 'threads give their memory back'
    BOP_MODE=events BOP_TRACE=threads.trace ./threads
    [ "$(grep -c '^e ' threads.trace)" = 4 ] &&
        [ "$(grep -c '^x ' threads.trace)" = 4 ]
    say 'threads that end leave their functions' "$(grep '^[ex] ' threads.trace)"
    echo main >functions.in
}

BOP_KINDS=waw,rawr ./prog <prog.c 2>err
[ "$(cat err)" = 'bop: BOP_KINDS: expected raw, war and waw, separated by commas' ]
say 'a kind that is not known' "$(cat err)"
head_is() { # NAME TEXT: without a plugin, the head says what it misses
    found=$(sed -n 's/ missing=[^ ]*//; s/^h .* sem=/sem=/p' "$1")
    [ "$found" = "$2 ptr=64 clock=refs functions=$PWD/functions.in exe=$PWD/prog" ]
    say "the head of a trace: $2" "$found"
}
BOP_TRACE=plain ./prog <prog.c
head_is plain 'sem=call mode=agg granule=1 calls=all kinds=raw'
BOP_TRACE=other BOP_SEM=doc BOP_MODE=events BOP_GRANULE=4 BOP_CALLS=detail ./prog <prog.c
head_is other 'sem=doc mode=events granule=4 calls=detail kinds=raw'
for kinds in raw,war raw,waw raw,war,waw; do
    BOP_TRACE=$kinds BOP_KINDS=$kinds ./prog <prog.c
    head_is $kinds "sem=call mode=agg granule=1 calls=all kinds=$kinds"
done
links
addresses
threads
entries
moves
gives
running
process
names
! command -v g++ >/dev/null || templates
pipes
setuid
limits
