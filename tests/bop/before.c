/* Some code runs before main and some after it. */
#include <stdlib.h>

static int table[4], after;

__attribute__((constructor)) static void make_table(void)
{
    for (int i = 0; i < 4; i++)
        table[i] = i;
}

static void at_end(void)
{
    after = table[2];
}

static int look(void)
{
    return table[3];
}

int main(void)
{
    atexit(at_end);
    return look() != 3;
}

/*
call: make_table:9[-] -> at_end:14[-] 1 4
call: make_table:9[-] -> look:19[main:25] 1 2
*/
