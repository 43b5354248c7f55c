/* Memory comes from mmap, which is called through syscall, because the
   program's mmap may be a traced one. */
#include "bop/base/memory.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bop/base/bytes.h"
#include "bop/trace/messages.h"
#include "bop/tracer.h"

void *bop_memory_try(size_t size)
{
    long p = syscall(SYS_mmap, NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    return p == -1 ? NULL : (void *)p;
}

void *bop_memory(size_t size)
{
    void *p = bop_memory_try(size);
    if (p)
        return p;
    bop_tracer_stop();
    bop_message_print("out of memory: the program ends", NULL, 0);
    syscall(SYS_exit_group, 127);
    __builtin_unreachable();
}

void bop_memory_release(void *p, size_t size)
{
    syscall(SYS_munmap, p, size ? size : 1);
}

void *bop_memory_grow(void *old, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return old;
    size_t more = *room ? *room : 4096 / size + 1;
    while (more <= n)
        more *= 2;
    void *p = bop_memory(more * size);
    if (old)
        bop_bytes_copy(p, old, *room * size);
    *room = more;
    return p;
}

char *bop_memory_text(const char *text, size_t n)
{
    static char *piece;
    static size_t left;
    if (n + 1 > left) {
        left = n + 1 > 65536 ? n + 1 : 65536;
        piece = bop_memory(left);
    }
    char *copy = piece;
    bop_bytes_copy(copy, text, n);
    piece += n + 1;
    left -= n + 1;
    return copy;
}
