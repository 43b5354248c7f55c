/* A table of the dependences that a thread has found: for each pair of access
   contexts, how often a read in one met a write of the other, and the
   distances. */
#pragma once

#include "bop/base/base.h"
#include "bop/base/hash.h"
#include "bop/state/contexts.h"

struct dependence_count {
    uint64_t key;         /* a union dependence_key, or 0 in a free slot */
    uint64_t count;       /* of the later accesses */
    uint64_t least, most; /* distance in pseudo time */
    uintptr_t low, high;  /* the lowest and highest address of these accesses */
    uintptr_t least_below, most_below; /* if all were in frames of one function:
                                          the distances below the CFA */
    uint32_t frame; /* that function; 0 at first; NO_ID: no frame, or frames of
                       several functions */
    uint32_t least_runs, most_runs; /* distance in executions of the statement
                                       of the earlier access */
    uint32_t least_iterations, most_iterations; /* of the loop that carries the
                                                   dependence */
    site allocated; /* where the block with the data was allocated; 0 at first;
                       SEVERAL: at several places, or nowhere */
    uint32_t late; /* bits of loops, as from bop_loops_late */
    uint32_t statement; /* index + 1 of that statement in the thread; 0: not
                           looked up */
};

#define SEVERAL ((site)-1)

/* This is a hash table with linear probing. */
struct dependence_table {
    size_t mask; /* the number of slots, a power of two, minus 1 */
    size_t n;    /* slots in use */
    struct dependence_count slots[];
};

/* The two accesses of a dependence. The earlier is the key's writer, even if it
   is a read. Freeing memory is always the later one, because it must follow all
   reads and writes of it. */
enum dependence_order {
    READ_AFTER_WRITE,
    WRITE_AFTER_READ,
    WRITE_AFTER_WRITE,
    FREE_AFTER_READ,
    FREE_AFTER_WRITE
};

/* The parts of a key. The writer and the reader are contexts. */
union dependence_key {
    uint64_t bits;
    struct {
        uint64_t reader : CONTEXT_BITS, writer : CONTEXT_BITS;
        uint64_t order : 3;                  /* enum dependence_order */
        uint64_t common : 6, is_carried : 1; /* as in struct loop_relation */
        uint64_t zero : 6; /* a member, so that it is 0 where it is left out */
    };
};

/*
 * A read that meets a write of the same execution of a statement is no
 * dependence, but it shows that the written data is used. Each pair of a
 * writing and a reading context is recorded once. Each thread keeps its recent
 * pairs in a direct-mapped cache.
 */
#define WITHIN_CACHE 1024

struct within_slot {
    site at;
    uint32_t writer; /* a context, or 0 */
};

INLINE struct within_slot *bop_within_slot(struct within_slot *cache,
                                           uint32_t writer, site at)
{
    return &cache[(at ^ (site)writer << 2) % WITHIN_CACHE];
}

struct dependence_table *bop_dependences_new(void);
/* Removes all dependences but keeps the memory. */
void bop_dependences_clear(struct dependence_table *table);
/* Adds the counts of one dependence to those of another one. */
void bop_dependences_merge(struct dependence_count *to,
                           const struct dependence_count *from);

/* Records that a dependence was in the frame of a function (NO_ID: in none),
   `below` bytes below its CFA. */
INLINE void bop_dependences_in_frame(struct dependence_count *d,
                                     uint32_t function, uintptr_t below)
{
    if (unlikely(d->frame != function)) {
        d->frame = d->frame ? NO_ID : function;
        d->least_below = d->most_below = below;
    }
    WIDEN(d->least_below, d->most_below, below, below);
}

/* Records that the data of a dependence was in a block allocated at a site, or
   with SEVERAL in no known block. */
static inline void bop_dependences_in_block(struct dependence_count *d, site at)
{
    d->allocated = d->allocated && d->allocated != at ? SEVERAL : at;
}

/* Returns the dependence with that key, which has count 0 if it is new, or NULL
   if the table holds BOP_MAXEDGES others. The table moves when it grows. */
struct dependence_count *bop_dependences_add(struct dependence_table **table,
                                             uint64_t key);

/* Works like bop_dependences_add, but inline for most dependences, which are in
   the first slot that a search visits. */
INLINE struct dependence_count *
bop_dependences_find(struct dependence_table **table, uint64_t key)
{
    struct dependence_table *d = *table;
    struct dependence_count *slot = &d->slots[bop_hash(key) & d->mask];
    return likely(slot->key == key) ? slot : bop_dependences_add(table, key);
}
