/* What bop-cc --locals makes clang call: each load and store, of variables in
   registers to be, too, and each entry and exit of a function. */
#include "bop/access.h"

#include "bop/symbols.h"

#define HOOK EXPORTED __attribute__((used))

HOOK void __sanitizer_cov_bool_flag_init(bool *start, bool *stop)
{
    (void)start;
    (void)stop;
    bop_start();
    bop_module_traced((uintptr_t)__builtin_return_address(0));
}

HOOK void __cyg_profile_func_enter(void *function, void *call)
{
    (void)function;
    bop_enter((uintptr_t)__builtin_return_address(0), (site)call,
              CALLERS_CFA());
}

HOOK void __cyg_profile_func_exit(void *function, void *call)
{
    (void)function;
    (void)call;
    bop_leave(CALLERS_CFA());
}

#define LOAD_STORE(n)                                                          \
    HOOK void __sanitizer_cov_load##n(void *p)                                 \
    {                                                                          \
        on_read((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());               \
    }                                                                          \
    HOOK void __sanitizer_cov_store##n(void *p)                                \
    {                                                                          \
        on_write((uintptr_t)p, n, CALLERS_SITE(), CALLERS_CFA());              \
    }

LOAD_STORE(1)
LOAD_STORE(2)
LOAD_STORE(4)
LOAD_STORE(8)
LOAD_STORE(16)
