/* A thread locks many mutexes: some share a slot of the tracer's table with the
   one through which the first statement hands work over, but none hands over
   anything. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t handing, others[100000];
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int a;

static void hand_over(void)
{
    struct timespec past = { 0, 0 };
    pthread_mutex_lock(&handing);
    pthread_cond_timedwait(&changed, &handing, &past);
    pthread_mutex_unlock(&handing);
}

static void *worker(void *unused)
{
    for (int i = 0; i < 100000; i++) {
        pthread_mutex_lock(&others[i]);
        pthread_mutex_unlock(&others[i]);
    }
    a = 1;
    return unused;
}

static void work(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
}

static int look(void)
{
    return a - 1;
}

int main(void)
{
    hand_over();
    work();
    return look();
}

/*
mutexes.c:45: runs once; reads what :44 wrote in another thread (`a`)
*/
