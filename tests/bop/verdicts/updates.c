/* Updates in place, with other statements on their lines or not, and statements
   that only look like one. */
#include <stdlib.h>

struct item {
    int count, marks[4];
};
static int in[40], h[16], g[16], n, *heap, out[41];
static struct item item, *p = &item;
static int low = 99, high;

static void count(int *counter) { (*counter)++; }
static int min(int a, int b) { return a < b ? a : b; }

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
    for (int i = 0; i < 40; i++)
        low = min(low, in[i]);
    for (int i = 0; i < 40; i++)
        low = min(in[i], low);
    for (int i = 0; i < 40; i++)
        if (in[i] > high) { high = in[i]; } else { out[i] = 0; }
    return 0;
}

/*
updates.c:21: 40 executions, independent in memory but for `h[]++` at :21 (sum, a reduction), `n++` at :21 (sum, a reduction)
updates.c:22: 40 executions, independent in memory but for `g[]++` at :22 (sum, a reduction), `p->count--` at :22 (sum, a reduction)
updates.c:24: 40 executions, independent in memory but for `p->marks[] += …` at :24 (sum, a reduction)
updates.c:26: 40 executions, loop-carried
updates.c:28: 40 executions, independent in memory but for `heap[] += …` at :28 (sum, a reduction)
updates.c:30: 40 executions, loop-carried
updates.c:32: 38 executions, independent in memory but for `n |= …` at :32 (or, a reduction)
updates.c:34: 40 executions, independent in memory but for `(*counter)++` at :12 (sum, a reduction)
updates.c:35: 40 executions, loop-carried
updates.c:37: 40 executions, loop-carried
updates.c:39: 40 executions, independent in memory but for `low = min(low, …)` at :39 (min, a reduction)
updates.c:41: 40 executions, independent in memory but for `low = min(low, …)` at :41 (min, a reduction)
updates.c:43: 40 executions, loop-carried
*/
