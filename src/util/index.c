#include "util/index.h"

#include <stdlib.h>
#include <string.h>

#include "util/array.h"

enum { FIRST_ROOM = 256 };

static void put(struct index *index, struct index_slot slot)
{
    size_t i = slot.hash & (index->room - 1);
    while (index->slots[i].id_plus_1)
        i = (i + 1) & (index->room - 1);
    index->slots[i] = slot;
}

static void grow(struct index *index)
{
    struct index old = *index;
    index->room = old.room ? 2 * old.room : FIRST_ROOM;
    index->slots = array_new(index->room, sizeof *index->slots);
    for (size_t i = 0; i < old.room; i++)
        if (old.slots[i].id_plus_1)
            put(index, old.slots[i]);
    free(old.slots);
}

void index_add(struct index *index, uint32_t hash, uint32_t id)
{
    if (index->used >= index->room / 2)
        grow(index);
    put(index, (struct index_slot){ hash, id + 1 });
    index->used++;
}

void index_clear(struct index *index)
{
    if (index->used)
        memset(index->slots, 0, index->room * sizeof *index->slots);
    index->used = 0;
}

void index_free(struct index *index)
{
    free(index->slots);
    *index = (struct index){ 0 };
}
