#include "util/signals.h"

#include <stddef.h>
#include <unistd.h>

static const int numbers[SIGNALS] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

sigset_t signals_set(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&set, numbers[i]);
    return set;
}

void signals_catch(void (*handler)(int), struct sigaction before[SIGNALS])
{
    struct sigaction action = { .sa_handler = handler };
    action.sa_mask = signals_set();
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(numbers[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

void signals_restore(const struct sigaction before[SIGNALS])
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(numbers[i], &before[i], NULL);
}

void signals_reset(void)
{
    struct sigaction action;
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(numbers[i], NULL, &action);
        if (action.sa_handler != SIG_IGN)
            signal(numbers[i], SIG_DFL);
    }
}

void signals_end(int signal_number)
{
    sigset_t set;
    signal(signal_number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, signal_number);
    sigprocmask(SIG_UNBLOCK, &set, NULL); /* a handler runs with it blocked */
    raise(signal_number);
    _exit(128 + signal_number);
}

bool signals_thread(pthread_t *thread, void *work(void *), void *context)
{
    sigset_t set, before;
    sigfillset(&set);
    sigdelset(&set, SIGBUS); /* util/files/mapped.h */
    pthread_sigmask(SIG_SETMASK, &set, &before);
    int error = pthread_create(thread, NULL, work, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}
