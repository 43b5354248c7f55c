/* A thread fills an array on the stack of another, whose function returns. What
   libc leaves there later has no writer. */
#include <pthread.h>
#include <unistd.h>

static int sum;

static void *fill(void *p)
{
    int *a = p;
    for (int i = 0; i < 64; i++)
        a[i] = i;
    return NULL;
}

static void host(void)
{
    int a[64];
    pthread_t thread;
    pthread_create(&thread, NULL, fill, a);
    pthread_join(thread, NULL);
}

static void look(void)
{
    int b[128];
    for (volatile int *p = b; p < b + 128; p++)
        sum += *p & 0;
}

int main(void)
{
    host();
    look();
    return 0;
}

/*
*/
