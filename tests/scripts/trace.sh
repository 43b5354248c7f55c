# Builds the programs of tests/bop by bop-cc with gcc and clang, runs them, and
# compares their traces with what comments in them expect. The lines of these
# comments, where a place is FUNCTION:LINE[TOPLEV], as bopedges.sh prints it:
#
#     functions: main mid           functions.in; without this line, main
#     call: PLACE -> PLACE N LEAST  a dependence with sem=call: how often, the
#                                   least distance
#     call-gcc: ...                 the same with gcc only; also call-clang
#     doc: ...                      a dependence with sem=doc; also doc-gcc
#     words: ...                    a dependence with granule=4
#     f: NAME CALLS SELF INCLUSIVE  the costs of a function
#     c: CALLER CALLEE CALLS INCLUSIVE
#
# Without FULL, one compiler is enough.
programs=$TESTS/bop
tools=$TESTS/tools
cc=$BUILD/bop-cc cxx=$BUILD/bop-c++

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped trace: libbop is not for this system'
    exit
fi
if ! command -v addr2line >/dev/null; then
    echo 'skipped trace: there is no addr2line'
    exit
fi
compilers=
for compiler in gcc clang; do
    [ "$FULL" ] || [ ! "$compilers" ] || continue
    if command -v $compiler >/dev/null; then
        compilers="$compilers $compiler"
    else
        echo "skipped trace: there is no $compiler"
    fi
done
# Settings of the user must not change the results.
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_TRACE BOP_SEM BOP_MODE BOP_GRANULE \
    BOP_CALLS BOP_MAXEDGES
BOP_PLACES=no && export BOP_PLACES # places.sh looks at them

build() { # COMPILER PROGRAM ARGUMENTS...
    compiler=$1 to=$2
    shift 2
    case $compiler in
    gcc) BOP_CC=gcc BOP_CXX=g++ ;;
    clang) BOP_CC=clang BOP_CXX=clang++ ;;
    esac
    export BOP_CC BOP_CXX
    case $* in
    *.cc*) "$cxx" -w -pthread -o "$to" "$@" ;;
    *) "$cc" -w -pthread -o "$to" "$@" ;;
    esac
    status=$?
    unset BOP_CC BOP_CXX
    return $status
}

# Can the compiler build the file? Support for C++ is a package of its own.
can_build() { # COMPILER NAME
    case $1/$2 in
    gcc/*.cc) set -- "$@" g++ ;;
    clang/*.cc) set -- "$@" clang++ ;;
    *) return ;;
    esac
    echo '#include <stdexcept>' | $3 -x c++ -E - >/dev/null 2>&1 && return
    echo "skipped trace: $2 with $1: there is no C++"
    return 1
}

# Prints functions.in for a program.
functions_of() { # FILE
    words=$(sed -n 's|^[/* ]*functions: \([a-z ]*[a-z]\).*|\1|p' "$1")
    printf '%s\n' ${words:-main}
}

# Runs ./PROGRAM and leaves its trace in "trace", and in "have" as text.
run() { # PROGRAM ARGUMENTS...
    rm -f trace
    program=$1
    shift
    BOP_TRACE=trace "./$program" "$@" >out 2>err || return
    sh "$tools/bopedges.sh" trace >have
}

# Leaves the dependences in "want" that the comments expect.
expected() { # FILE KEYS...
    file=$1
    shift
    for key in "$@"; do
        sed -n "s/^$key: //p" "$file"
    done | sort >want
}

# Compares "want" with "have".
same() { # NAME
    diff want have >difference
    say "$1" "$(grep '^[<>]' difference | head -3 | tr '\n' ';')"
}

expect_all() { # COMPILER NAME FLAGS...
    can_build "$1" "$2" || return
    compiler=$1 name=$2
    shift 2
    if [ "$name" = structs.c ] && [ ! -e "$BUILD/libbop_$compiler.so" ]; then
        echo "skipped trace: $name: there is no plugin for $compiler"
        return
    fi
    functions_of "$programs/$name" >functions.in
    build "$compiler" prog "$programs/$name" "$@"
    say "$name builds with $compiler${1:+ $*}" || return
    BOP_SEM=call run prog
    say "$name runs with $compiler${1:+ $*}" "$(head -1 err)"
    expected "$programs/$name" call "call-$compiler"
    same "$name, $compiler${1:+ $*}"
    BOP_SEM=doc run prog
    expected "$programs/$name" doc "doc-$compiler"
    same "$name, $compiler${1:+ $*}, sem=doc"
}

sets() {
    for file in "$programs"/*.c "$programs"/*.cc; do
        name=${file##*/}
        case $name in
        api.c | atomics.c | ends.c | host.c | plugin.c | two_?.c) continue ;;
        esac
        for compiler in $compilers; do
            expect_all "$compiler" "$name"
        done
    done
    for compiler in $compilers; do
        for flags in -static -no-pie '-pie -fPIE' -static-pie; do
            # shellcheck disable=SC2086
            expect_all "$compiler" nested.c $flags
        done
        expect_all "$compiler" copies.c -static
        expect_all "$compiler" throw.cc -static
        expect_all "$compiler" exchange.c -static
    done
}

