/* A dependence between two threads is of kind X. It has distance 0, because the
   clocks of threads cannot be compared. The second thread may take over what
   the tracer kept of the first, which has ended: what it writes and reads
   itself stays its own. */
#include <pthread.h>

static int question, answer;

static void renew(void)
{
    question = 41;
}

static void *work(void *again)
{
    if (again)
        renew();
    answer = question + 1;
    return again;
}

static void ask(void)
{
    pthread_t thread;
    question = 40;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, 0, work, i ? &answer : 0);
        pthread_join(thread, 0);
    }
}

int main(void)
{
    ask();
    return answer != 42;
}

/* functions: main work
call: renew:11[work:17] -> work:18[work:18] 1 1
call: X work:18[work:18] -> main:35[main:35] 1 0
call: X ask:25[main:34] -> work:18[work:18] 1 0
doc: renew:11[-] -> work:18[work:18] 1 1
doc: X work:18[work:18] -> main:35[main:35] 1 0
doc: X ask:25[-] -> work:18[work:18] 1 0
*/
