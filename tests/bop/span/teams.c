/* functions: main team family late twice again */
/* Threads that work for functions, and for functions of other threads. */
#include <pthread.h>
#include <semaphore.h>

static int data[4][100], next[4][100], link, before[100];
static sem_t turns[5];

static void *fill(void *p)
{
    int *row = p;
    for (int i = 0; i < 100; i++)
        row[i] = before[i];
    return NULL;
}

static void *chain(void *p)
{
    int *row = p, k = (int)((row - data[0]) / 100);
    sem_wait(&turns[k]);
    for (int i = 0; i < 100; i++)
        link += row[i];
    sem_post(&turns[k + 1]);
    return NULL;
}

static void run(void *(*work)(void *), int rows[][100], int n)
{
    pthread_t threads[4];
    for (int k = 0; k < n; k++)
        pthread_create(&threads[k], NULL, work, rows[k]);
    for (int k = 0; k < n; k++)
        pthread_join(threads[k], NULL);
}

static void team(void *(*work)(void *), int n)
{
    run(work, data, n);
}

static void *parent(void *p)
{
    run(fill, p, 2);
    return fill(p);
}

static void family(void)
{
    run(parent, next, 1);
}

static pthread_t late(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, fill, data[0]);
    for (int i = 0; i < 10; i++)
        next[3][i] = i;
    return thread;
}

static void *again(void *p)
{
    if (p == next[2])
        run(again, next + 3, 1);
    return fill(p);
}

static void twice(void)
{
    again(next[2]);
}

int main(void)
{
    for (int k = 0; k < 5; k++)
        sem_init(&turns[k], 0, 0);
    sem_post(&turns[0]);
    for (int i = 0; i < 100; i++)
        before[i] = i;
    team(fill, 3);
    team(chain, 3);
    team(fill, 4);
    family();
    pthread_join(late(), NULL);
    twice();
    return link != 3 * 4950;
}

/*
 * fill makes 200 references, chain 300, each thread one more for its handle.
 * team: 603 + 903 + 804, of which the second call has a chain of 900. family: three
 * times fill. The thread of late is joined in main. What again does in another
 * thread counts once.
 *
 * all: 3626 span=1102
 * main: 3626 span=1102
 * team: 2310 span=1300
 * family: 603 span=202
 * late: 11 span=1
 * twice: 401 span=200
 * again: 401 span=200
 * :56: 10 span=1
 * :78: 100 span=1
 */
