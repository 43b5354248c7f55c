/* clang hands the bodies of OpenMP's parallel constructs to libomp, as in
   wrap_gomp.c. A body gets two numbers and its variables as arguments. */
#include <stdarg.h>

#include "bop/base/bytes.h"
#include "bop/libc/wrap.h"
#include "bop/state/handover.h"
#include "bop/trace/messages.h"

enum { MOST_VARIABLES = 128 };

/* Bodies with fewer parameters ignore the others. */
#define FOUR(a, i) a[i], a[i + 1], a[i + 2], a[i + 3]
#define SIXTEEN(a, i)                                                          \
    FOUR(a, i), FOUR(a, i + 4), FOUR(a, i + 8), FOUR(a, i + 12)
#define ALL(a)                                                                 \
    SIXTEEN(a, 0), SIXTEEN(a, 16), SIXTEEN(a, 32), SIXTEEN(a, 48),             \
        SIXTEEN(a, 64), SIXTEEN(a, 80), SIXTEEN(a, 96), SIXTEEN(a, 112)

typedef void body(int *thread, int *bound, ...);

struct work {
    body *run;
    site top;
    void *variables[MOST_VARIABLES];
};

static void run_work(int *thread, int *bound, ...)
{
    va_list arguments;
    va_start(arguments, bound);
    const struct work *work = va_arg(arguments, struct work *);
    va_end(arguments);
    bop_handover_take_here(work->top);
    work->run(thread, bound, ALL(work->variables));
}

extern void __real___kmpc_fork_call(void *place, int n, body *run, ...) MAYBE;
EXPORTED void __wrap___kmpc_fork_call(void *place, int n, body *run, ...);
void __wrap___kmpc_fork_call(void *place, int n, body *run, ...)
{
    const struct wrap_call call = WRAP_CALL();
    struct work work;
    va_list variables;
    bop_bytes_zero(&work, sizeof work);
    work.run = run;
    if (n > MOST_VARIABLES) {
        bop_message_print("an OpenMP construct has more than 128 variables",
                          NULL, 0);
        __builtin_trap();
    }
    va_start(variables, run);
    for (int i = 0; i < n; i++)
        work.variables[i] = va_arg(variables, void *);
    va_end(variables);
    if (call.at)
        bop_calls_enter_libc(call.at, OWN_CFA());
    struct thread *t = bop_thread();
    work.top = t ? t->top : 0;
    __real___kmpc_fork_call(place, 1, run_work, &work);
    if (call.at)
        bop_calls_leave(OWN_CFA());
}
