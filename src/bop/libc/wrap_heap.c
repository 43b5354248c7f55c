/* These functions give memory back, which then has no writer for its next
   owner, or move it: bytes that move keep their writers. */
#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "bop/libc/wrap.h"

WRAP(void, free, void *p)
{
    if (p)
        bop_shadow_clear((uintptr_t)p, malloc_usable_size(p));
    __real_free(p);
}

extern void *__real_realloc(void *p, size_t size);

/* Does what realloc does. */
static void *resize(void *p, size_t size)
{
    size_t old = p ? malloc_usable_size(p) : 0;
    void *new = __real_realloc(p, size);
    size_t kept = old < size ? old : size;
    if (!new && size)
        return NULL;
    if (new && new != p && p)
        bop_shadow_move((uintptr_t)new, (uintptr_t)p, kept);
    if (old > kept)
        bop_shadow_clear((uintptr_t)p + kept, old - kept);
    return new;
}

WRAP(void *, realloc, void *p, size_t size)
{
    return resize(p, size);
}

WRAP(void *, reallocarray, void *p, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        return __real_reallocarray(p, n, size);
    return resize(p, n * size);
}

WRAP(int, munmap, void *p, size_t n)
{
    int status = __real_munmap(p, n);
    if (status == 0)
        bop_shadow_clear((uintptr_t)p, n);
    return status;
}

WRAP(void *, mmap, void *at, size_t n, int protection, int flags, int fd,
     off_t offset)
{
    void *p = __real_mmap(at, n, protection, flags, fd, offset);
    if (p != MAP_FAILED)
        bop_shadow_clear((uintptr_t)p, n);
    return p;
}

/* mmap has this name where the program is compiled with
   -D_FILE_OFFSET_BITS=64. */
WRAP(void *, mmap64, void *at, size_t n, int protection, int flags, int fd,
     off_t offset)
{
    return __wrap_mmap(at, n, protection, flags, fd, offset);
}

WRAP(void *, mremap, void *p, size_t old, size_t n, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    void *at = flags & MREMAP_FIXED ? va_arg(args, void *) : NULL;
    va_end(args);
    void *new = __real_mremap(p, old, n, flags, at);
    if (new != MAP_FAILED && new != p)
        bop_shadow_move((uintptr_t)new, (uintptr_t)p, old < n ? old : n);
    return new;
}
