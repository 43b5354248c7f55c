/*
 * Code that clang compiles with bop-cc --locals calls these functions. Those of
 * -fsanitize-coverage=trace-loads,trace-stores report each load and store, also
 * of scalar local variables; those of -finstrument-functions report entry and
 * exit.
 */
#include "bop/program/modules.h"
#include "bop/state/access.h"

HOOK void __sanitizer_cov_bool_flag_init(bool *start, bool *stop)
{
    (void)start;
    (void)stop;
    bop_tracer_start();
    bop_tracer.locals = true;
    bop_modules_prepare((uintptr_t)__builtin_return_address(0));
}

HOOK void __cyg_profile_func_enter(void *function, void *call)
{
    (void)function;
    bop_calls_enter((uintptr_t)__builtin_return_address(0), (site)call,
                    CALLERS_CFA());
}

HOOK void __cyg_profile_func_exit(void *function, void *call)
{
    (void)function;
    (void)call;
    bop_calls_leave(CALLERS_CFA());
}

#define LOAD_STORE(n)                                                          \
    HOOK void __sanitizer_cov_load##n(void *p)                                 \
    {                                                                          \
        bop_access_read((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());       \
    }                                                                          \
    HOOK void __sanitizer_cov_store##n(void *p)                                \
    {                                                                          \
        bop_access_write((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());      \
    }

LOAD_STORE(1)
LOAD_STORE(2)
LOAD_STORE(4)
LOAD_STORE(8)
LOAD_STORE(16)
