/*
 * The frames of perf script that came before, found by their whole lines, the
 * address included. Most lines of a large input repeat an earlier line, so
 * that they need not be taken apart.
 */
#ifndef READERS_PERF_FRAME_CACHE_H
#define READERS_PERF_FRAME_CACHE_H

#include "util/index.h"
#include "util/text/str.h"

/* Zeroed is empty; release with frame_cache_free. */
struct frame_cache {
    struct index index; /* offsets into lines, in units of that struct */
    char *lines;        /* one after the other, each behind its struct
                           cached_frame */
    size_t used, lines_room; /* bytes */
};

/* The meaning of a cached line. */
struct cached_frame {
    uint64_t address;
    uint32_t frame, start; /* as perf_stack_push returned them */
    uint32_t length;       /* of the line, which frame_cache_add sets */
};

/* Returns the hash of a line that begins with a tab; 0 for other lines, which
   are never looked up. */
uint32_t frame_cache_hash(struct str line);
/* Returns the frame of a line, or NULL if the cache does not have it (any
   more). It is valid until the next frame_cache_add. */
const struct cached_frame *frame_cache_find(const struct frame_cache *cache,
                                            struct str line, uint32_t hash);
/* Adds a line, which the cache must not have yet. If the lines would take more
   than `most` bytes, the cache drops them all first. */
void frame_cache_add(struct frame_cache *cache, struct str line, uint32_t hash,
                     struct cached_frame frame, size_t most);
/* Drops all lines and keeps the memory. */
void frame_cache_clear(struct frame_cache *cache);
void frame_cache_free(struct frame_cache *cache);

#endif
