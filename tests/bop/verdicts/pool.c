/* Two stages run one after the other in the only thread of a pool. The second
   one reads what the first one wrote. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void (*task)(void);
static int over;
static int a[10], b[10];

static void stage1(void)
{
    for (int i = 0; i < 10; i++)
        a[i] = i;
}

static void stage2(void)
{
    for (int i = 0; i < 10; i++)
        b[i] = a[i] + 1;
}

static void *worker(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    while (!over) {
        while (!task && !over)
            pthread_cond_wait(&changed, &mutex);
        if (task)
            task();
        task = 0;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void submit(void (*next)(void))
{
    pthread_mutex_lock(&mutex);
    task = next;
    pthread_cond_broadcast(&changed);
    while (task)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    submit(stage1);
    submit(stage2);
    pthread_mutex_lock(&mutex);
    over = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return b[9] != 10;
}

/*
pool.c:53: runs once; 
pool.c:54: runs once; reads what :53 wrote (`a`)
*/
