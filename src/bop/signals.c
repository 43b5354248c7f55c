/* Signals that end the program: the trace is written first. */
#include "bop/signals.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bop/base/base.h"
#include "bop/base/bytes.h"
#include "bop/tracer.h"

static const int fatal[] = { SIGSEGV, SIGBUS,    SIGILL,  SIGFPE,  SIGTRAP,
                             SIGSYS,  SIGABRT,   SIGTERM, SIGINT,  SIGHUP,
                             SIGQUIT, SIGXCPU,   SIGXFSZ, SIGPIPE, SIGALRM,
                             SIGUSR1, SIGUSR2,   SIGPOLL, SIGPROF, SIGVTALRM };
#define BY_PROCESSOR 6 /* the first ones: an instruction raises them */

/* Tells whether the signal comes again by itself, because the handler returns
   to the instruction that raised it. */
static bool comes_again(const siginfo_t *info)
{
    for (size_t i = 0; i < BY_PROCESSOR; i++)
        if (info->si_signo == fatal[i])
            return info->si_code > 0;
    return false;
}

/* When this runs, the action of the signal is the default again. */
static void write_and_die(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    (void)context;
    bop_tracer.signal = signal;
    bop_tracer_end();
    errno = error;
    if (!comes_again(info))
        raise(signal);
}

bool bop_signals_is_ours(const struct sigaction *action)
{
    return action->sa_sigaction == write_and_die;
}

void bop_signals_watch(int number)
{
    struct sigaction action, old;
    bop_bytes_zero(&action, sizeof action);
    action.sa_sigaction = write_and_die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ROWS(fatal); i++)
        if (fatal[i] == number && sigaction(number, NULL, &old) == 0 &&
            old.sa_handler == SIG_DFL)
            sigaction(number, &action, NULL);
}

void bop_signals_start(void)
{
    for (size_t i = 0; i < ROWS(fatal); i++)
        bop_signals_watch(fatal[i]);
}

void bop_signals_hold_back(void)
{
    struct {
        void (*handler)(int);
        unsigned long rest[20];
    } action; /* the kernel's action, because sigaction has a wrapper */
    sigset_t handled;
    sigemptyset(&handled);
    for (int i = 1; i <= SIGRTMAX; i++)
        if (syscall(SYS_rt_sigaction, i, NULL, &action, 8) == 0 &&
            action.handler != SIG_DFL && action.handler != SIG_IGN &&
            (uintptr_t)action.handler != (uintptr_t)write_and_die)
            sigaddset(&handled, i);
    for (size_t i = 0; i < BY_PROCESSOR; i++)
        sigdelset(&handled, fatal[i]);
    pthread_sigmask(SIG_BLOCK, &handled, NULL);
}
