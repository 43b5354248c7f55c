/*
 * This is what wrappers of libc functions need. The linker option --wrap=NAME
 * redirects calls of NAME in what bop-cc links to __wrap_NAME, which calls the
 * real function as __real_NAME. Calls inside a shared libc are not redirected.
 * bop.mk finds the names in the lines that begin with WRAP(...).
 */
#ifndef BOP_WRAP_H
#define BOP_WRAP_H

#include "bop/base/base.h"
#include "bop/program/functions.h"
#include "bop/state/access.h"
#include "bop/state/shadow.h"
#include "bop/tracer.h"

#define WRAP(type, name, ...)                                                  \
    extern type __real_##name(__VA_ARGS__);                                    \
    EXPORTED type __wrap_##name(__VA_ARGS__);                                  \
    EXPORTED type __wrap_##name(__VA_ARGS__)

/*
 * Tells whether traced code has called the wrapper. In a static program, libc
 * is linked with --wrap too, and its own calls come here, even before there is
 * memory for the state of a thread. There, only calls from functions that
 * report their entry count.
 */
INLINE bool bop_wrap_traced(site at)
{
#ifdef BOP_SHARED
    return at;
#else
    return bop_tracer.started && bop_function_is_traced(at);
#endif
}

/* Report a read or a write of n bytes by the caller of the wrapper. */
#define REPORT_READ(p, n) REPORT_RANGE(read, p, n)
#define REPORT_WRITE(p, n) REPORT_RANGE(write, p, n)
#define REPORT_RANGE(what, p, n)                                               \
    do {                                                                       \
        if (bop_wrap_traced(CALLERS_SITE()))                                   \
            bop_access_##what##_range((uintptr_t)(p), n, CALLERS_SITE(),       \
                                      CALLERS_CFA());                          \
    } while (0)

#endif
