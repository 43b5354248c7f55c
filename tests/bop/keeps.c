/* Bytes that realloc moves keep their writers; new ones have none. */
#include <stdlib.h>

static int *a;

static void make(void)
{
    a = malloc(4 * sizeof *a);
    for (int i = 0; i < 4; i++)
        a[i] = i;
}

static void grow(void)
{
    int *other = malloc(1 << 20);
    a = realloc(a, 200000);
    free(other);
}

static int look(void)
{
    return a[3];
}

int main(void)
{
    make();
    grow();
    return look() != 3;
}

/*
call: grow:16[main:28] -> look:22[main:29] 1 2
call: make:10[main:27] -> look:22[main:29] 1 6
call: make:8[main:27] -> grow:16[main:28] 1 10
*/
