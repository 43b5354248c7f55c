/*
 * Shadow memory has a word for each byte of the program's memory (granule=1),
 * or for each 4 bytes (granule=4), with its last writer. It is a table of
 * blocks; each covers 16 MiB of the program's memory and takes 8 bytes for each
 * granule. A block is made at the first write to its memory. Words are stored
 * in one piece, so if threads race, that of the last writer stays.
 */
#pragma once

#include "bop/base/base.h"
#include "bop/state/contexts.h"
#include "bop/tracer.h"

/* A shadow word holds the pseudo time of the write (40 bits) and its access
   context (24 bits), or 0 if no writer is known. */
typedef uint64_t shadow_word;
#define TIME_LIMIT ((uint64_t)1 << 40) /* the first time that does not fit */

INLINE shadow_word bop_shadow_word(uint64_t pseudo_time, uint32_t context)
{
    return pseudo_time << CONTEXT_BITS | context;
}

INLINE uint64_t bop_shadow_time(shadow_word w)
{
    return w >> CONTEXT_BITS;
}

INLINE uint32_t bop_shadow_context(shadow_word w)
{
    return w & (MAX_CONTEXTS - 1);
}

#define BLOCK_BITS 24
#define BLOCK ((uintptr_t)1 << BLOCK_BITS)
/* Addresses of user space have this number of bits. */
#ifdef __aarch64__
#define ADDRESS_BITS 48
#else
#define ADDRESS_BITS 47
#endif
#define BLOCKS ((uintptr_t)1 << (ADDRESS_BITS - BLOCK_BITS))

/* The tables of blocks: who wrote each byte, and who has read it (reads.h). */
extern shadow_word *bop_shadow_blocks[BLOCKS], *bop_shadow_read_blocks[BLOCKS];

/* Returns the number of low address bits that share a shadow word. The
   functions below take it as an argument, so that hot code can pass a
   constant. */
INLINE int bop_shadow_shift(void)
{
    return bop_tracer.words ? 2 : 0;
}

/* Returns the word of an address in a table of blocks, or NULL if its block
   does not exist. */
INLINE shadow_word *bop_shadow_find_in(shadow_word **blocks, uintptr_t addr,
                                       int shift)
{
    uintptr_t block = addr >> BLOCK_BITS;
    if (unlikely(block >= BLOCKS))
        return NULL;
    shadow_word *words = blocks[block];
    return likely(words) ? words + ((addr & (BLOCK - 1)) >> shift) : NULL;
}

/* Works like bop_shadow_find_in, but makes the block if it does not exist.
   Returns NULL if addr cannot have a block, or if there is no address space
   left. */
shadow_word *bop_shadow_make_in(shadow_word **blocks, uintptr_t addr,
                                int shift);

/* These do the same for the shadow word of the byte at addr. */
INLINE shadow_word *bop_shadow_find(uintptr_t addr, int shift)
{
    return bop_shadow_find_in(bop_shadow_blocks, addr, shift);
}

static inline shadow_word *bop_shadow_make(uintptr_t addr, int shift)
{
    return bop_shadow_make_in(bop_shadow_blocks, addr, shift);
}
/* Zeroes words, and returns memory to the system if it is much. */
void bop_shadow_zero(shadow_word *from, shadow_word *to);

/* Returns how many shadow words n bytes at addr have; n > 0. */
INLINE size_t bop_shadow_span(uintptr_t addr, size_t n, int shift)
{
    return ((addr + n - 1) >> shift) - (addr >> shift) + 1;
}

/* Do n bytes at addr lie in more than one block? */
INLINE bool bop_shadow_crosses(uintptr_t addr, size_t n)
{
    return (addr & (BLOCK - 1)) + n > BLOCK;
}

/* Returns how many of n bytes at addr lie in the first block. */
static inline size_t bop_shadow_part(uintptr_t addr, size_t n)
{
    size_t left = BLOCK - (addr & (BLOCK - 1));
    return n < left ? n : left;
}

/* A walk over the words of n bytes in a table of blocks, one block after the
   other. Set the first members; the others belong to the present part. */
struct shadow_walk {
    shadow_word **blocks;
    uintptr_t next; /* where the next part begins */
    size_t left;    /* bytes from there on */
    bool makes;     /* blocks that do not exist; else they are passed over */
    uintptr_t addr;
    shadow_word *words; /* of the bytes from addr on */
    size_t n;           /* words */
};

/* Goes on to the next part. Returns false after the last one. */
INLINE bool bop_shadow_next(struct shadow_walk *walk, int shift)
{
    while (walk->left) {
        size_t part = bop_shadow_part(walk->next, walk->left);
        walk->addr = walk->next;
        walk->next += part;
        walk->left -= part;
        walk->words = bop_shadow_find_in(walk->blocks, walk->addr, shift);
        if (unlikely(!walk->words) && walk->makes)
            walk->words = bop_shadow_make_in(walk->blocks, walk->addr, shift);
        walk->n = bop_shadow_span(walk->addr, part, shift);
        if (walk->words)
            return true;
    }
    return false;
}

/* Clears the writers of n bytes. */
void bop_shadow_clear(uintptr_t addr, size_t n);
/* Does the same for memory that mostly has no known writer. */
void bop_shadow_forget(uintptr_t addr, size_t n);
/* Moves the shadow words of n bytes to a place that does not overlap the old
   one, and clears the old ones. */
void bop_shadow_move(uintptr_t to, uintptr_t from, size_t n);
