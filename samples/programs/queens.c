/* Places queens on a chess board so that none attacks another. It is small
 * enough to run under valgrind. place calls itself, and attacks is inlined. It
 * prints nothing, so that no library is in its profile. */
#include <stdlib.h>

enum { SIZE = 5, SOLUTIONS = 10 };

static inline int attacks(int row, int column, int other_row, int other_column)
{
    return column == other_column ||
           abs(column - other_column) == row - other_row;
}

__attribute__((noinline)) static int is_safe(const int *columns, int row,
                                             int column)
{
    for (int other = 0; other < row; other++)
        if (attacks(row, column, other, columns[other]))
            return 0;
    return 1;
}

__attribute__((noinline)) static int place(int *columns, int row)
{
    int n = 0;
    if (row == SIZE)
        return 1;
    for (columns[row] = 0; columns[row] < SIZE; columns[row]++)
        if (is_safe(columns, row, columns[row]))
            n += place(columns, row + 1);
    return n;
}

int main(void)
{
    int columns[SIZE];
    return place(columns, 0) == SOLUTIONS ? 0 : 1;
}
