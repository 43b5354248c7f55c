#include "util/map.h"

#include "util/array.h"
#include "util/hash.h"

static bool is_pair(const void *keys, uint32_t id, const void *key)
{
    const struct pair *known = (const struct pair *)keys + id, *wanted = key;
    return known->a == wanted->a && known->b == wanted->b;
}

uint32_t pairs_add_in(struct pairs *pairs, struct arena *arena, uint32_t a,
                      uint32_t b)
{
    struct pair pair = { a, b };
    uint32_t hash = hash_pair(a, b);
    uint32_t id = index_find(&pairs->index, hash, is_pair, pairs->keys, &pair);
    if (id != NO_ID)
        return id;
    pairs->keys = array_list_grow(arena, pairs->keys, pairs->n,
                                  &pairs->keys_room, sizeof pair);
    pairs->keys[pairs->n] = pair;
    index_add_in(&pairs->index, arena, hash, pairs->n);
    return pairs->n++;
}

uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    return pairs_add_in(pairs, NULL, a, b);
}

void pairs_prefetch(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    index_prefetch(&pairs->index, hash_pair(a, b));
}

uint32_t pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b)
{
    struct pair pair = { a, b };
    return index_find(&pairs->index, hash_pair(a, b), is_pair, pairs->keys,
                      &pair);
}

void pairs_free(struct pairs *pairs)
{
    index_free(&pairs->index);
    free(pairs->keys);
    *pairs = (struct pairs){ 0 };
}

static bool is_text(const void *texts, uint32_t id, const void *text)
{
    return str_eq(((const struct str *)texts)[id], *(const struct str *)text);
}

static uint32_t add_text(struct strings *strings, struct arena *arena,
                         struct str text, bool copies)
{
    uint32_t hash = hash_text(text);
    uint32_t id =
        index_find(&strings->index, hash, is_text, strings->texts, &text);
    if (id != NO_ID)
        return id;
    strings->texts = array_list_grow(arena, strings->texts, strings->n,
                                     &strings->texts_room, sizeof text);
    strings->texts[strings->n] = copies ? arena_copy(arena, text) : text;
    index_add_in(&strings->index, arena, hash, strings->n);
    return strings->n++;
}

uint32_t strings_add(struct strings *strings, struct arena *arena,
                     struct str text)
{
    return add_text(strings, arena, text, true);
}

uint32_t strings_keep(struct strings *strings, struct arena *arena,
                      struct str text)
{
    return add_text(strings, arena, text, false);
}

uint32_t strings_find(const struct strings *strings, struct str text)
{
    return index_find(&strings->index, hash_text(text), is_text,
                      strings->texts, &text);
}

void strings_free(struct strings *strings)
{
    *strings = (struct strings){ 0 };
}
