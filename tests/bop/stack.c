/* A function allocates a buffer with alloca and passes it to others. What they
   write there has a writer as long as that function runs. */
#include <alloca.h>

static void fill(int *buffer, int n)
{
    for (int i = 0; i < n; i++)
        buffer[i] = i;
}

static int sum(const int *buffer, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += buffer[i];
    return all;
}

static int work(int n)
{
    int *buffer = alloca((unsigned)n * sizeof *buffer);
    fill(buffer, n);
    return sum(buffer, n);
}

/* Writes to stack memory that the next call will reuse. */
static int leave(int n)
{
    volatile int garbage[64];
    for (int i = 0; i < 64; i++)
        garbage[i] = n;
    return garbage[0];
}

int main(void)
{
    int good = leave(1);
    good += work(20);
    return good != 191;
}

/* functions: main work
call: fill:8[work:22] -> sum:15[work:23] 20 21
*/
