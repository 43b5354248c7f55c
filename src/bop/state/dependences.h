/* This table holds the dependences that a thread has found: for each pair of
   access contexts, how often a read in one met a write of the other, and at
   which distances. */
#ifndef BOP_DEPENDENCES_H
#define BOP_DEPENDENCES_H

#include "bop/base/base.h"
#include "bop/base/hash.h"
#include "bop/state/contexts.h"

struct dependence_count {
    uint64_t key;         /* the two contexts, or 0 in a free slot */
    uint64_t count;       /* reads */
    uint64_t least, most; /* distance in pseudo time */
};

/* This is a hash table with linear probing. */
struct dependence_table {
    size_t mask; /* the number of slots, a power of two, minus 1 */
    size_t n;    /* slots in use */
    struct dependence_count slots[];
};

INLINE uint64_t bop_dependences_key(uint32_t writer, uint32_t reader)
{
    return (uint64_t)writer << CONTEXT_BITS | reader;
}

static inline uint32_t bop_dependences_writer(uint64_t key)
{
    return (uint32_t)(key >> CONTEXT_BITS);
}

static inline uint32_t bop_dependences_reader(uint64_t key)
{
    return key & (MAX_CONTEXTS - 1);
}

struct dependence_table *bop_dependences_new(void);
/* Forgets all dependences and keeps the memory. */
void bop_dependences_clear(struct dependence_table *table);

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

#endif
