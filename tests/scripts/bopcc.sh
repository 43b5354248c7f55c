# bop-cc takes all arguments of a compiler, so that makefiles, configure scripts
# and libtool can use it. Without FULL, one compiler is enough.
cc=$BUILD/bop-cc
programs=$TESTS/bop

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped bop-cc: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE
export BOP_TRACE="$PWD/trace"

# Runs a program and looks for a complete trace with a dependence.
traces() { # PROGRAM
    rm -f trace
    "$1" && grep -q '^D' trace && tail -n 1 trace | grep -q '^end'
}

# The ways to call a compiler.
modes() { # COMPILER
    cp "$programs/carried.c" one.c
    "$cc" -c one.c && nm one.o | grep -q __tsan_func_entry
    say "$1 -c" && "$cc" one.o && traces ./a.out
    say "$1 links objects"
    "$cc" -O2 -s -D_FORTIFY_SOURCE=2 -Werror one.c -o one && traces ./one
    say "$1 compiles and links at once"
    "$cc" -o two "$programs/two_a.c" "$programs/two_b.c" && ./two
    say "$1 several sources"
    "$cc" -S one.c -o - | grep -q __tsan_func_entry
    say "$1 -S"
    "$cc" -E one.c >expanded && grep -q 'add(int i)' expanded
    say "$1 -E"
    "$cc" -M one.c | grep -q '^one.o:.*one.c' && "$cc" -MM one.c >/dev/null
    say "$1 -M"
    "$cc" -MMD -MF deps -c one.c -o other.o && grep -q '^other.o:' deps
    say "$1 -MMD"
    "$cc" -Werror -c one.c -o one.lo && "$cc" -Werror one.lo -o one
    say "$1 says nothing about flags" "$(cat err 2>/dev/null)"
    "$cc" -x c -o fromstdin - <one.c && traces ./fromstdin
    say "$1 -x c -"
    cp one.c strange.txt && "$cc" -xc strange.txt -o strange && traces ./strange
    say "$1 -xc FILE"
    printf '%s\n' '-o responded' one.c >arguments
    "$cc" @arguments && traces ./responded
    say "$1 @FILE that links"
    printf '%s\n' '-c' '"one.c"' "-o 'at.o'" >arguments
    "$cc" @arguments && "$cc" at.o -o at && traces ./at
    say "$1 @FILE that compiles"
    mkdir -p 'a folder' && cp one.c "a folder/it's \$1 \"c\".c" &&
        "$cc" '-DTEXT="a  b; $(touch oops) *"' "a folder/it's \$1 \"c\".c" \
            -o 'a folder/out put' && traces './a folder/out put' &&
        [ ! -e oops ]
    say "$1 quoting"
    (cd 'a folder' && "$cc" -o here ../one.c) && mkdir -p away &&
        echo nobody >'a folder/functions.in' &&
        (cd away && "../a folder/here") 2>err && grep -q '^u nobody' trace
    say "$1 notes the folder"
    "$cc" -shared -fPIC -Wl,-z,defs "$programs/plugin.c" -o libplugin.so &&
        "$cc" -c "$programs/plugin.c" -o plugin.o &&
        ar rcs libplugin.a plugin.o
    say "$1 makes libraries"
    "$cc" -r one.o -o joined.o && "$cc" joined.o -o joined && traces ./joined
    say "$1 -r"
    "$cc" -fsanitize=thread -Wl,-O1,-s,--as-needed one.c -o one && traces ./one
    say "$1 leaves out what is in the way"
    "$cc" -pthread one.c -lm -o one -Wl,--no-undefined -pie && traces ./one
    say "$1 libraries and -Wl"
}

failures() { # COMPILER
    echo 'int main(void) { return x; }' >wrong.c
    "$cc" -c wrong.c 2>err
    [ $? = 1 ] && grep -q wrong.c err
    say "$1 status of the compiler"
    echo 'int f(void); int main(void) { return f(); }' >wrong.c
    "$cc" wrong.c -o wrong 2>err
    [ $? = 1 ] && grep -q undefined err
    say "$1 status of the linker"
    "$cc" nothing.c 2>/dev/null
    [ $? = 1 ]
    say "$1 no such file"
    "$cc" --version | grep -q . && "$cc" -v 2>/dev/null &&
        "$cc" -dumpmachine | grep -q . && "$cc" -print-search-dirs >/dev/null
    say "$1 asked about itself"
    "$cc" -m32 -c one.c 2>err
    [ $? = 1 ] && grep -q 'not supported' err
    say "$1 -m32"
    ls "${TMPDIR:-/tmp}"/bop-cc.?????? >left 2>/dev/null
    [ ! -s left ]
    say "$1 leaves no temporary files"
}

# The ways in which tests of autoconf, and libtool, call a compiler.
configure() { # COMPILER
    echo 'int main(void) { return 0; }' >conftest.c
    "$cc" -o conftest -g -O2 conftest.c -lm >err 2>&1 && [ ! -s err ] &&
        ./conftest
    say "$1 conftest" "$(cat err)"
    echo '#include <nothing.h>' >conftest.c
    ! "$cc" -E conftest.c >/dev/null 2>&1
    say "$1 conftest of a header"
    "$cc" -c -fPIC -DPIC "$programs/plugin.c" -o lib.o &&
        "$cc" -shared -fPIC -DPIC lib.o -Wl,-soname -Wl,libx.so.0 -o libx.so.0
    say "$1 as libtool calls it"
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    [ "$FULL" ] || [ ! "${tested-}" ] || continue
    tested=$compiler
    mkdir $compiler
    (
        cd $compiler && BOP_CC=$compiler BOP_TRACE=$PWD/trace && export BOP_CC
        TMPDIR=$PWD && export TMPDIR
        modes $compiler
        failures $compiler
        configure $compiler
    )
done
"$cc" --fast "$programs/pipeline.c" -o fast && traces ./fast
say '--fast'