granule() {
    echo main >functions.in
    build gcc prog "$programs/overlap.c" && BOP_GRANULE=4 run prog
    expected "$programs/overlap.c" words
    same 'words of 4 bytes'
}

# Prints functions and calls with the names of functions for their numbers.
name_calls='
$1 == "f" { name[$2] = $4; print "f:", $4, $7, $8, $9 }
$1 == "c" { print "c:", $2 ? name[$2] : "root", name[$4], $5, $6 }'

costs() {
    for compiler in $compilers; do
        build "$compiler" prog "$programs/recursion.c" && run prog
        awk "$name_calls" trace | sort >have
        grep -E '^[fc]: ' "$programs/recursion.c" | sort >want
        same "costs of recursion, $compiler"
    done
    build gcc prog "$programs/recursion.c" && BOP_CALLS=detail run prog
    awk "$name_calls" trace | sort >have
    printf '%s\n' 'c: root main 1 62' 'f: down 0 0 0' 'f: main 1 62 62' >want
    same 'costs of DETAIL functions only'
    cat >waits.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int table[2][1000], ready;
static void *work(void *of)
{
    int *row = of;
    for (int i = 1; i < 1000; i++)
        row[i] = row[i - 1] + i;
    __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
    for (;;)
        pause();
}
int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, NULL, work, table[i]);
    while (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) < 2)
        usleep(1000);
    exit(0);
}
END
    build gcc prog waits.c && run prog
    awk "$name_calls" trace | grep work >have
    printf '%s\n' 'f: work 2 4000 4000' 'c: root work 2 4000' >want
    same 'costs of a function in which threads are at the end'
}

# The sums of an event stream must be the records that follow it, and those of
# a run without events.
events() {
    for name in nested.c recursion.c carried.c exchange.c handler.c throw.cc; do
        can_build gcc $name || continue
        functions_of "$programs/$name" >functions.in
        build gcc prog "$programs/$name" && run prog
        cp have want
        BOP_MODE=events run prog
        same "events: dependences of $name"
        awk -f "$tools/bopsum.awk" trace | sort >have
        awk -f "$tools/bopsum.awk" -v end=1 trace | sort >want
        [ -s want ] && same "events: sums of $name"
    done
}

# Does the trace end with the number of its records?
is_whole() { # TRACE
    [ "$(tail -n 1 "$1")" = "end $(($(wc -l <"$1") - 2))" ]
}

# Does it have the dependence of ends.c?
puts_and_gets() { # TRACE
    sh "$tools/bopedges.sh" "$1" | grep -q '^put:.* -> get:.* 1 2$'
}

