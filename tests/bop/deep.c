/* A buffer that nobody has filled is read from 1 to 12 calls further in. No
   dependence leads there from an earlier call, which has written to that part of
   the stack. */
static int sum;

/* Writes to stack memory that the next call will reuse. */
static int leave(void)
{
    volatile int garbage[256];
    for (int i = 0; i < 256; i++)
        garbage[i] = 1;
    return garbage[0];
}

static int read_below(const volatile int *old, int depth)
{
    return depth ? read_below(old, depth - 1) : old[0] + old[31];
}

static int top(int depth)
{
    volatile int buffer[32];
    return read_below(buffer, depth);
}

int main(void)
{
    for (int depth = 0; depth < 12; depth++) {
        leave();
        sum += top(depth) != 2;
    }
    return sum < 0;
}

/* Between two writes of sum there are 256 writes and a read in leave, two reads in
read_below and one of sum, and main calls twice.
call: main:30[main:30] -> main:30[main:30] 11 262
call: main:30[main:30] -> main:32[main:32] 1 1
doc: main:30[main:30] -> main:30[main:30] 11 260
doc: main:30[main:30] -> main:32[main:32] 1 1
*/
