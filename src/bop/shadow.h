/*
 * Who wrote last, for each byte of the program's memory: a table of blocks of
 * 16 MiB of it, each block 8 bytes per byte (granule=1) or per 4 bytes
 * (granule=4). Blocks appear when something is written into them. Words are
 * stored whole; with threads that race, the last writer wins.
 */
#ifndef BOP_SHADOW_H
#define BOP_SHADOW_H

#include "bop/core.h"

#define BLOCK_BITS 24
#define BLOCK ((uintptr_t)1 << BLOCK_BITS)
#define BLOCKS ((uintptr_t)1 << (47 - BLOCK_BITS))

extern record *bop_blocks[BLOCKS];

/* The record of the byte at addr; NULL: none in the whole block. */
INLINE record *shadow_find(uintptr_t addr, int shift)
{
    uintptr_t block = addr >> BLOCK_BITS;
    if (unlikely(block >= BLOCKS))
        return NULL;
    record *words = bop_blocks[block];
    return likely(words) ? words + ((addr & (BLOCK - 1)) >> shift) : NULL;
}

/* How many records n bytes have, n > 0. */
INLINE size_t shadow_span(uintptr_t addr, size_t n, int shift)
{
    return ((addr + n - 1) >> shift) - (addr >> shift) + 1;
}

/* Like shadow_find, but makes the block. NULL: there cannot be one. */
record *bop_shadow_make(uintptr_t addr, int shift);

void bop_shadow_clear(uintptr_t addr, size_t n);
/* n bytes have moved, to where they do not overlap: so do their records, and
   none are left behind. */
void bop_shadow_move(uintptr_t to, uintptr_t from, size_t n);

#endif