# Lets ends.c end in that way and looks at its traces, of which there is one or
# TRACES.
end() { # WAY STATUS [SIGNAL [TRACES]]
    rm -rf end && mkdir end
    (cd end && exec ../ends "$1" >../out 2>../err)
    status=$?
    [ $status = "$2" ]
    say "$1$mode: status" "$status"
    for trace in end/*.trace; do
        is_whole "$trace" && puts_and_gets "$trace"
        say "$1$mode: ${trace##*.}" "$(tail -n 1 "$trace")"
        [ "$(sed -n 's/^s //p' "$trace")" = "$3" ]
        say "$1$mode: signal" "$(grep '^s' "$trace")"
    done
    set -- "$1" "${4:-1}" end/*.trace
    [ $# = $(($2 + 2)) ]
    say "$1$mode: traces" "$(($# - 2))"
}

ends() {
    build gcc ends "$programs/ends.c"
    for mode in '' ' in events'; do
        [ "$mode" ] && export BOP_MODE=events
        end return 0
        end exit 0
        end _exit 0
        end abort 134 6
        end segv 139 11
        end overflow 139 11
        end term 143 15
        end default 143 15
        end close 0
        end exec 0 '' 2
        end noexec 0
        sh "$tools/bopedges.sh" end/*.trace | grep -c '^put:.* -> get:' >counted
        [ "$(cat counted)" = 2 ] && [ "$(grep -c '^end' end/*.trace)" = 1 ]
        say "noexec$mode: what comes after it" "$(tail -n 3 end/*.trace)"
        end vfork 0
        end spawn 0 '' 2
        rm -rf end && mkdir end && (cd end && exec ../ends kill)
        ! grep -q '^end' end/*.trace && head -1 end/*.trace | grep -q bop-trace
        say "kill$mode: a trace without end"
    done 2>/dev/null
    unset BOP_MODE
}

# The child reads what its parent wrote, and no reference counts in both
# traces.
forks() {
    for mode in agg events; do
        rm -rf end && mkdir end
        (cd end && BOP_MODE=$mode exec ../ends fork)
        say "fork, $mode"
        cat end/*.trace | awk '$1 == "n" { n += $2 } END { exit n != 33 }'
        say "fork, $mode: references" "$(cat end/*.trace | grep '^n')"
        for trace in end/*.trace; do
            is_whole "$trace" && sh "$tools/bopedges.sh" "$trace"
        done | grep -c '^put:.*\[main:[0-9]*\] -> get:' >counted
        [ "$(cat counted)" = 2 ]
        say "fork, $mode: both read" "$(cat counted)"
        for trace in end/*.trace; do
            awk -f "$tools/bopsum.awk" "$trace" | sort >have
            awk -f "$tools/bopsum.awk" -v end=1 "$trace" | sort >want
            [ $mode = agg ] || same 'fork: sums of events'
        done
    done
    rm -f fixed fixed.*
    BOP_TRACE=fixed ./ends fork && is_whole fixed && is_whole fixed.*
    say 'fork: a path without %p'
}

# Prints the functions in DETAIL mode.
detail_of() { # TRACE
    awk '$1 == "f" && $6 == "D" { print $4 }' "$1" | sort | tr '\n' ' '
}

is_detail() { # NAME WANT [UNKNOWN]
    [ "$(detail_of trace)" = "$2" ]
    say "$1" "$(detail_of trace)"
    [ "$(sed -n 's/^u //p' trace | tr '\n' ' ')" = "${3-}" ]
    say "$1: unknown" "$(grep '^u' trace)"
}

names() {
    build gcc two "$programs/two_a.c" "$programs/two_b.c"
    printf '# comment\n\n two_a.c:step # one\r\nnobody\nno.c:step\n' >list
    BOP_FUNCTIONS=list run two
    is_detail 'file.c:name' 'step ' 'nobody no.c:step '
    grep -q '^f [0-9]* [0-9a-f:]* step two_a.c D' trace
    say 'file.c:name is of that file'
    echo two_b.c:two_b >list
    BOP_FUNCTIONS=list run two
    is_detail 'file.c:name of a global one' 'two_b '
    echo '*' >list
    BOP_FUNCTIONS=list run two
    is_detail '*' 'main step step two_b '
    BOP_FUNCTIONS=nothing run two
    grep -q 'nothing: cannot read' err && grep -q '^w cannot' trace
    say 'functions.in is missing' "$(cat err)"
    is_detail 'functions.in is missing' 'main '
    mkdir -p else
    rm -f functions.in
    mv two else/two && run else/two
    is_detail 'no functions.in' 'main '
    echo two_b >else/functions.in
    run else/two
    is_detail 'functions.in with the program' 'two_b '
    echo step >functions.in
    (cd / && BOP_TRACE=$OLDPWD/trace "$OLDPWD/else/two")
    is_detail 'functions.in where it was linked' 'step step '
    can_build gcc throw.cc || return
    build gcc prog "$programs/throw.cc"
    printf 'shop::sell\nmeasure(Shape const*)\nSquare::area\nsold\n' >list
    BOP_FUNCTIONS=list run prog
    is_detail 'names of C++' \
        '_ZL7measurePK5Shape _ZN4shop4sellEi _ZNK6Square4areaEv ' 'sold '
    echo _ZN4shop5countEv >list
    BOP_FUNCTIONS=list run prog
    is_detail 'mangled names' '_ZN4shop5countEv '
    # Names of functions that templates make begin with their return type.
    cat >made.cc <<'END'
#include <string>
std::string digits = std::to_string(1000000);
int cell;
template <class T> T twice(T t) { cell += t; return t + cell; }
template <class T> struct Box { T v; T get(T t) { return v + t; } };
template <class T> Box<T> *same(Box<T> *box) { box->v += cell; return box; }
int main()
{
    Box<int> box = { 1 };
    return twice(2) + same(&box)->get(3) != 10;
}
END
    build gcc prog made.cc
    printf 'twice\nsame\nBox<int>::get\n' >list
    BOP_FUNCTIONS=list run prog
    is_detail 'names of templates' "$(printf '%s ' _Z4sameIiEP3BoxIT_ES3_ \
        _Z5twiceIiET_S0_ _ZN3BoxIiE3getEi)"
}

trouble() {
    echo main >functions.in
    build gcc prog "$programs/carried.c" -s -Wl,-s && run prog &&
        is_whole trace && [ -s have ]
    say 'bop-cc does not strip'
    strip prog && run prog
    say 'stripped: the program runs'
    grep -q ': no symbol table, so functions.in cannot be applied and nothing is traced: stripped?$' \
        err && grep -q '^! no%20symbol' trace &&
        ! grep -q '^D' trace
    say 'stripped: is told' "$(cat err)"
    build gcc plugin1.so -shared -fPIC "$programs/plugin.c"
    build gcc host "$programs/host.c" -ldl
    strip plugin1.so
    run host ./plugin1.so ./plugin1.so
    grep -q '/plugin1.so: no symbol table, so functions.in cannot be applied to it: stripped?$' err
    say 'a stripped library is told' "$(cat err)"
    build gcc prog "$programs/carried.c"
    for granule in 1 4; do
        (ulimit -v 330000 && BOP_GRANULE=$granule BOP_TRACE=trace exec ./prog 2>&1) |
            grep -v '^[0-9]*$'
        sed -n '/^w/s/%20/ /gp' trace
    done >told
    [ "$(cat told)" = 'bop: no address space for more shadow memory: tracing stops; see ulimit -v, or use BOP_GRANULE=4
w no address space for more shadow memory, so later references are missing
bop: no address space for more shadow memory: tracing stops; see ulimit -v
w no address space for more shadow memory, so later references are missing' ]
    say 'little address space' "$(cat told)"
    BOP_TRACE=/nonexistent/trace ./prog 2>err
    say 'no folder: the program runs'
    grep -q '/nonexistent/trace: cannot write the trace, nothing is traced: No such' err
    say 'no folder: is told' "$(cat err)"
    if [ -c /dev/full ]; then
        BOP_TRACE=/dev/full ./prog 2>err
        say 'full disk: the program runs'
        grep -q '/dev/full: cannot write the trace: No space' err
        say 'full disk: is told' "$(cat err)"
        BOP_MODE=events BOP_TRACE=/dev/full ./prog 2>err
        grep -q '/dev/full: cannot write the trace' err
        say 'full disk: is told of events' "$(cat err)"
    fi
    BOP_SEM=other BOP_MAXEDGES=1 run prog
    grep -q 'BOP_SEM: has an unknown value, the default is used' err &&
        [ "$(wc -l <have)" = 1 ] && grep -q '^n [0-9]* 10 1 0$' trace &&
        grep -q '^w unknown%20value BOP_SEM$' trace
    say 'unknown and small values' "$(cat err)$(grep '^[nw]' trace)"
    BOP_MODE=events BOP_KINDS=war,x BOP_MAXEDGES=0 BOP_TRACE=trace ./prog 2>err
    [ "$(cat err)" = 'bop: BOP_MAXEDGES: expected a number above 0
bop: BOP_KINDS: expected raw, war and waw, separated by commas' ] &&
        "$PROF2DOT" -T text trace 2>&1 >text |
        grep -q 'only flow dependences are recorded with BOP_MODE=events'
    say 'values that contradict each other' "$(cat err)"
    BOP_TRACE=/dev/stdout ./prog >trace && is_whole trace
    say 'a trace on a pipe'
    rm -f trace
    BOP_MODE=null BOP_TRACE=trace ./prog && [ ! -e trace ]
    say 'mode=null leaves nothing'
}

# Sites in shared libraries name the library as their module.
libraries() {
    for compiler in $compilers; do
        for i in 1 2; do
            build "$compiler" plugin$i.so -shared -fPIC "$programs/plugin.c"
        done
        build "$compiler" host "$programs/host.c" -ldl
        run host ./plugin1.so ./plugin2.so
        say "libraries, $compiler" "$(cat out err)"
        grep '^D' trace | cut -d' ' -f3- | tr ' ' '\n' |
            sed -n 's/:.*//p' | sort -u | while read -r m; do
            awk -v m="$m" '$1 == "m" && $2 == m { print $NF }' trace
        done | sed 's|.*/||' | sort | tr '\n' ' ' >modules
        [ "$(cat modules)" = 'host plugin1.so plugin2.so ' ]
        say "libraries: modules, $compiler" "$(cat modules)"
        [ "$(grep -c '^add:6.* -> add:6' have)" = 1 ]
        say "libraries: from one to the other, $compiler" "$(cat have)"
        grep -q '^add:6.* -> look:' have
        say "libraries: to the program, $compiler" "$(cat have)"
    done
}

