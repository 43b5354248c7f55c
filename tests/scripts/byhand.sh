# Programs that report their references by themselves (bop.h): random ones, whose
# trace is compared with the algorithm as it is written down (bop/api.c), and
# small ones, whose trace is known.
tools=$TESTS/tools

. "$TESTS/tools/say.sh"

if [ ! -e "$BUILD/libbop.so" ]; then
    echo 'skipped byhand: libbop is not for this system'
    exit
fi
unset BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_GRANULE BOP_CALLS BOP_KINDS \
    BOP_MAXEDGES
BOP_TRACE=$PWD/trace BOP_PLACES=no && export BOP_TRACE BOP_PLACES

build() { # PROGRAM FILE OPTION...
    to=$1
    shift
    ${CC:-cc} -I"$BUILD/include" -o "$to" "$@" -L"$BUILD" -lbop \
        -Wl,-rpath,"$BUILD" 2>err
}

for how in '' -static; do
    # shellcheck disable=SC2086
    build api "$TESTS/bop/api.c" $how
    say "api builds $how" "$(head -1 err)"
    for sem in call doc; do
        BOP_SEM=$sem ./api dumped >out 2>err
        say "api as written down, sem=$sem $how" "$(head -2 out)"
    done
done

build atomics "$TESTS/bop/atomics.c" && ./atomics >out 2>err
say 'atomic operations' "$(head -3 out)"

build hand "$TESTS/../samples/programs/handmade.c" && ./hand
say 'handmade.c'
sh "$tools/bopedges.sh" trace >have
sed 's/h:/handmade.c:/g' >want <<'END'
h:18[h:46] -> h:24[h:48] 10 11
h:18[h:46] -> h:49[h:49] 1 12
END
cmp -s want have
say 'handmade.c: dependences' "$(diff want have | head -3)"
! grep -q '^u' trace && grep -q '^f 1 - main handmade.c D 1 21 21$' trace
say 'handmade.c: functions' "$(grep '^[fu]' trace)"

# Files of one program have copies of their texts: of a function that a header
# defines, of its name and of the name of the header. What is read before and
# behind them costs them nothing.
cat >copies.c <<'END'
#include <bop.h>
static void refer(void)
{
    static int x;
    _bop_prof_rec_read((unsigned long)&x, 0, "a.h", 1);
}
static void work(const char *file, const char *name)
{
    refer();
    refer();
    bop_instm_func_entry(file, name);
    refer();
    bop_instm_func_exit(name);
    refer();
}
int main(void)
{
    static const char files[][4] = { "a.h", "a.h", "b.h" };
    static const char names[][5] = { "work", "work", "work" };
    for (int i = 0; i < 3; i++)
        work(files[i], names[i]);
    work(files[0], "rest");
}
END
build copies copies.c && ./copies
sed -n 's/^f [0-9]* - \([^ ]* [^ ]*\) [^ ]* \([0-9 ]*\)$/\1 \2/p' trace |
    sort >have
printf '%s\n' 'rest a.h 1 1 1' 'work a.h 2 2 2' 'work b.h 1 1 1' | cmp -s - have
say 'copies of names and files are one function' "$(cat have)"
# A program without an entry of main calls all of them, one after the other.
[ "$(sed -n 's/^c \([0-9]*\) .*/\1/p' trace)" = '0
0
0' ]
say 'functions that have ended call nothing' "$(grep '^c' trace)"

# gcc's plugin puts a call before inline assembly that may read or write any
# memory, whose number the trace has. clang puts one before a read of a pointer to
# virtual functions.
cat >assembly.c <<'END'
#include <bop.h>
void __tsan_bop_assembly(void), __tsan_vptr_read(void **);
static void *table;
int main(void)
{
    bop_instm_func_entry("a.c", "main");
    for (int i = 0; i < 3; i++)
        __tsan_bop_assembly();
    _bop_prof_rec_write((unsigned long)&table, 0, "a.c", 8);
    bop_instm_call("a.c", 9);
    __tsan_vptr_read(&table);
}
END
build assembly assembly.c && ./assembly && grep -qx 'b 3 assembly inline%20assembly' trace
say 'inline assembly is counted' "$(grep '^b' trace)"
grep -q '^D R 80000000 80000000 0:' trace
say 'a pointer to virtual functions is read' "$(grep '^[Dnl]' trace)"

# A function without a name is none, and the trace of a program that runs may be
# written again.
cat >twice.c <<'END'
#include <bop.h>
int main(void)
{
    static int x;
    bop_instm_func_entry("a.c", "main");
    bop_instm_func_entry("a.c", 0);
    for (int i = 0; i < 3; i++) {
        bop_instm_call("a.c", i + 1);
        _bop_prof_rec_read((unsigned long)&x, 0, "a.c", 8);
        _bop_prof_rec_write((unsigned long)&x, 0, "a.c", 9);
    }
    bop_instm_func_exit(0);
    return bop_dump("first") || bop_dump("second");
}
END
build twice twice.c && ./twice && grep -q '^D' first &&
    grep -q '^f 1 - main a.c D 1 6 6$' first && ! grep -q '^f 2' first
say 'functions without a name are none' "$(grep '^[fD]' first)"
cmp first second >difference 2>&1
say 'the second trace of a run is as the first' "$(cat difference)"

# Data of a library that is loaded while the program runs have a place in it.
cat >loads.c <<'END'
#include <bop.h>
#include <dlfcn.h>
int main(void)
{
    void *library = dlopen("./part.so", RTLD_NOW);
    void *data = library ? dlsym(library, "data") : 0;
    if (!data)
        return 1;
    bop_instm_func_entry("a.c", "main");
    bop_instm_call("a.c", 1);
    _bop_prof_rec_write((unsigned long)data, 0, "a.c", 1);
    bop_instm_call("a.c", 2);
    _bop_prof_rec_read((unsigned long)data, 0, "a.c", 2);
    return 0;
}
END
echo 'int data = 1;' >part.c
${CC:-cc} -shared -fPIC -o part.so part.c && build loads loads.c -ldl && ./loads
number=$(sed -n "s|^m \([0-9]*\) .* $PWD/part\.so\$|\1|p" trace)
[ "$number" ] && grep -q "^D R .* $number:[0-9a-f]* $number:[0-9a-f]*$" trace
say 'data of a library that is loaded later' "$(cat err; grep '^[mD]' trace)"
# Its name is that of the symbol, as part.so has no debug information.
"$PROF2DOT" -q -T json --deps=toplev trace | grep -q '"variable": "data"'
say 'data have the names of symbols'
