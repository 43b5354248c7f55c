#include "util/map.h"

#include <stdlib.h>

#include "util/array.h"

struct pair_slot {
    uint32_t a, b;
    uint32_t id_plus_1; /* 0: free */
};

struct string_slot {
    uint32_t hash;
    uint32_t id_plus_1; /* 0: free */
};

static uint64_t pair_hash(uint32_t a, uint32_t b)
{
    uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static struct pair_slot *pair_slot(struct pair_slot *slots, size_t room,
                                   uint32_t a, uint32_t b)
{
    size_t i = pair_hash(a, b) & (room - 1);
    while (slots[i].id_plus_1 && (slots[i].a != a || slots[i].b != b))
        i = (i + 1) & (room - 1);
    return &slots[i];
}

static void pairs_grow(struct pairs *pairs)
{
    size_t room = pairs->room ? pairs->room * 2 : 256;
    struct pair_slot *slots = array_new(room, sizeof *slots);
    for (size_t i = 0; i < pairs->room; i++) {
        struct pair_slot *old = &pairs->slots[i];
        if (old->id_plus_1)
            *pair_slot(slots, room, old->a, old->b) = *old;
    }
    free(pairs->slots);
    pairs->slots = slots;
    pairs->room = room;
}

uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->n >= pairs->room / 2)
        pairs_grow(pairs);
    struct pair_slot *slot = pair_slot(pairs->slots, pairs->room, a, b);
    if (!slot->id_plus_1)
        *slot = (struct pair_slot){ a, b, ++pairs->n };
    return slot->id_plus_1 - 1;
}

void pairs_prefetch(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->room)
        __builtin_prefetch(&pairs->slots[pair_hash(a, b) & (pairs->room - 1)]);
}

uint32_t pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->n == 0)
        return NO_ID;
    return pair_slot(pairs->slots, pairs->room, a, b)->id_plus_1 - 1;
}

void pairs_free(struct pairs *pairs)
{
    free(pairs->slots);
    *pairs = (struct pairs){ 0 };
}

static struct string_slot *string_slot(const struct strings *strings,
                                       struct str text, uint32_t hash)
{
    size_t i = hash & (strings->room - 1);
    for (;; i = (i + 1) & (strings->room - 1)) {
        struct string_slot *slot = &strings->slots[i];
        if (!slot->id_plus_1)
            return slot;
        if (slot->hash == hash &&
            str_eq(strings->texts[slot->id_plus_1 - 1], text))
            return slot;
    }
}

static void strings_grow(struct strings *strings)
{
    struct string_slot *old = strings->slots;
    size_t room = strings->room;
    strings->room = room ? room * 2 : 256;
    strings->slots = array_new(strings->room, sizeof *old);
    for (size_t i = 0; i < room; i++) {
        size_t at = old[i].hash & (strings->room - 1);
        if (!old[i].id_plus_1)
            continue;
        while (strings->slots[at].id_plus_1)
            at = (at + 1) & (strings->room - 1);
        strings->slots[at] = old[i];
    }
    free(old);
}

uint32_t strings_add(struct strings *strings, struct arena *arena,
                     struct str text)
{
    uint32_t hash = (uint32_t)str_hash(text);
    if (strings->n >= strings->room / 2)
        strings_grow(strings);
    struct string_slot *slot = string_slot(strings, text, hash);
    if (slot->id_plus_1)
        return slot->id_plus_1 - 1;
    strings->texts = array_grow(strings->texts, strings->n,
                                &strings->texts_room, sizeof text);
    strings->texts[strings->n] = arena_copy(arena, text);
    *slot = (struct string_slot){ hash, ++strings->n };
    return slot->id_plus_1 - 1;
}

uint32_t strings_find(const struct strings *strings, struct str text)
{
    if (strings->n == 0)
        return NO_ID;
    return string_slot(strings, text, (uint32_t)str_hash(text))->id_plus_1 -
           1;
}

void strings_free(struct strings *strings)
{
    free(strings->slots);
    free(strings->texts);
    *strings = (struct strings){ 0 };
}