# Names of the library must not clash with those of the program, and it calls no
# function that --wrap may redirect.
symbols() {
    ours='_bop_prof_rec_|bop_(instm|forget|pause|resume|dump)|__tsan_|__wrap_'
    ours="$ours|__sanitizer_cov_|__cyg_profile|pthread_create$|pthread_join$"
    nm -D --defined-only "$BUILD/libbop.so" | awk '{ print $NF }' |
        grep -vE "^($ours)" >strange
    [ ! -s strange ]
    say 'symbols of libbop.so' "$(head -3 strange | tr '\n' ' ')"
    nm -g --defined-only "$BUILD/libbop.a" | awk 'NF == 3 { print $3 }' |
        grep -vE "^($ours|bop_)" >strange
    [ ! -s strange ]
    say 'symbols of libbop.a' "$(head -3 strange | tr '\n' ' ')"
    # C++'s delete is for programs in C++; free is for what libc has made; the
    # functions of mutexes are only named; the wrapper of sigaction lets pass what
    # the tracer sets itself.
    sed 's/.*=//' "$BUILD/libbop.wrap" |
        grep -vxE '_Zn.*|_Zd.*|free|pthread_mutex_(un)?lock|sigaction' >wrapped
    nm "$BUILD/libbop.a" | awk '$1 == "U" { print $2 }' |
        grep -xFf wrapped >strange
    [ ! -s strange ]
    say 'libbop calls nothing that is wrapped' "$(tr '\n' ' ' <strange)"
}

