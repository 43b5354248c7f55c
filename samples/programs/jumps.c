/* Few calls, for tracers: two threads, recursion, a jump out of several calls,
   and an exit from within. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

static jmp_buf start;

static void leaf(void)
{
    free(malloc(64));
}

static void walk(int depth)
{
    if (depth > 0)
        walk(depth - 1);
    leaf();
}

static void jump(int depth)
{
    if (depth == 0)
        longjmp(start, 1);
    jump(depth - 1);
}

static void *work(void *argument)
{
    walk(2);
    usleep(2000);
    return argument;
}

static void finish(void)
{
    leaf();
    exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    walk(3);
    if (!setjmp(start))
        jump(2);
    pthread_join(thread, NULL);
    finish();
}
