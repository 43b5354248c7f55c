/* Eight threads write no common memory, but they run on stacks that earlier
   threads have used. No dependence may go from one thread to another. */
#include <pthread.h>
#include <unistd.h>

#define THREADS 8

static const int table[4] = { 1, 2, 3, 4 };
static long sums[2][THREADS][16];

static long use_stack(long n)
{
    long local[64];
    for (int i = 0; i < 64; i++)
        local[i] = n + i;
    return local[n];
}

/* libc fills the buffer, so an earlier owner of the stack must not show. */
static int look(void)
{
    char buffer[512];
    const char *at = getcwd(buffer, sizeof buffer);
    return at && at[0] == '/';
}

static void *work(void *p)
{
    long *sum = p;
    if (!look())
        *sum = 1;
    for (int i = 0; i < 1000; i++)
        *sum += table[i % 4] + use_stack(i % 8);
    return NULL;
}

static int turn(int n)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, sums[n][i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

int main(void)
{
    return turn(0) + turn(1);
}

/*
*/
