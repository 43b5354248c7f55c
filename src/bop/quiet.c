/* Changes in many steps: signals wait, and with bop_quiet other threads too.
   errno is kept. */
#include "bop/core.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth __attribute__((tls_model("initial-exec")));

_Static_assert(sizeof(sigset_t) <= sizeof(((struct quiet *)0)->signals),
               "a sigset_t does not fit");

void bop_block(struct quiet *quiet)
{
    sigset_t all;
    quiet->error = errno;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, (sigset_t *)quiet->signals);
}

void bop_unblock(const struct quiet *quiet)
{
    pthread_sigmask(SIG_SETMASK, (const sigset_t *)quiet->signals, NULL);
    errno = quiet->error;
}

void bop_quiet(struct quiet *quiet)
{
    bop_block(quiet);
    if (depth++ == 0)
        pthread_mutex_lock(&lock);
}

void bop_loud(const struct quiet *quiet)
{
    if (--depth == 0)
        pthread_mutex_unlock(&lock);
    bop_unblock(quiet);
}
