#include "readers/perf/frame_cache.h"

#include <stdlib.h>
#include <string.h>

#include "util/arena.h"
#include "util/array.h"

struct seen_slot {
    uint32_t hash;
    uint32_t place_plus_1; /* in lines, in units of PLACE bytes; 0: free */
};

/* What stands before the text of a line. */
struct seen_line {
    size_t len;
    struct cached_frame frame;
};

enum { PLACE = sizeof(struct seen_line) };

static const struct seen_line *line_at(const struct frame_cache *seen,
                                       const struct seen_slot *slot)
{
    size_t place = (size_t)(slot->place_plus_1 - 1) * PLACE;
    return (const struct seen_line *)(const void *)(seen->lines + place);
}

uint32_t frame_cache_hash(struct str line)
{
    return line.len && line.s[0] == '\t' ? (uint32_t)str_hash(line) : 0;
}

const struct cached_frame *frame_cache_find(const struct frame_cache *seen,
                                   struct str line, uint32_t hash)
{
    if (seen->n == 0)
        return NULL;
    size_t i = hash & (seen->room - 1);
    for (; seen->slots[i].place_plus_1; i = (i + 1) & (seen->room - 1)) {
        if (seen->slots[i].hash != hash)
            continue;
        const struct seen_line *found = line_at(seen, &seen->slots[i]);
        if (found->len == line.len &&
            memcmp(found + 1, line.s, line.len) == 0)
            return &found->frame;
    }
    return NULL;
}

static void put(struct seen_slot *slots, size_t room, struct seen_slot slot)
{
    size_t i = slot.hash & (room - 1);
    while (slots[i].place_plus_1)
        i = (i + 1) & (room - 1);
    slots[i] = slot;
}

static void grow(struct frame_cache *seen)
{
    size_t room = seen->room ? seen->room * 2 : 1024;
    struct seen_slot *slots = array_new(room, sizeof *slots);
    for (size_t i = 0; i < seen->room; i++)
        if (seen->slots[i].place_plus_1)
            put(slots, room, seen->slots[i]);
    free(seen->slots);
    seen->slots = slots;
    seen->room = room;
}

void frame_cache_add(struct frame_cache *seen, struct str line, uint32_t hash,
                   struct cached_frame frame, size_t most)
{
    size_t size = (line.len + PLACE - 1) / PLACE * PLACE + PLACE;
    if (seen->used + size > most)
        frame_cache_clear(seen);
    if (size > most)
        return;
    if (seen->n >= seen->room / 2)
        grow(seen);
    while (seen->lines_room - seen->used < size)
        seen->lines = array_grow(seen->lines, seen->lines_room,
                                 &seen->lines_room, 1);
    struct seen_line *kept = (struct seen_line *)(void *)(seen->lines +
                                                          seen->used);
    *kept = (struct seen_line){ line.len, frame };
    memcpy(kept + 1, line.s, line.len);
    put(seen->slots, seen->room,
        (struct seen_slot){ hash, (uint32_t)(seen->used / PLACE) + 1 });
    seen->used += size;
    seen->n++;
}

void frame_cache_clear(struct frame_cache *seen)
{
    if (seen->n)
        memset(seen->slots, 0, seen->room * sizeof *seen->slots);
    seen->n = seen->used = 0;
}

void frame_cache_free(struct frame_cache *seen)
{
    free(seen->slots);
    free(seen->lines);
    *seen = (struct frame_cache){ 0 };
}
