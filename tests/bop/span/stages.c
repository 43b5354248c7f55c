/* functions: main */
/* Threads that work for main: two that depend on what was there before, and
   one that waits for both by memory. */
#include <pthread.h>
#include <string.h>

static int input[400], left[400], right[400], both[400];
static char *copy;

static void *make_left(void *p)
{
    (void)p;
    for (int i = 0; i < 400; i++)
        left[i] = input[i] + 1;
    return NULL;
}

static void *make_right(void *p)
{
    (void)p;
    for (int i = 0; i < 400; i++)
        right[i] = input[i] * 2;
    return NULL;
}

static void *join(void *p)
{
    (void)p;
    for (int i = 0; i < 400; i++)
        both[i] = left[i] + right[i];
    copy = strdup("text");
    return NULL;
}

static void fill(void)
{
    for (int i = 0; i < 400; i++)
        input[i] = i;
}

int main(void)
{
    pthread_t threads[3];
    fill();
    pthread_create(&threads[0], NULL, make_left, NULL);
    pthread_create(&threads[1], NULL, make_right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_create(&threads[2], NULL, join, NULL);
    pthread_join(threads[2], NULL);
    return both[399] != 1198 || copy[1] != 'e';
}

/*
 * fill: 400; left: 800; join: 1,200, then 1 and 2 in main.
 *
 * all: 3209 span=2406
 * main: 3209 span=2406
 */
