/*
 * The program sees the actions of signals as it has set them: where a signal
 * would end it, the tracer has a handler of its own that writes the trace first
 * (signals.h), and the program finds SIG_DFL.
 */
#include <signal.h>
#include <sys/resource.h>

#include "bop/libc/wrap.h"
#include "bop/signals.h"
#include "bop/trace/messages.h"

WRAP(int, sigaction, int number, const struct sigaction *new,
     struct sigaction *old)
{
    const struct wrap_call call = WRAP_CALL();
    struct sigaction before;
    bop_wrap_read(&call, new, sizeof *new);
    int status = __real_sigaction(number, new, &before);
    if (status != 0)
        return status;
    if (new && new->sa_handler == SIG_DFL)
        bop_signals_watch(number);
    if (old) {
        *old = before;
        if (bop_signals_is_ours(&before))
            *old = (struct sigaction){ .sa_handler = SIG_DFL };
        bop_wrap_write(&call, old, sizeof *old);
    }
    return status;
}

typedef void handler(int);

static handler *shown(int number, handler *new, handler *before)
{
    struct sigaction ours;
    if (before != SIG_ERR && new == SIG_DFL)
        bop_signals_watch(number);
    ours.sa_handler = before;
    return bop_signals_is_ours(&ours) ? SIG_DFL : before;
}

WRAP(handler *, signal, int number, handler *new)
{
    return shown(number, new, __real_signal(number, new));
}

#ifdef __GLIBC__
WRAP(handler *, __sysv_signal, int number, handler *new)
{
    return shown(number, new, __real___sysv_signal(number, new));
}
#endif

extern void __real_abort(void) __attribute__((noreturn));
EXPORTED __attribute__((noreturn)) void __wrap_abort(void);

/* If the handler of the program returns, libc sets the default action
   itself. */
void __wrap_abort(void)
{
    struct sigaction now;
    if (__real_sigaction(SIGABRT, NULL, &now) == 0 &&
        now.sa_handler != SIG_DFL && !bop_signals_is_ours(&now))
        bop_tracer_end();
    __real_abort();
}

/* The memory of the tracer counts as well, and the program ends where that is
   lacking. */
static void see_limit(int resource, const struct rlimit *new)
{
    if (new && new->rlim_cur != RLIM_INFINITY &&
        (resource == RLIMIT_AS || resource == RLIMIT_DATA))
        bop_message_print("the program limits its memory, of which the tracer "
                          "needs several times as much: it ends if that is "
                          "lacking (bop-cc(1), What the program notices)",
                          NULL, 0);
}

#define SET_LIMIT(name)                                                        \
    WRAP(int, name, int resource, const struct rlimit *new)                    \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        see_limit(resource, new);                                              \
        bop_wrap_read(&call, new, sizeof *new);                                \
        return __real_##name(resource, new);                                   \
    }

SET_LIMIT(setrlimit)

WRAP(int, prlimit, pid_t pid, int resource, const struct rlimit *new,
     struct rlimit *old)
{
    const struct wrap_call call = WRAP_CALL();
    if (!pid || pid == bop_tracer.pid)
        see_limit(resource, new);
    bop_wrap_read(&call, new, sizeof *new);
    int status = __real_prlimit(pid, resource, new, old);
    bop_wrap_write(&call, old, status == 0 ? sizeof *old : 0);
    return status;
}

#ifdef __GLIBC__
SET_LIMIT(setrlimit64)
#endif
