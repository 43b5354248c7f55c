/* Variables on the stack have their names, and so have their members, in the
   frames of main and of other functions. */
struct state { int seen; struct { double x, y; } at[4]; };

static void move(struct state *state, int i)
{
    state->at[i % 4].y = state->at[i % 4].y + i;
    state->seen = state->seen + 1 + i;
}

static int steps(int n)
{
    int marks[8] = { 0 };
    for (int i = 1; i < n; i++)
        marks[i] = marks[i - 1] + i;
    return marks[n - 1];
}

int main(void)
{
    struct state state = { 0 };
    int total = 0, row[16];
    int *last = &total;
    for (int i = 0; i < 16; i++)
        move(&state, i);
    row[0] = state.seen;
    for (int i = 1; i < 16; i++)
        row[i] = row[i - 1] + 2;
    for (int i = 0; i < 4; i++)
        *last += steps(8) + row[i];
    return total < 0;
}

/*
frames.c:25: 16 executions, loop-carried: each reads `state.at[].y` that the execution 4 before wrote (:7 → :7); also `state->seen += …` at :8 (sum, a reduction); reads what :21 wrote (`state.at[].y`); overwrites what :21 wrote (`state.at[].y`); reads what :21 wrote (`state.seen`); overwrites what :21 wrote (`state.seen`)
frames.c:26: runs once; reads what :25 wrote (`state.seen`)
frames.c:28: 15 executions, loop-carried: each reads `row` that the execution before wrote (:28 → :28); reads what :26 wrote (`row`)
frames.c:30: 4 executions, independent in memory but for `*last += …` at :30 (sum, a reduction); reads what :22 wrote (`total`); overwrites what :22 wrote (`total`); reads what :26 wrote (`row`); reads what :28 wrote (`row`)
*/
