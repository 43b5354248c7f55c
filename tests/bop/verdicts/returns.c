/* functions: inner
   The statements of a function under study end when it returns: what others
   read later is not theirs. */
#include <stdlib.h>

static int out[50], total;
static volatile int sink;

static void make(void)
{
    for (int i = 0; i < 50; i++)
        out[i] = i;
}

static void inner(void)
{
    for (int i = 0; i < 50; i++)
        out[i] = i * 2;
    for (int i = 0; i < 50; i++)
        total += out[i];
}

static void look(void)
{
    for (int i = 0; i < 50; i++)
        sink = out[i];
}

static void at_end(void)
{
    out[0] = out[1] + total;
}

int main(void)
{
    atexit(at_end);
    make();
    inner();
    look();
    return total < 0;
}

/*
returns.c:18: 50 executions, independent in memory; needs no memory of other statements
returns.c:20: 50 executions, independent in memory but for `total += …` at :20 (sum, a reduction); reads what :18 wrote (`out`)
*/