# With --locals, references of scalar local variables are traced, too.
locals() {
    if ! command -v clang >/dev/null; then
        echo 'skipped trace: --locals: there is no clang'
        return
    fi
    "$cc" --locals -w -o prog "$programs/carried.c" && run prog
    say '--locals'
    grep -q '^add:6.* -> add:6.* 9 ' have &&
        grep -q '^main:11\[main:11\] -> main:11' have
    say '--locals: dependences' "$(head -3 have | tr '\n' ';')"
    if [ -e "$BUILD/libbop_clang.so" ]; then
        "$cc" --locals -w -o prog "$programs/structs.c" && run prog
        grep -q '^set_a:46.* -> get_a:56' have && ! grep -q '^set_c:' have
        say '--locals: bit fields' "$(grep '> get_a' have | tr '\n' ';')"
    else
        echo 'skipped trace: --locals: bit fields: there is no plugin for clang'
    fi
    gcc_locals
}

gcc_locals() {
    BOP_CC=gcc "$cc" --locals --fast -c "$programs/carried.c" 2>err
    [ $? = 1 ] && grep -q 'need clang' err
    say '--locals --fast with gcc' "$(cat err)"
    BOP_CC=gcc "$cc" --locals -w -o prog "$programs/carried.c" 2>err
    status=$?
    if [ ! -e "$BUILD/libbop_gcc.so" ]; then
        [ $status = 1 ] && grep -q 'needs clang, or the plugin' err
        say '--locals with gcc and no plugin' "$(cat err)"
        return
    fi
    run prog && grep -q '^add:6.* -> add:6.* 9 ' have &&
        grep -q '^main:11\[main:11\] -> main:11' have &&
        grep -q '^main:11\[main:11\] -> main:12' have
    say '--locals with gcc' "$(cat err; head -3 have | tr '\n' ';')"
    "$PROF2DOT" -q -T edges trace | grep -q '^%dependences flow$'
    say '--locals with gcc: the trace says that they are traced'
    cat >locals.cc <<'END'
#include <string>
struct big { big(const big &b) : s(b.s) {} big() {} std::string s; };
static int use(big b, int &r, register_t n) { r += n; return b.s.size() + r; }
template <class T> T twice(T t) { T two = t; two += t; return two; }
int main()
{
    int n = 0;
    big b;
    auto more = [&n](int by) { n += by; };
    for (char c : std::string("abc"))
        more(c - c + 1);
    try { throw n; } catch (int caught) { n = caught; }
    return use(b, n, 2) + twice(n) != 15;
}
END
    BOP_CXX=g++ "${cc%cc}c++" --locals -o prog locals.cc && ./prog >out 2>err &&
        [ ! -s err ]
    say '--locals with g++' "$(cat err)"
}

# A program with OpenMP runs as it does untraced, whatever constructs it has. Its
# threads belong to no statement.
openmp() {
    cat >omp.c <<'END_OF_C'
int squares[100], sum, tasks;
static void square(int i) { squares[i] = i * i; }
int main(void)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 100; i++)
        square(i);
#pragma omp parallel for num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += squares[i];
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 9; i++)
#pragma omp task firstprivate(i)
#pragma omp atomic
        tasks += i;
    return sum != 328350 || tasks != 36;
}
END_OF_C
    echo main >functions.in
    for compiler in gcc clang; do
        if $compiler -fopenmp -o plain omp.c 2>/dev/null; then
            build $compiler prog -fopenmp omp.c && run prog
            say "OpenMP runs with $compiler" "$(head -1 err)"
            build $compiler prog omp.c && run prog
            grep -q '^square:.*main:7. -> main:10' have
            say "without -fopenmp, $compiler" "$(head -5 have | tr '\n' ';')"
        else
            echo "skipped trace: there is no OpenMP for $compiler"
        fi
    done
}

sets
granule
costs
events
ends
forks
names
trouble
libraries
symbols
locals
openmp
