/* A table that numbers keys of three integers. */
#include "bop/base/ids.h"

#include "bop/base/base.h"
#include "bop/base/bytes.h"
#include "bop/base/hash.h"
#include "bop/base/memory.h"

struct id_slots {
    size_t mask;    /* the number of slots, a power of two, minus 1 */
    uint32_t ids[]; /* id + 1, or 0 in a free slot */
};

/* Returns the slot that holds the key, or the free one where it belongs. */
static uint32_t *find_slot(const struct id_slots *slots, uint64_t (*keys)[3],
                           const uint64_t key[3])
{
    uint64_t hash = bop_hash(bop_hash(bop_hash(key[0]) + key[1]) + key[2]);
    size_t i = hash & slots->mask;
    for (; slots->ids[i]; i = (i + 1) & slots->mask) {
        const uint64_t *other = keys[slots->ids[i] - 1];
        if (other[0] == key[0] && other[1] == key[1] && other[2] == key[2])
            break;
    }
    return (uint32_t *)&slots->ids[i];
}

uint32_t bop_ids_find(const struct id_table *ids, uint64_t a, uint64_t b,
                      uint64_t c)
{
    if (!ids->slots)
        return NO_ID;
    return *find_slot(ids->slots, ids->keys, (uint64_t[]){ a, b, c }) - 1;
}

/* Doubles the number of slots when half of them are used. */
static void make_room(struct id_table *ids)
{
    size_t old = ids->slots ? ids->slots->mask + 1 : 0;
    if (ids->n < old / 2)
        return;
    size_t room = old ? old * 2 : 1024;
    struct id_slots *slots =
        bop_memory(sizeof *slots + room * sizeof *slots->ids);
    slots->mask = room - 1;
    for (uint32_t id = 0; id < ids->n; id++)
        *find_slot(slots, ids->keys, ids->keys[id]) = id + 1;
    ids->slots = slots;
}

uint32_t bop_ids_add(struct id_table *ids, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t key[] = { a, b, c };
    make_room(ids);
    uint32_t *slot = find_slot(ids->slots, ids->keys, key);
    if (*slot)
        return *slot - 1;
    ids->keys = bop_memory_grow(ids->keys, ids->n, &ids->room,
                                sizeof *ids->keys);
    bop_bytes_copy(ids->keys[ids->n], key, sizeof key);
    *slot = ids->n + 1;
    return ids->n++;
}

void bop_ids_clear(struct id_table *ids)
{
    if (ids->slots)
        bop_bytes_zero(ids->slots->ids,
                       (ids->slots->mask + 1) * sizeof *ids->slots->ids);
    ids->n = 0;
}
