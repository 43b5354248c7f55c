/* Wrappers of functions that allocate and free memory: those of libc, and the
   operators of C++, which are in a file of their own because not every program
   has them. The writers of memory are cleared both when it is allocated and
   when it is freed, because calls of these functions by libraries are not
   seen. */
#pragma once

#include <malloc.h>

#include "bop/libc/wrap.h"

/* Clears the writers of allocated memory. Mostly there are none, because it is
   new or was cleared when it was freed. */
static inline void *bop_wrap_fresh(const struct wrap_call *call, void *p,
                                   size_t n)
{
    if (p) {
        bop_shadow_forget((uintptr_t)p, n);
        bop_wrap_allocated(call, p, n);
    }
    return p;
}

static inline void bop_wrap_forget(const struct wrap_call *call, void *p)
{
    if (p) {
        size_t n = malloc_usable_size(p);
        bop_wrap_freed(call, p, n);
        bop_shadow_clear((uintptr_t)p, n);
        bop_heap_remove((uintptr_t)p);
    }
}

/* Defines the wrapper of a function that allocates n bytes. The shared library
   refers to operators weakly, because a program in C does not have them. */
#define ALLOCATE(name, parameters, arguments)                                  \
    extern void *__real_##name parameters MAYBE;                               \
    EXPORTED void *__wrap_##name parameters;                                   \
    void *__wrap_##name parameters                                             \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        return bop_wrap_fresh(&call, __real_##name arguments, n);              \
    }

/* Defines the wrapper of a function that frees the memory at p. */
#define FREE(name, parameters, arguments)                                      \
    extern void __real_##name parameters MAYBE;                                \
    EXPORTED void __wrap_##name parameters;                                    \
    void __wrap_##name parameters                                              \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        bop_wrap_forget(&call, p);                                             \
        __real_##name arguments;                                               \
    }
