/* Updates in place, with other statements on their lines or not, and statements
   that only look like one. */
#include <stdlib.h>

struct item {
    int count, marks[4];
};
static int in[40], h[16], g[16], n, *heap, out[41];
static struct item item, *p = &item;

static void count(int *counter) { (*counter)++; }

int main(void)
{
    heap = malloc(41 * sizeof *heap);
    heap[0] = 1;
    for (int i = 0; i < 40; i++)
        in[i] = i * 7 % 16;
    for (int i = 0; i < 40; i++) { h[in[i]]++; n += 1; }
    for (int i = 0; i < 40; i++) { int k = in[i]; ++g[k]; p->count--; }
    for (int i = 0; i < 40; i++)
        p->marks[in[i] % 4] += 2;
    for (int i = 0; i < 40; i++)
        heap[i + 1] += heap[i];
    for (int i = 0; i < 40; i++)
        heap[in[i]] += i;
    for (int i = 0; i < 40; i++)
        out[n++ % 41] = i;
    for (int i = 0; i < 40; i++)
        if (i > 1) n |= i;
    for (int i = 0; i < 40; i++)
        count(&n);
    for (int i = 0; i < 40; i++) { h[in[i]]++; g[i % 16] = h[3]; }
    for (int i = 0; i < 40; i++)
        n += n & 1;
    return 0;
}

/*
updates.c:19: 40 executions, independent in memory but for `h[in[i]]++` at :19 (sum, a reduction), `n += 1` at :19 (sum, a reduction)
updates.c:20: 40 executions, independent in memory but for `++g[k]` at :20 (sum, a reduction), `p->count--` at :20 (sum, a reduction)
updates.c:22: 40 executions, independent in memory but for `p->marks[in[i] % 4] += 2` at :22 (sum, a reduction)
updates.c:24: 40 executions, loop-carried
updates.c:26: 40 executions, independent in memory but for `heap[in[i]] += i` at :26 (sum, a reduction)
updates.c:28: 40 executions, loop-carried
updates.c:30: 38 executions, independent in memory but for `n |= i` at :30 (or, a reduction)
updates.c:32: 40 executions, independent in memory but for `(*counter)++` at :11 (sum, a reduction)
updates.c:33: 40 executions, loop-carried
updates.c:35: 40 executions, loop-carried
*/
