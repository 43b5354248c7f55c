/* The tables: three numbers to an id, and the dependences of a thread. */
#include "bop/core.h"

struct map_slots {
    size_t mask;
    uint32_t ids[]; /* plus 1; 0: free */
};

static bool same(const uint64_t a[3], const uint64_t b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static uint32_t *find(const struct map_slots *slots,
                      uint64_t (*keys)[3], const uint64_t key[3])
{
    uint64_t h = bop_mix(bop_mix(bop_mix(key[0]) + key[1]) + key[2]);
    size_t i = h & slots->mask;
    while (slots->ids[i] &&
           !same(keys[slots->ids[i] - 1], key))
        i = (i + 1) & slots->mask;
    return (uint32_t *)&slots->ids[i];
}

uint32_t bop_map_find(const struct map *map, uint64_t a, uint64_t b,
                      uint64_t c)
{
    if (!map->slots)
        return NO_ID;
    return *find(map->slots, map->keys, (uint64_t[]){ a, b, c }) - 1;
}

static void make_room(struct map *map)
{
    size_t old = map->slots ? map->slots->mask + 1 : 0;
    if (map->n < old / 2)
        return;
    size_t room = old ? old * 2 : 1024;
    struct map_slots *slots =
        bop_memory(sizeof *slots + room * sizeof *slots->ids);
    slots->mask = room - 1;
    for (uint32_t id = 0; id < map->n; id++)
        *find(slots, map->keys, map->keys[id]) = id + 1;
    map->slots = slots;
}

uint32_t bop_map_add(struct map *map, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t key[] = { a, b, c };
    make_room(map);
    uint32_t *slot = find(map->slots, map->keys, key);
    if (*slot)
        return *slot - 1;
    map->keys = bop_grow(map->keys, map->n, &map->room, sizeof *map->keys);
    copy_bytes(map->keys[map->n], key, sizeof key);
    *slot = map->n + 1;
    return map->n++;
}

void bop_map_clear(struct map *map)
{
    if (map->slots)
        zero_bytes(map->slots->ids,
                   (map->slots->mask + 1) * sizeof *map->slots->ids);
    map->n = 0;
}

static struct dependences *new_slots(size_t room)
{
    struct dependences *d =
        bop_memory(sizeof *d + room * sizeof *d->slots);
    d->mask = room - 1;
    return d;
}

void bop_dependences_new(struct thread *t)
{
    t->dependences = new_slots(512);
}

void bop_dependences_clear(struct dependences *d)
{
    zero_bytes(d->slots, (d->mask + 1) * sizeof *d->slots);
    d->n = 0;
}

static struct dependence *slot_of(struct dependences *d, uint64_t key)
{
    size_t i = bop_mix(key) & d->mask;
    while (d->slots[i].key && d->slots[i].key != key)
        i = (i + 1) & d->mask;
    return &d->slots[i];
}

static void grow(struct thread *t)
{
    struct dependences *old = t->dependences;
    struct dependences *d = new_slots(2 * (old->mask + 1));
    for (size_t i = 0; i <= old->mask; i++)
        if (old->slots[i].key)
            *slot_of(d, old->slots[i].key) = old->slots[i];
    d->n = old->n;
    t->dependences = d;
}

static struct dependence *add(struct thread *t, uint64_t key)
{
    struct quiet quiet;
    struct dependence *slot = NULL;
    bop_block(&quiet);
    if (t->dependences->n >= t->dependences->mask / 2)
        grow(t);
    if (t->dependences->n < bop.max_edges) {
        slot = slot_of(t->dependences, key);
        t->dependences->n += !slot->key;
        slot->key = key;
        slot->min = UINT64_MAX;
    }
    bop_unblock(&quiet);
    return slot;
}

/* NULL: there are too many. */
struct dependence *bop_dependence(struct thread *t, uint64_t key)
{
    struct dependence *slot = slot_of(t->dependences, key);
    return likely(slot->key) ? slot : add(t, key);
}
