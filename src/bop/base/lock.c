/* Critical sections: signals blocked, one lock for all threads, errno kept. */
#include "bop/base/lock.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth __attribute__((tls_model("initial-exec")));

_Static_assert(sizeof(sigset_t) <= sizeof(((struct lock_state *)0)->signals),
               "a sigset_t does not fit");

void bop_lock_block_signals(struct lock_state *saved)
{
    sigset_t all;
    saved->error = errno;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, (sigset_t *)saved->signals);
}

void bop_lock_unblock_signals(const struct lock_state *saved)
{
    pthread_sigmask(SIG_SETMASK, (const sigset_t *)saved->signals, NULL);
    errno = saved->error;
}

void bop_lock_acquire(struct lock_state *saved)
{
    bop_lock_block_signals(saved);
    if (depth++ == 0)
        pthread_mutex_lock(&lock);
}

void bop_lock_release(const struct lock_state *saved)
{
    if (--depth == 0)
        pthread_mutex_unlock(&lock);
    bop_lock_unblock_signals(saved);
}
