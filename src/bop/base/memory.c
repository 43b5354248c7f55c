/* Memory comes from mmap, which is called through syscall, because the
   program's mmap may be a traced one. */
#include "bop/base/memory.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bop/base/bytes.h"

void *bop_memory_try(size_t size)
{
    long p = syscall(SYS_mmap, NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    return p == -1 ? NULL : (void *)p;
}

#define RESERVE ((size_t)32 << 20) /* address space only, until it is used */

static void *reserve;
static void (*tell_end)(bool has_reserve);

void bop_memory_start(void (*tell)(bool has_reserve))
{
    tell_end = tell;
    reserve = bop_memory_try(RESERVE);
}

/* Ends the program when there is no memory. Without a reserve, a second failure
   ends it. */
__attribute__((noreturn)) static void end_program(void)
{
    void *last = __atomic_exchange_n(&reserve, NULL, __ATOMIC_RELAXED);
    if (last)
        bop_memory_release(last, RESERVE);
    tell_end(last);
    syscall(SYS_exit_group, 127);
    __builtin_unreachable();
}

void *bop_memory(size_t size)
{
    void *p = bop_memory_try(size);
    if (!p)
        end_program();
    return p;
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

char *bop_memory_file(int fd)
{
    size_t n = 0, room = 0;
    char *text = NULL;
    for (;;) {
        text = bop_memory_grow(text, n + 4096, &room, 1);
        ssize_t got = syscall(SYS_read, fd, text + n, room - n - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            text[n] = 0;
            return got < 0 ? NULL : text;
        }
        n += (size_t)got;
    }
}
