/* These are wrappers of C++'s operators new and delete, in all their forms. */
#include "bop/libc/wrap_heap.h"

ALLOCATE(_Znwm, (size_t n), (n))
ALLOCATE(_Znam, (size_t n), (n))
ALLOCATE(_ZnwmRKSt9nothrow_t, (size_t n, const void *no), (n, no))
ALLOCATE(_ZnamRKSt9nothrow_t, (size_t n, const void *no), (n, no))
ALLOCATE(_ZnwmSt11align_val_t, (size_t n, size_t a), (n, a))
ALLOCATE(_ZnamSt11align_val_t, (size_t n, size_t a), (n, a))

FREE(_ZdlPv, (void *p), (p))
FREE(_ZdaPv, (void *p), (p))
FREE(_ZdlPvm, (void *p, size_t n), (p, n))
FREE(_ZdaPvm, (void *p, size_t n), (p, n))
FREE(_ZdlPvRKSt9nothrow_t, (void *p, const void *no), (p, no))
FREE(_ZdaPvRKSt9nothrow_t, (void *p, const void *no), (p, no))
FREE(_ZdlPvSt11align_val_t, (void *p, size_t a), (p, a))
FREE(_ZdaPvSt11align_val_t, (void *p, size_t a), (p, a))
FREE(_ZdlPvmSt11align_val_t, (void *p, size_t n, size_t a), (p, n, a))
FREE(_ZdaPvmSt11align_val_t, (void *p, size_t n, size_t a), (p, n, a))
