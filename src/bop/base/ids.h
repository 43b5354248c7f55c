/* A table that numbers keys of three integers from 0 on, in the order in which
   they are added. A zeroed table is empty. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct id_table {
    uint64_t (*keys)[3];    /* by id */
    struct id_slots *slots; /* a hash table with linear probing */
    uint32_t n;             /* ids given so far */
    size_t room;            /* of keys */
};

/* Returns the id of a key, or NO_ID. */
uint32_t bop_ids_find(const struct id_table *ids, uint64_t a, uint64_t b,
                      uint64_t c);
/* Returns the id of a key, which is a new one if the key is new. */
uint32_t bop_ids_add(struct id_table *ids, uint64_t a, uint64_t b, uint64_t c);
/* Removes all keys but keeps the memory. */
void bop_ids_clear(struct id_table *ids);
