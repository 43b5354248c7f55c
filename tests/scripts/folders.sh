# functions.in is found beside the sources, in whatever folder the program was
# built and runs; names that no traced function has are told at the start of the
# run and in the picture.
cc=$BUILD/bop-cc

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped folders: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_CALLS CFLAGS LDFLAGS
BOP_TRACE=$PWD/trace && export BOP_TRACE

mkdir -p proj/src proj/lib away
cat >proj/src/main.c <<'END'
int step(int);
int total;
int main(void)
{
    total += step(total);
    return total - 1;
}
END
cat >proj/lib/step.c <<'END'
int last;
int step(int n) { last += n + 1; return last; }
END
cat >proj/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(prog C)
add_executable(prog src/main.c lib/step.c)
END
cat >proj/Makefile <<'END'
prog:
	$(MAKE) -C src -f ../part.mk main.o
	$(MAKE) -C lib -f ../part.mk step.o
	$(CC) -o $@ src/main.o lib/step.o
END
printf '%%.o: %%.c\n\t$(CC) -c -o $@ $<\n' >proj/part.mk

# Prints the functions in DETAIL mode.
detail() {
    sed -n 's/^f [0-9]* [^ ]* \([^ ]*\) [^ ]* D .*/\1/p' trace | sort |
        tr '\n' ' '
}

# Runs a program elsewhere and looks for its functions in DETAIL mode.
studies() { # NAME PROGRAM FUNCTIONS
    rm -f trace
    (cd away && timeout 9 "$2") 2>err
    [ "$(detail)" = "$3" ]
    say "$1" "'$(detail)' $(cat err)"
}

# Builds in other folders than those of the sources: DEFINES functions.in.
build_all() { # COMPILER
    BOP_CC=$1 && export BOP_CC
    mkdir -p "$1"
    (cd "$1" && "$cc" -c ../proj/src/main.c && "$cc" -c ../proj/lib/step.c &&
        "$cc" -o prog main.o step.o && "$cc" -o both ../proj/src/main.c \
            ../proj/lib/step.c)
    say "$1 builds out of tree"
    make -C proj CC="$cc" >log 2>&1 && mv proj/prog "$1/made" &&
        rm proj/src/main.o proj/lib/step.o
    say "$1 builds with make" "$(tail -1 log)"
    command -v cmake >/dev/null || return 0
    cmake -S proj -B "$1/cmake" -DCMAKE_C_COMPILER="$cc" >log 2>&1 &&
        cmake --build "$1/cmake" >>log 2>&1
    say "$1 builds with CMake" "$(tail -1 log)"
}

run_all() { # COMPILER WHAT FUNCTIONS
    studies "$1: $2" "$PWD/$1/prog" "$3"
    studies "$1: $2: several sources at once" "$PWD/$1/both" "$3"
    studies "$1: $2: make" "$PWD/$1/made" "$3"
    [ ! -d "$1/cmake" ] ||
        studies "$1: $2: CMake" "$PWD/$1/cmake/prog" "$3"
}

found() { # COMPILER
    rm -f proj/*/functions.in
    run_all "$1" 'no file' 'main '
    echo step >proj/lib/functions.in
    run_all "$1" 'one file' 'step '
    echo main >proj/src/functions.in
    run_all "$1" 'two files' 'main step '
    [ "$(head -2 trace | tr ' ' '\n' | grep -c '^functions=.*/proj/')" = 2 ]
    say "$1: the trace names both"
    rm proj/src/functions.in
    echo main >away/functions.in
    run_all "$1" 'that of the present folder, too' 'main step '
    BOP_FUNCTIONS=functions.in studies "$1: BOP_FUNCTIONS alone counts" \
        "$PWD/$1/prog" 'main '
    rm away/functions.in
    echo main >"$1/functions.in"
    studies "$1: that beside the program, too" "$PWD/$1/prog" 'main step '
    rm "$1/functions.in"
}

maps() { # COMPILER
    (cd "$1" && "$cc" -ffile-prefix-map="$PWD/../none=/no" \
        -ffile-prefix-map="${PWD%/*}/proj=/elsewhere" -c ../proj/lib/step.c &&
        grep -c /elsewhere/lib step.o >/dev/null &&
        ! grep -q "${PWD%/*}/proj/lib" step.o)
    say "$1: -ffile-prefix-map is honoured"
    mkdir -p 'a "b\ %s'
    cp proj/src/main.c proj/lib/step.c 'a "b\ %s' &&
        echo step >'a "b\ %s/functions.in'
    "$cc" -Werror -Wall -Wextra -pedantic -o odd 'a "b\ %s/main.c' \
        'a "b\ %s/step.c'
    studies "$1: a folder with a strange name" "$PWD/odd" 'step '
    "$cc" -E proj/src/main.c >out && ! grep -q note.bop out
    say "$1: -E is left alone"
    "$cc" -x c -c -o in.o - <proj/lib/step.c && grep -qF "$PWD" in.o
    say "$1: standard input"
}

# Names that mean nothing, and functions without hooks.
unknown() { # COMPILER
    cat >proj/lib/functions.in <<'END'
step
nosuch
lib/step.c:main
helper
other
END
    echo 'int helper(int n) { return n; } int other(int n) { return helper(n); }
        int steps(int n) { return n; } /* not step */' | $1 -x c -c -o plain.o -
    (cd "$1" && "$cc" -o named ../proj/src/main.c ../proj/lib/step.c ../plain.o)
    studies "$1: names of no function" "$PWD/$1/named" 'step '
    cat >want <<'END'
bop: helper: functions.in names it, but its code has no hooks, so it cannot be traced
bop: lib/step.c:main: functions.in names it, but no traced function has that name
bop: nosuch: functions.in names it, but no traced function has that name
bop: other: functions.in names it, but its code has no hooks, so it cannot be traced
END
    sort err | diff want - >diff
    say "$1: are told at the start" "$(cat diff)"
    [ "$(grep -c '^u ' trace)" = 4 ]
    say "$1: are in the trace"
    "$PROF2DOT" -n0 -e0 trace >dot 2>err
    grep -q 'correct it, and run again' err && ! grep -q 'build and run' err
    say "$1: prof2dot's advice" "$(cat err)"
    tr '\n' ' ' <dot | sed 's/<[^>]*>//g; s/  */ /g' | grep -q \
        'names in functions.in that no traced function has (4: nosuch, lib/step.c:main, helper, \.\.\.)'
    say "$1: are in the picture" "$(grep -i 'traced' dot)"
    BOP_MODE=null "$1/named" 2>err
    [ ! -s err ]
    say "$1: nothing is told without a trace"
}

# What is not a file is no functions.in, unless BOP_FUNCTIONS names it.
not_files() { # COMPILER
    rm -f proj/*/functions.in
    mkdir proj/lib/functions.in && mkfifo proj/src/functions.in
    studies "$1: a folder and a pipe" "$PWD/$1/prog" 'main '
    rmdir proj/lib/functions.in && rm proj/src/functions.in
    echo step >names && ln -s ../../names proj/lib/functions.in
    studies "$1: a link" "$PWD/$1/prog" 'step '
    rm proj/lib/functions.in
    mkfifo pipe && { cat names >pipe & } &&
        BOP_FUNCTIONS=../pipe studies "$1: BOP_FUNCTIONS names a pipe" \
            "$PWD/$1/prog" 'step '
    rm -f pipe names
}

for compiler in gcc ${FULL:+clang}; do
    command -v $compiler >/dev/null || continue
    build_all $compiler
    found $compiler
    maps $compiler
    unknown $compiler
    not_files $compiler
done
