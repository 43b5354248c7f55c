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
 * Statements of 3 references. sweep: 400 of them, 39 on the longest way.
 * columns: 20 in each column. Before and behind, main makes 1 reference, and
 * what is not under study waits for all that it has called.
 *
 * program 2402 179
 * sweep 1200 117
 * columns 1200 60
 * loop :15 1200 117
 * loop :16 1200 1200
 * loop :22 1200 60
 * loop :23 1200 60
 */
