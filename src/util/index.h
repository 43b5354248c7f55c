/*
 * A hash index finds the id of a key by the key's hash. It holds hashes and
 * ids; its owner holds the keys, mostly in an array by id, and compares them.
 * The owner also chooses the ids, in the order in which keys are added, so
 * that nothing but the time depends on the hashes (util/hash.h).
 *
 * It is a table with open addressing and linear probing whose size is a power
 * of two and which doubles when half of its slots are in use.
 */
#pragma once

#include "util/arena.h"

/* No id. All ids are less. */
#define NO_ID UINT32_MAX

struct index_slot {
    uint32_t hash;
    uint32_t id_plus_1; /* 0: the slot is free */
};

/* Zeroed is empty. It belongs to the arena that all calls of index_add_in name,
   or else is released with index_free. */
struct index {
    struct index_slot *slots;
    size_t room; /* slots: a power of two, or 0 */
    size_t used; /* slots that are not free */
};

/* Is `key` the key that has this id? `keys` is where the owner keeps its
   keys. */
typedef bool index_equal(const void *keys, uint32_t id, const void *key);

/* Returns the id of the key that has this hash and that `equal` accepts, or
   NO_ID. Compilers inline `equal` as well if it is a constant, so that a
   look-up makes no indirect call. */
static inline uint32_t index_find(const struct index *index, uint32_t hash,
                                  index_equal *equal, const void *keys,
                                  const void *key)
{
    if (index->room == 0)
        return NO_ID;
    size_t i = hash & (index->room - 1);
    for (; index->slots[i].id_plus_1; i = (i + 1) & (index->room - 1)) {
        uint32_t id = index->slots[i].id_plus_1 - 1;
        if (index->slots[i].hash == hash && equal(keys, id, key))
            return id;
    }
    return NO_ID;
}

/* Fetches the memory in which a look-up of this hash will begin. */
static inline void index_prefetch(const struct index *index, uint32_t hash)
{
    if (index->room)
        __builtin_prefetch(&index->slots[hash & (index->room - 1)]);
}

/* Returns n ids, each of which is NO_ID. */
uint32_t *index_no_ids(struct arena *arena, size_t n);

/* Adds a key, which must not be in the index yet. */
void index_add(struct index *index, uint32_t hash, uint32_t id);
/* Does the same for an index in an arena, or in none if that is NULL. */
void index_add_in(struct index *index, struct arena *arena, uint32_t hash,
                  uint32_t id);
/* Removes all keys but keeps the memory. */
void index_clear(struct index *index);
void index_free(struct index *index);
void index_free_in(struct index *index, struct arena *arena);
