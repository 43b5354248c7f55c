/* A critical section blocks signals, takes the one lock of all threads and
   keeps errno. */
#include "bop/base/lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Libraries that the linker searches after this one, such as libgcc, use the
   same functions. This makes it find their wrappers here. */
__attribute__((used)) static int (*const redirected[])(pthread_mutex_t *) = {
    pthread_mutex_lock, pthread_mutex_unlock
};

/* The lock is a futex (U. Drepper, "Futexes Are Tricky", mutex 2), because the
   linker redirects pthread_mutex_lock to a wrapper that needs the lock. */
enum { FREE, HELD, WANTED /* held, and some thread waits */ };

static atomic_int lock;
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

static void take(void)
{
    int was = FREE;
    if (atomic_compare_exchange_strong(&lock, &was, HELD))
        return;
    while (atomic_exchange(&lock, WANTED) != FREE)
        syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, WANTED, NULL);
}

static void give(void)
{
    if (atomic_exchange(&lock, FREE) == WANTED)
        syscall(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1);
}

void bop_lock_acquire(struct lock_state *saved)
{
    bop_lock_block_signals(saved);
    if (depth++ == 0)
        take();
}

void bop_lock_release(const struct lock_state *saved)
{
    if (--depth == 0)
        give();
    bop_lock_unblock_signals(saved);
}
