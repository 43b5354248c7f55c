/* These functions of libc hand out memory, take it back or move it. Bytes that
   move keep their writers. */
#include "bop/libc/wrap_heap.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>

ALLOCATE(malloc, (size_t n), (n))
ALLOCATE(memalign, (size_t alignment, size_t n), (alignment, n))
ALLOCATE(aligned_alloc, (size_t alignment, size_t n), (alignment, n))
ALLOCATE(valloc, (size_t n), (n))

WRAP(void *, calloc, size_t n, size_t size)
{
    const struct wrap_call call = WRAP_CALL();
    return bop_wrap_fresh(&call, __real_calloc(n, size), n * size);
}

WRAP(int, posix_memalign, void **to, size_t alignment, size_t n)
{
    const struct wrap_call call = WRAP_CALL();
    int status = __real_posix_memalign(to, alignment, n);
    if (status == 0) {
        bop_wrap_fresh(&call, *to, n);
        bop_wrap_write(&call, to, sizeof *to);
    }
    return status;
}

FREE(free, (void *p), (p))

extern void *__real_realloc(void *p, size_t size);

/* Reallocates a block like realloc. The new block counts as allocated here. */
static void *resize(const struct wrap_call *call, void *p, size_t size)
{
    size_t old = p ? malloc_usable_size(p) : 0;
    void *new = __real_realloc(p, size);
    size_t kept = old < size ? old : size;
    if (!new && size)
        return NULL;
    bop_wrap_freed(call, p, old);
    if (new && new != p && p)
        bop_shadow_move((uintptr_t)new, (uintptr_t)p, kept);
    if (old > kept)
        bop_shadow_clear((uintptr_t)p + kept, old - kept);
    bop_heap_remove((uintptr_t)p);
    if (new)
        bop_wrap_allocated(call, new, size);
    return new;
}

WRAP(void *, realloc, void *p, size_t size)
{
    const struct wrap_call call = WRAP_CALL();
    return resize(&call, p, size);
}

WRAP(void *, reallocarray, void *p, size_t n, size_t size)
{
    const struct wrap_call call = WRAP_CALL();
    if (size && n > SIZE_MAX / size)
        return __real_reallocarray(p, n, size);
    return resize(&call, p, n * size);
}

WRAP(int, munmap, void *p, size_t n)
{
    const struct wrap_call call = WRAP_CALL();
    int status = __real_munmap(p, n);
    if (status == 0) {
        bop_wrap_freed(&call, p, n);
        bop_shadow_clear((uintptr_t)p, n);
        bop_heap_cut((uintptr_t)p);
    }
    return status;
}

static void *mapped(const struct wrap_call *call, void *p, size_t n)
{
    if (p != MAP_FAILED) {
        bop_shadow_clear((uintptr_t)p, n);
        bop_wrap_allocated(call, p, n);
    }
    return p;
}

WRAP(void *, mmap, void *at, size_t n, int protection, int flags, int fd,
     off_t offset)
{
    const struct wrap_call call = WRAP_CALL();
    return mapped(&call, __real_mmap(at, n, protection, flags, fd, offset), n);
}

/* mmap has this name where the program is compiled with
   -D_FILE_OFFSET_BITS=64. */
WRAP(void *, mmap64, void *at, size_t n, int protection, int flags, int fd,
     off_t offset)
{
    const struct wrap_call call = WRAP_CALL();
    return mapped(&call, __real_mmap(at, n, protection, flags, fd, offset), n);
}

WRAP(void *, mremap, void *p, size_t old, size_t n, int flags, ...)
{
    const struct wrap_call call = WRAP_CALL();
    va_list args;
    va_start(args, flags);
    void *at = flags & MREMAP_FIXED ? va_arg(args, void *) : NULL;
    va_end(args);
    void *new = __real_mremap(p, old, n, flags, at);
    if (new == MAP_FAILED)
        return new;
    if (new != p)
        bop_shadow_move((uintptr_t)new, (uintptr_t)p, old < n ? old : n);
    if (n < old)
        bop_shadow_clear((uintptr_t)p + n, old - n);
    else
        bop_shadow_clear((uintptr_t)new + old, n - old);
    bop_heap_cut((uintptr_t)p);
    bop_wrap_allocated(&call, new, n);
    return new;
}

/* These pieces of advice throw the content of memory away. */
WRAP(int, madvise, void *p, size_t n, int advice)
{
    int status = __real_madvise(p, n, advice);
    if (status == 0 && (advice == MADV_DONTNEED || advice == MADV_REMOVE))
        bop_shadow_clear((uintptr_t)p, n);
    return status;
}

extern void *__real_sbrk(intptr_t more);

/* Forgets the memory between two ends of the heap. */
static void forget_between(const void *a, const void *b)
{
    uintptr_t low = (uintptr_t)(a < b ? a : b);
    bop_shadow_clear(low, (uintptr_t)(a < b ? b : a) - low);
}

WRAP(int, brk, void *end)
{
    const void *old = __real_sbrk(0);
    int status = __real_brk(end);
    if (status == 0)
        forget_between(old, end);
    return status;
}

WRAP(void *, sbrk, intptr_t more)
{
    char *old = __real_sbrk(more);
    if (old != (char *)-1)
        forget_between(old, old + more);
    return old;
}
