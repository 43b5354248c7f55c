/* Plays tic-tac-toe against itself. */
#include "work.h"

static int board[9];

static int winner(void)
{
    static const int lines[8][3] = { { 0, 1, 2 }, { 3, 4, 5 }, { 6, 7, 8 },
                                     { 0, 3, 6 }, { 1, 4, 7 }, { 2, 5, 8 },
                                     { 0, 4, 8 }, { 2, 4, 6 } };
    for (int i = 0; i < 8; i++) {
        const int *l = lines[i];
        if (board[l[0]] && board[l[0]] == board[l[1]] &&
            board[l[0]] == board[l[2]])
            return board[l[0]];
    }
    return 0;
}

static int minimize(int left, int best);

static int maximize(int left, int best)
{
    int found = -2;
    if (winner() || left == 0)
        return winner();
    for (int i = 0; i < 9 && found < best; i++) {
        if (board[i])
            continue;
        board[i] = 1;
        int value = minimize(left - 1, found);
        board[i] = 0;
        found = value > found ? value : found;
    }
    return found;
}

static int minimize(int left, int best)
{
    int found = 2;
    if (winner() || left == 0)
        return winner();
    for (int i = 0; i < 9 && found > best; i++) {
        if (board[i])
            continue;
        board[i] = -1;
        int value = maximize(left - 1, found);
        board[i] = 0;
        found = value < found ? value : found;
    }
    return found;
}

int main(void)
{
    board[random_below(9)] = 1;
    int value = minimize(8, -2);
    board[random_below(9)] = -1;
    return value + maximize(7, 2) > 4;
}
