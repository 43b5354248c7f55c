/* Signals that end the program: the trace is written first. */
#include "bop/life.h"

#include "bop/core.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/* The processor raises the first ones: returning raises them again. */
static const int fatal[] = { SIGSEGV, SIGBUS,    SIGILL,  SIGFPE,  SIGTRAP,
                             SIGSYS,  SIGABRT,   SIGTERM, SIGINT,  SIGHUP,
                             SIGQUIT, SIGXCPU,   SIGXFSZ, SIGPIPE, SIGALRM,
                             SIGUSR1, SIGUSR2,   SIGPOLL, SIGPROF, SIGVTALRM };
#define BY_PROCESSOR 6

static bool comes_again(const siginfo_t *info)
{
    for (size_t i = 0; i < BY_PROCESSOR; i++)
        if (info->si_signo == fatal[i])
            return info->si_code > 0;
    return false;
}

/* The action is the default again by now. */
static void die(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    (void)context;
    bop.signal = signal;
    bop_end();
    errno = error;
    if (!comes_again(info))
        raise(signal);
}

void bop_signals_start(void)
{
    struct sigaction action, old;
    zero_bytes(&action, sizeof action);
    action.sa_sigaction = die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        if (sigaction(fatal[i], NULL, &old) == 0 &&
            old.sa_handler == SIG_DFL)
            sigaction(fatal[i], &action, NULL);
}
