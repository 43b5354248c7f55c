/* A dependence between two threads is of kind X. It has distance 0, because the
   clocks of threads cannot be compared. */
#include <pthread.h>

static int question, answer;

static void *work(void *unused)
{
    answer = question + 1;
    return unused;
}

static void ask(void)
{
    pthread_t thread;
    question = 41;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
}

int main(void)
{
    ask();
    return answer != 42;
}

/*
call: X ask:16[main:23] -> work:9[main:23] 1 0
call: X work:9[main:23] -> main:24[main:24] 1 0
doc: X ask:16[-] -> work:9[-] 1 0
doc: X work:9[-] -> main:24[main:24] 1 0
*/
