#include "util/index.h"

#include "util/array.h"

/* An arena may hold many small indexes. */
enum { FIRST_ROOM = 16 };

static void put(struct index *index, struct index_slot slot)
{
    size_t i = slot.hash & (index->room - 1);
    while (index->slots[i].id_plus_1)
        i = (i + 1) & (index->room - 1);
    index->slots[i] = slot;
}

static struct index_slot *new_slots(struct arena *arena, size_t n)
{
    size_t bytes = n * sizeof(struct index_slot);
    if (!arena)
        return array_new(n, sizeof(struct index_slot));
    return memset(arena_resize(arena, NULL, 0, bytes), 0, bytes);
}

void index_free_in(struct index *index, struct arena *arena)
{
    if (arena)
        arena_resize(arena, index->slots, index->room * sizeof *index->slots,
                     0);
    else
        free(index->slots);
    *index = (struct index){ 0 };
}

static void grow(struct index *index, struct arena *arena)
{
    struct index old = *index;
    index->room = FIRST_ROOM;
    if (old.room)
        index->room = 2 * old.room;
    index->slots = new_slots(arena, index->room);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].id_plus_1)
            put(index, old.slots[i]);
    index_free_in(&old, arena);
}

void index_add_in(struct index *index, struct arena *arena, uint32_t hash,
                  uint32_t id)
{
    if (index->used >= index->room / 2)
        grow(index, arena);
    put(index, (struct index_slot){ hash, id + 1 });
    index->used++;
}

uint32_t *index_no_ids(struct arena *arena, size_t n)
{
    uint32_t *ids = NEW_N(arena, uint32_t, n);
    memset(ids, 0xff, n * sizeof *ids);
    return ids;
}

void index_add(struct index *index, uint32_t hash, uint32_t id)
{
    index_add_in(index, NULL, hash, id);
}

void index_clear(struct index *index)
{
    if (index->used)
        memset(index->slots, 0, index->room * sizeof *index->slots);
    index->used = 0;
}

void index_free(struct index *index)
{
    index_free_in(index, NULL);
}
