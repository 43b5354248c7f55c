/*
 * Functions of libc that the linker puts us before (--wrap): calls from what
 * bop-cc links come here, those of libc itself do not. `make` finds the names
 * in WRAP(...).
 */
#ifndef BOP_WRAP_H
#define BOP_WRAP_H

#include "bop/access.h"
#include "bop/functions.h"

#define WRAP(type, name, ...)                                                  \
    extern type __real_##name(__VA_ARGS__);                                    \
    EXPORTED type __wrap_##name(__VA_ARGS__);                                  \
    EXPORTED type __wrap_##name(__VA_ARGS__)

/* In a static program those of libc do come here, even before there is memory
   for threads. Then only calls from functions that report themselves count. */
INLINE bool is_ours(site at)
{
#ifdef BOP_SHARED
    return at;
#else
    return bop.started && bop_function_reports(at);
#endif
}

#define SAW(what, p, n)                                                        \
    do {                                                                       \
        if (is_ours(CALLERS_SITE()))                                           \
            on_##what##_range((uintptr_t)(p), n, CALLERS_SITE(),               \
                              CALLERS_CFA());                                  \
    } while (0)
#define SAW_READ(p, n) SAW(read, p, n)
#define SAW_WRITE(p, n) SAW(write, p, n)

#endif
