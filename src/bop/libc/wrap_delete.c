/* These are wrappers of C++'s operators new and delete, in all their forms: the
   memory has no writer for its next owner. The shared library refers to the
   real operators weakly, because a program in C does not have them. */
#include <malloc.h>

#include "bop/base/base.h"
#include "bop/bop.h"
#include "bop/libc/wrap.h"
#include "bop/state/shadow.h"

static void forget(const struct wrap_call *call, void *p)
{
    if (p) {
        size_t n = malloc_usable_size(p);
        bop_wrap_freed(call, p, n);
        bop_forget(p, n);
        bop_heap_remove((uintptr_t)p);
    }
}

#define WRAP_DELETE(name, parameters, arguments)                               \
    extern void __real_##name parameters MAYBE;                                \
    EXPORTED void __wrap_##name parameters;                                    \
    void __wrap_##name parameters                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        forget(&call, p);                                                      \
        __real_##name arguments;                                               \
    }

WRAP_DELETE(_ZdlPv, (void *p), (p))
WRAP_DELETE(_ZdaPv, (void *p), (p))
WRAP_DELETE(_ZdlPvm, (void *p, size_t n), (p, n))
WRAP_DELETE(_ZdaPvm, (void *p, size_t n), (p, n))
WRAP_DELETE(_ZdlPvRKSt9nothrow_t, (void *p, const void *no), (p, no))
WRAP_DELETE(_ZdaPvRKSt9nothrow_t, (void *p, const void *no), (p, no))
WRAP_DELETE(_ZdlPvSt11align_val_t, (void *p, size_t a), (p, a))
WRAP_DELETE(_ZdaPvSt11align_val_t, (void *p, size_t a), (p, a))
WRAP_DELETE(_ZdlPvmSt11align_val_t, (void *p, size_t n, size_t a), (p, n, a))
WRAP_DELETE(_ZdaPvmSt11align_val_t, (void *p, size_t n, size_t a), (p, n, a))

#define WRAP_NEW(name, parameters, arguments)                                  \
    extern void *__real_##name parameters MAYBE;                               \
    EXPORTED void *__wrap_##name parameters;                                   \
    void *__wrap_##name parameters                                             \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        void *p = __real_##name arguments;                                     \
        if (p) {                                                               \
            bop_shadow_forget((uintptr_t)p, n);                                \
            bop_wrap_allocated(&call, p, n);                                   \
        }                                                                      \
        return p;                                                              \
    }

WRAP_NEW(_Znwm, (size_t n), (n))
WRAP_NEW(_Znam, (size_t n), (n))
WRAP_NEW(_ZnwmRKSt9nothrow_t, (size_t n, const void *no), (n, no))
WRAP_NEW(_ZnamRKSt9nothrow_t, (size_t n, const void *no), (n, no))
WRAP_NEW(_ZnwmSt11align_val_t, (size_t n, size_t a), (n, a))
WRAP_NEW(_ZnamSt11align_val_t, (size_t n, size_t a), (n, a))
