#include "readers/perf/frame_cache.h"

#include "util/array.h"
#include "util/hash.h"

/* Each line begins with its struct cached_frame, at a multiple of the size of
   that. */
enum { UNIT = sizeof(struct cached_frame) };

static const struct cached_frame *line_at(const char *lines, uint32_t unit)
{
    return (const void *)(lines + (size_t)unit * UNIT);
}

static bool is_line(const void *lines, uint32_t unit, const void *key)
{
    const struct cached_frame *head = line_at(lines, unit);
    const struct str *line = key;
    return head->length == line->len &&
           memcmp(head + 1, line->s, line->len) == 0;
}

uint32_t frame_cache_hash(struct str line)
{
    return line.len && line.s[0] == '\t' ? hash_text(line) : 0;
}

const struct cached_frame *frame_cache_find(const struct frame_cache *cache,
                                            struct str line, uint32_t hash)
{
    uint32_t unit =
        index_find(&cache->index, hash, is_line, cache->lines, &line);
    return unit == NO_ID ? NULL : line_at(cache->lines, unit);
}

void frame_cache_add(struct frame_cache *cache, struct str line, uint32_t hash,
                     struct cached_frame frame, size_t most)
{
    size_t size = (line.len + UNIT - 1) / UNIT * UNIT + UNIT;
    if (cache->used + size > most)
        frame_cache_clear(cache);
    if (size > most || line.len > UINT32_MAX)
        return;
    cache->lines =
        array_reserve(cache->lines, cache->used, size, &cache->lines_room);
    struct cached_frame *head = (void *)(cache->lines + cache->used);
    *head = frame;
    head->length = (uint32_t)line.len;
    memcpy(head + 1, line.s, line.len);
    index_add(&cache->index, hash, (uint32_t)(cache->used / UNIT));
    cache->used += size;
}

void frame_cache_clear(struct frame_cache *cache)
{
    index_clear(&cache->index);
    cache->used = 0;
}

void frame_cache_free(struct frame_cache *cache)
{
    index_free(&cache->index);
    free(cache->lines);
    *cache = (struct frame_cache){ 0 };
}
