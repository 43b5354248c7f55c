/*
 * The program that tests/fuzz/seeds/perfdata/unwound.data was recorded of. It
 * has inlined functions and call frame information, but no library, so that it
 * is small. In /home/user/src:
 *
 *     cc -O2 -g1 -fomit-frame-pointer -fno-stack-protector -funwind-tables \
 *         -fno-asynchronous-unwind-tables -ffile-prefix-map=$PWD=/home/user/src \
 *         -static -nostdlib -Wl,-z,noseparate-code -Wl,--build-id \
 *         -o framed framed.c
 *     perf record -N -q -e cpu-clock:u -F 250 --call-graph dwarf,512 \
 *         -o unwound.data ./framed
 */
static volatile double sum;

__attribute__((noinline)) static void leaf(int n)
{
    for (int i = 0; i < n * 1000; i++)
        sum = sum * 1.0001 + i;
}

static inline void twice(int n)
{
    leaf(n);
    leaf(n / 2);
}

__attribute__((noinline)) static int walk(int n, int *numbers)
{
    int own[4] = { n, numbers[0] };
    twice(300 + own[n & 3]);
    int more = n ? walk(n - 1, own) : 0;
    sum += more + own[1];
    return more + 1;
}

void _start(void)
{
    int numbers[4] = { 1 };
    walk(4, numbers);
    twice(2000);
    __asm__ volatile("syscall" : : "a"(60), "D"(0) : "memory");
    __builtin_unreachable();
}
