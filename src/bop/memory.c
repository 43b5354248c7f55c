/* Memory straight from the system, and sorting that needs none. */
#include "bop/core.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The functions of libc might be the traced ones. */
void *bop_map(size_t size)
{
    long p = syscall(SYS_mmap, NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    return p == -1 ? NULL : (void *)p;
}

void *bop_memory(size_t size)
{
    void *p = bop_map(size);
    if (p)
        return p;
    bop_stop();
    bop_say("out of memory: the program ends", NULL, 0);
    syscall(SYS_exit_group, 127);
    __builtin_unreachable();
}

void bop_release(void *p, size_t size)
{
    syscall(SYS_munmap, p, size ? size : 1);
}

/* Who looks at the old copy while it is replaced must find it whole. */
void *bop_grow(void *old, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return old;
    size_t more = *room ? *room : 4096 / size + 1;
    while (more <= n)
        more *= 2;
    void *p = bop_memory(more * size);
    if (old)
        copy_bytes(p, old, *room * size);
    *room = more;
    return p;
}

char *bop_copy(const char *text, size_t n)
{
    static char *piece;
    static size_t left;
    if (n + 1 > left) {
        left = n + 1 > 65536 ? n + 1 : 65536;
        piece = bop_memory(left);
    }
    char *copy = piece;
    copy_bytes(copy, text, n);
    piece += n + 1;
    left -= n + 1;
    return copy;
}

static void swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = a[i];
        a[i] = b[i];
        b[i] = c;
    }
}

static void sift(char *items, size_t root, size_t n, size_t size,
                 int (*compare)(const void *, const void *))
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n &&
            compare(items + child * size, items + (child + 1) * size) < 0)
            child++;
        if (compare(items + root * size, items + child * size) >= 0)
            return;
        swap(items + root * size, items + child * size, size);
    }
}

/* A heap sort: qsort would allocate. */
void bop_sort(void *items, size_t n, size_t size,
              int (*compare)(const void *, const void *))
{
    for (size_t i = n / 2; i-- > 0;)
        sift(items, i, n, size, compare);
    for (size_t i = n; i-- > 1;) {
        swap(items, (char *)items + i * size, size);
        sift(items, 0, i, size, compare);
    }
}
