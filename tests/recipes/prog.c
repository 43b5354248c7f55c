/*
 * The program that tests/recipes/run profiles. It takes 0.3 s of processor time,
 * or the number of seconds that its argument says.
 *
 *     main -> scan -> mix
 *     main -> climb -> climb -> ... -> mix
 *     main -> fill, which touches new pages
 */
#include <stdlib.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))

static volatile unsigned state;

NOINLINE static void mix(unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        state = state * 1103515245u + i;
}

NOINLINE static void scan(void)
{
    mix(200000);
    mix(100000);
    state++;
}

NOINLINE static void climb(int n)
{
    for (int i = 0; i < 40000; i++)
        state ^= (unsigned)i;
    if (n)
        climb(n - 1);
    else
        mix(50000);
    state++;
}

NOINLINE static void fill(size_t size)
{
    volatile char *pages = malloc(size);
    if (!pages)
        exit(1);
    for (size_t i = 0; i < size; i += 1000)
        pages[i] = 1;
    free((void *)pages);
    state++;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.3;
    while (clock() < seconds * CLOCKS_PER_SEC) {
        scan();
        climb(4);
        fill(1 << 20);
    }
    return 0;
}
