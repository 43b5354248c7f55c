# A program that defines functions of bop.h itself is told of its references, and
# of entry and exit of functions in DETAIL mode, with their files and lines.
cc=$BUILD/bop-cc

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped told: libbop is not for this system'
    exit
fi
unset BOP_CC BOP_CXX BOP_FUNCTIONS BOP_SEM BOP_MODE BOP_CALLS BOP_GRANULE \
    BOP_KINDS CFLAGS LDFLAGS
BOP_TRACE=$PWD/trace BOP_PLACES=no && export BOP_TRACE BOP_PLACES
printf 'main\nmid\n' >functions.in

cat >prog.c <<'END_OF_C'
#include <errno.h>
#include <setjmp.h>
#include <string.h>
int a[4], b[4];
struct { char c; int unaligned; } __attribute__((packed)) odd;
static jmp_buf out;
static void leaf(void)
{
    a[1] = a[0];
}
static void mid(int jumps)
{
    b[0] = 1; leaf();
    if (jumps)
        longjmp(out, 1);
}
int main(void)
{
    errno = 77;
    mid(0);
    memcpy(b, a, sizeof b);
    odd.unaligned = 5;
    if (!setjmp(out))
        mid(1);
    return errno != 77;
}
END_OF_C

# What the tool is made of. $last is the end of the path of a file.
cat >tool.h <<'END_OF_C'
#include <bop.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int a[4] __attribute__((weak)), b[4] __attribute__((weak));
static int scratch[2];
static const char *last(const char *file)
{
    errno = 5;
    scratch[1] = ++scratch[0];
    return strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
}
static const char *name(unsigned long p)
{
    return p == (unsigned long)a ? "a0" : p == (unsigned long)(a + 1) ? "a1"
           : p == (unsigned long)b ? "b0" : "?";
}
END_OF_C
cat >read.c <<'END_OF_C'
#include "tool.h"
void _bop_prof_rec_read(unsigned long p, int sketch, const char *f, int line)
{
    printf("%s:%d read %s %d\n", last(f), line, name(p), sketch);
}
END_OF_C
cat >write.c <<'END_OF_C'
#include "tool.h"
void _bop_prof_rec_write(unsigned long p, int sketch, const char *f, int line)
{
    printf("%s:%d write %s %d\n", last(f), line, name(p), sketch);
}
END_OF_C
cat >entry.c <<'END_OF_C'
#include "tool.h"
void bop_instm_func_entry(const char *file, const char *func)
{
    printf("enter %s %s\n", last(file), func);
}
END_OF_C
cat >exit.c <<'END_OF_C'
#include "tool.h"
void bop_instm_func_exit(const char *func)
{
    printf("leave %s\n", func);
    last(func);
}
END_OF_C
cat >want <<'END_OF_LIST'
enter prog.c main
enter prog.c mid
prog.c:13 write b0 0
prog.c:9 read a0 1
prog.c:9 write a1 1
leave mid
prog.c:21 read a0 0
prog.c:21 write b0 0
prog.c:22 write ? 0
enter prog.c mid
prog.c:13 write b0 0
prog.c:9 read a0 1
prog.c:9 write a1 1
leave mid
leave main
END_OF_LIST

# Builds and runs the program with parts of the tool, and looks for the lines
# that they print. errno and jmp_buf are references, too, of libc's making.
tells() { # NAME PARTS PATTERN ARGUMENTS...
    what=$1 parts=$2 pattern=$3
    shift 3
    # shellcheck disable=SC2086
    "$cc" "$@" -o prog prog.c $parts 2>err && ./prog >all 2>err
    say "$what: runs" "$(cat err)"
    grep -v ':19 \|:23 \|:25 ' all >got
    grep "$pattern" want | diff - got >diff && [ ! -s err ]
    say "$what" "$(cat err; head -4 diff | tr '\n' ';')"
}

