/* Blocks of the shadow memory: made, and cleared. */
#include "bop/shadow.h"

#include <errno.h>
#include <sys/mman.h>

record *bop_blocks[BLOCKS];

static size_t block_size(int shift)
{
    return (BLOCK >> shift) * sizeof(record);
}

static record *new_block(int shift)
{
    void *p = bop_map(block_size(shift));
    if (!p) {
        bop_stop();
        bop_say("no address space for another block of 128 MB: tracing "
                "stops; see ulimit -v, or use BOP_GRANULE=4",
                NULL, 0);
        return NULL;
    }
    madvise(p, block_size(shift), MADV_DONTDUMP);
    return p;
}

record *bop_shadow_make(uintptr_t addr, int shift)
{
    uintptr_t block = addr >> BLOCK_BITS;
    if (block >= BLOCKS)
        return NULL;
    if (!bop_blocks[block]) {
        int error = errno;
        record *words = new_block(shift);
        if (words && !__sync_bool_compare_and_swap(&bop_blocks[block], NULL,
                                                   words))
            bop_release(words, block_size(shift));
        errno = error;
    }
    return shadow_find(addr, shift);
}

/* Whole pages are given back where there are many. */
static void clear(record *from, record *to)
{
    uintptr_t first = ((uintptr_t)from + 4095) & ~(uintptr_t)4095;
    uintptr_t last = (uintptr_t)to & ~(uintptr_t)4095;
    size_t size = (uintptr_t)to - (uintptr_t)from;
    int error = errno;
    if (size < (size_t)8 << 20 ||
        madvise((void *)first, last - first, MADV_DONTNEED) != 0) {
        zero_bytes(from, size);
    } else {
        zero_bytes(from, first - (uintptr_t)from);
        zero_bytes((void *)last, (uintptr_t)to - last);
    }
    errno = error;
}

void bop_shadow_clear(uintptr_t addr, size_t n)
{
    int shift = bop.words ? 2 : 0;
    while (n) {
        size_t part = BLOCK - (addr & (BLOCK - 1));
        if (part > n)
            part = n;
        record *words = shadow_find(addr, shift);
        if (words)
            clear(words, words + shadow_span(addr, part, shift));
        addr += part;
        n -= part;
    }
}

static void move_part(uintptr_t to, uintptr_t from, size_t n, int shift)
{
    const record *old = shadow_find(from, shift);
    record *new = shadow_find(to, shift);
    if (!new && old)
        new = bop_shadow_make(to, shift);
    if (!new)
        return;
    size_t size = shadow_span(to, n, shift) * sizeof *new;
    if (old)
        copy_bytes(new, old, size);
    else
        zero_bytes(new, size);
}

void bop_shadow_move(uintptr_t to, uintptr_t from, size_t n)
{
    uintptr_t end = from + n;
    for (uintptr_t at = from, part; at < end; at += part, to += part) {
        part = BLOCK - (at & (BLOCK - 1));
        if (part > BLOCK - (to & (BLOCK - 1)))
            part = BLOCK - (to & (BLOCK - 1));
        if (part > end - at)
            part = end - at;
        move_part(to, at, part, bop.words ? 2 : 0);
    }
    bop_shadow_clear(from, n);
}
