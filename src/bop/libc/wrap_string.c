/* clang 15 and later call these in place of memcpy, memmove and memset. */
#include "bop/libc/wrap.h"

extern void *__real_memcpy(void *to, const void *from, size_t n);
extern void *__real_memmove(void *to, const void *from, size_t n);
extern void *__real_memset(void *to, int c, size_t n);

EXPORTED void *__tsan_memcpy(void *to, const void *from, size_t n);
EXPORTED void *__tsan_memmove(void *to, const void *from, size_t n);
EXPORTED void *__tsan_memset(void *to, int c, size_t n);

void *__tsan_memcpy(void *to, const void *from, size_t n)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, from, n);
    bop_wrap_write(&call, to, n);
    return __real_memcpy(to, from, n);
}

void *__tsan_memmove(void *to, const void *from, size_t n)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, from, n);
    bop_wrap_write(&call, to, n);
    return __real_memmove(to, from, n);
}

void *__tsan_memset(void *to, int c, size_t n)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_write(&call, to, n);
    return __real_memset(to, c, n);
}
