/*
 * Functions of libc that the linker puts us before (--wrap): calls from what
 * bop-cc links come here, those of libc itself do not. `make` finds the names
 * in WRAP(...).
 */
#ifndef TRACE_WRAP_H
#define TRACE_WRAP_H

#include "trace/access.h"

#define WRAP(type, name, ...)                                                  \
    extern type __real_##name(__VA_ARGS__);                                    \
    EXPORTED type __wrap_##name(__VA_ARGS__);                                  \
    EXPORTED type __wrap_##name(__VA_ARGS__)

#define SAW_READ(p, n)                                                         \
    on_read_range((uintptr_t)(p), n, CALLERS_SITE(), CALLERS_CFA())
#define SAW_WRITE(p, n)                                                        \
    on_write_range((uintptr_t)(p), n, CALLERS_SITE(), CALLERS_CFA())

#endif
