/* Shadow memory: how blocks are made, cleared and moved. */
#include "bop/state/shadow.h"

#include <errno.h>
#include <sys/mman.h>

#include "bop/base/bytes.h"
#include "bop/base/memory.h"
#include "bop/state/reads.h"
#include "bop/state/thread.h"
#include "bop/trace/messages.h"

shadow_word *bop_shadow_blocks[BLOCKS];
shadow_word *bop_shadow_read_blocks[BLOCKS];

static size_t block_size(int shift)
{
    return (BLOCK >> shift) * sizeof(shadow_word);
}

static shadow_word *new_block(int shift)
{
    void *p = bop_memory_try(block_size(shift));
    if (!p) {
        bop_tracer_stop();
        bop_message_print(bop_shadow_shift()
                              ? "no address space for more shadow memory: "
                                "tracing stops; see ulimit -v"
                              : "no address space for more shadow memory: "
                                "tracing stops; see ulimit -v, or use "
                                "BOP_GRANULE=4",
                          NULL, 0);
        bop_message_keep('w',
                         "no address space for more shadow memory, so later "
                         "references are missing",
                         NULL);
        return NULL;
    }
    madvise(p, block_size(shift), MADV_DONTDUMP);
    return p;
}

/* Makes the block of an address unless it exists. */
static void make_block(shadow_word **blocks, uintptr_t addr, int shift)
{
    uintptr_t block = addr >> BLOCK_BITS;
    int error = errno;
    if (block >= BLOCKS || blocks[block])
        return;
    shadow_word *words = new_block(shift);
    if (words && !__sync_bool_compare_and_swap(&blocks[block], NULL, words))
        bop_memory_release(words, block_size(shift));
    errno = error;
}

shadow_word *bop_shadow_make_in(shadow_word **blocks, uintptr_t addr, int shift)
{
    uintptr_t block = addr >> BLOCK_BITS;
    if (block >= BLOCKS)
        return NULL;
    if (unlikely(!blocks[block]))
        make_block(blocks, addr, shift);
    shadow_word *words = blocks[block];
    return words ? words + ((addr & (BLOCK - 1)) >> shift) : NULL;
}

/* Gives whole pages back to the system, which zeroes them, if there are 8 MB
   of them or more; zeroes the rest. */
void bop_shadow_zero(shadow_word *from, shadow_word *to)
{
    uintptr_t first = ((uintptr_t)from + 4095) & ~(uintptr_t)4095;
    uintptr_t last = (uintptr_t)to & ~(uintptr_t)4095;
    size_t size = (uintptr_t)to - (uintptr_t)from;
    int error = errno;
    if (size < (size_t)8 << 20 ||
        madvise((void *)first, last - first, MADV_DONTNEED) != 0) {
        bop_bytes_zero(from, size);
    } else {
        bop_bytes_zero(from, first - (uintptr_t)from);
        bop_bytes_zero((void *)last, (uintptr_t)to - last);
    }
    errno = error;
}

/* Reading is cheaper than writing, and pages that were never written remain
   so. */
static bool is_clear(const shadow_word *words, size_t n)
{
    shadow_word any = 0;
    for (size_t i = 0; i < n; i++)
        any |= words[i];
    return !any;
}

/* Clears the shadow words of a range. If `looks`, a part that is clear already
   is read only, so that its pages are not written. */
static inline void clear(uintptr_t addr, size_t n, bool looks)
{
    int shift = bop_shadow_shift();
    struct shadow_walk walk = { bop_shadow_blocks, addr, n, .makes = false };
    if (unlikely(bop_tracer.anti))
        bop_reads_clear(addr, n);
    while (bop_shadow_next(&walk, shift))
        if (!looks || walk.n > 1 << 20 || !is_clear(walk.words, walk.n))
            bop_shadow_zero(walk.words, walk.words + walk.n);
}

void bop_shadow_clear(uintptr_t addr, size_t n)
{
    clear(addr, n, false);
}

void bop_shadow_forget(uintptr_t addr, size_t n)
{
    clear(addr, n, true);
}

void bop_shadow_move(uintptr_t to, uintptr_t from, size_t n)
{
    int shift = bop_shadow_shift();
    uintptr_t end = from + n;
    if (unlikely(bop_tracer.anti))
        bop_reads_clear(to, n);
    for (uintptr_t at = from, part; at < end; at += part, to += part) {
        part = bop_shadow_part(to, bop_shadow_part(at, end - at));
        const shadow_word *old = bop_shadow_find(at, shift);
        shadow_word *new = old ? bop_shadow_make(to, shift)
                               : bop_shadow_find(to, shift);
        if (!new)
            continue;
        size_t size = bop_shadow_span(to, part, shift) * sizeof *new;
        if (old)
            bop_bytes_copy(new, old, size);
        else
            bop_bytes_zero(new, size);
    }
    bop_shadow_clear(from, n);
}
