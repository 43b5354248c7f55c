/*
 * The program of the seeds in tests/fuzz/seeds/elf. It has inlined functions,
 * variables and structures, but no library, so that it is small. With gcc and
 * clang, in this folder,
 *
 *     common="-fno-asynchronous-unwind-tables -nostdlib -static
 *         -ffile-prefix-map=$PWD=. -Wl,--build-id inlined.c"
 *     gcc -O2 -gdwarf-5 -o gcc $common
 *     gcc -O0 -gdwarf-4 -gz=zlib -o compressed $common
 *     clang -O2 -gdwarf-5 -o clang $common
 *     gcc -O2 -o minidebug $common
 *     objcopy --only-keep-debug minidebug symbols
 *     xz symbols && strip minidebug
 *     objcopy --add-section .gnu_debugdata=symbols.xz minidebug
 *
 * string-without-end is "gcc" as the fuzzer changed it; seeds/program/huge-section
 * is samples/profiles/gmon/calc as the fuzzer changed it. gcc 12.2 makes the
 * same bytes.
 */
#line 1 "inlined.c"
struct point { int x, y[3]; union { char c; long l; } u; };
static struct point points[4];
int total;
static inline __attribute__((always_inline)) int twice(int n)
{
    total += n;
    return 2 * n;
}
static inline __attribute__((always_inline)) int four(int n)
{
    return twice(n) + twice(n + 1);
}
static __attribute__((noinline)) int leaf(struct point *p, int n)
{
    int local[4] = { n, n, n, n };
    for (int i = 0; i < 3; i++)
        p->y[i] += four(local[i]);
    return p->x;
}
void _start(void)
{
    leaf(&points[1], four(total));
    __builtin_trap();
}
