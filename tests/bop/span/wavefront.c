/* functions: sweep columns */
/* Each element waits for two neighbours: the span is that of a diagonal. In
   `columns`, each column is a chain. The statements stand in the functions
   themselves. */
#include <string.h>

enum { N = 20 };

static int table[N + 1][N + 1];

static void sweep(void)
{
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            table[i][j] = table[i - 1][j] + table[i][j - 1];
}

static void columns(void)
{
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++)
            table[i][j] += table[i - 1][j];
}

int main(void)
{
    memset(table, 1, sizeof table);
    sweep();
    columns();
    return table[N][N] == 0;
}

/*
 * Statements of 3 references. In sweep, 39 of 400 are on the longest way, in
 * columns 20. Before and behind, main makes 1 reference, and what is not under
 * study waits for all that it has called.
 *
 * all: 2402 span=179
 * sweep: 1200 span=117
 * columns: 1200 span=60
 * :13: 1200 span=117
 * :14: 1200 span=1200
 * :20: 1200 span=60
 * :21: 1200 span=60
 */