for compiler in gcc ${FULL:+clang}; do
    command -v $compiler >/dev/null || continue
    BOP_CC=$compiler && export BOP_CC
    tells "$compiler: none" '' nothing
    "$PROF2DOT" -q -T edges trace | grep -v :25 >plain
    tells "$compiler: all" 'read.c write.c entry.c exit.c' .
    # The tool overwrites errno, which is given back behind it.
    "$PROF2DOT" -q -T edges trace | grep -v :25 | diff plain - >diff
    say "$compiler: the trace is the same" "$(head -4 diff | tr '\n' ';')"
    tells "$compiler: read" read.c read
    tells "$compiler: write" write.c write
    tells "$compiler: entry" entry.c enter
    tells "$compiler: exit" exit.c leave
    tells "$compiler: static" 'read.c write.c entry.c exit.c' . -static
    for version in 2 3 4 5; do
        tells "$compiler: DWARF $version" 'read.c exit.c' 'read\|leave' \
            -gdwarf-$version
    done
    for words in 'GRANULE=4' 'KINDS=raw,war,waw' 'MODE=events' 'MODE=null'; do
        export "BOP_$words"
        tells "$compiler: BOP_$words" 'read.c write.c entry.c exit.c' .
        unset "BOP_${words%%=*}"
    done
done

# The debug information is not there, or it is compressed.
unset BOP_CC
"$cc" -o prog prog.c read.c && objcopy --remove-section .debug_line prog bare &&
    ./bare >got 2>err
grep -q '^:0 read a0 1$' got && grep -q 'bare: no source lines' err
say 'without lines' "$(cat err; tail -1 got)"
objcopy --compress-debug-sections prog small && ./small >got 2>err
grep -q 'small: no source lines, or they are compressed' err
say 'compressed lines' "$(cat err)"
# Line programs of versions that are not known have no lines.
"$cc" -gdwarf-3 -o prog prog.c read.c
for version in 1 6; do
    objcopy --dump-section .debug_line=lines prog &&
        printf "\\$version" | dd of=lines bs=1 seek=4 conv=notrunc 2>/dev/null &&
        objcopy --update-section .debug_line=lines prog other &&
        ./other >got 2>err
    grep -q '^:0 read a0 1$' got && ! grep -q 'prog.c' got
    say "lines of version $version" "$(cat err; head -2 got | tr '\n' ';')"
done
# A shared library has lines of its own, which the tool is told, too.
"$cc" -shared -fPIC -o libpart.so -x c - <<'END_OF_C' &&
int here;
void part(void) { here = 1; }
END_OF_C
    echo 'int x; void part(void); int main(void) { x = 1; part(); x = 2; }' >uses.c &&
    "$cc" -o uses uses.c write.c exit.c -L. -lpart -Wl,-rpath,"$PWD" &&
    ./uses >got 2>err
printf '%s\n' 'uses.c:1 write ? 0' '<stdin>:2 write ? 1' 'uses.c:1 write ? 0' \
    'leave main' | diff - got >diff
say 'a shared library' "$(head -4 diff | tr '\n' ';')"
objcopy --remove-section .debug_line uses && objcopy --remove-section .debug_line \
    libpart.so && ./uses >got 2>err
[ "$(grep -c ': no source lines' err)" = 2 ] && [ "$(grep -c '^:0 write' got)" = 3 ]
say 'each file without lines is told once' "$(cat err got)"

# In the line program, an assembler advances the address over much code by a
# LEB128 number: here one of a byte with bit 6 set, and one of two bytes.
cat >long.c <<'END_OF_C'
static int data[9];
#define SKIP(n) __asm__ volatile(".skip " #n ", 0x90")
static void last(void);
int main(void)
{
    data[1] = 1;
    SKIP(64);
    data[2] = data[1];
    SKIP(100);
    data[3] = data[2];
    SKIP(9000);
    data[4] = data[3];
    last();
    return 0;
}
static void last(void) { data[5] = 1; }
END_OF_C
"$cc" -o long long.c read.c write.c && ./long 2>err | sed 's/ ? [01]$//' |
    tr '\n' ' ' >got
printf 'long.c:%s ' '6 write' '8 read' '8 write' '10 read' '10 write' \
    '12 read' '12 write' '16 write' | diff - got >diff
say 'lines of much code' "$(cat diff)"

# The example of the manual.
cp "$SAMPLES/../programs/pipeline.functions.in" functions.in
"$cc" -o sample "$SAMPLES/../programs/pipeline.c" \
    "$SAMPLES/../programs/tool.c" && ./sample >got &&
    grep -q '^main of .*/pipeline.c begins$' got &&
    grep -q '^main: .*/pipeline.c:13: 0 reads, 60 writes$' got
say 'samples/programs/tool.c' "$(head -3 got)"
