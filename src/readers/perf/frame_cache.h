/*
 * Frames of perf script by their whole lines. Most lines of an input were
 * seen before, down to the address: then nothing has to be taken apart.
 */
#ifndef READERS_PERF_FRAME_CACHE_H
#define READERS_PERF_FRAME_CACHE_H

#include <stdint.h>

#include "util/str.h"

/* Zeroed is empty; release with perf_seen_free. */
struct frame_cache {
    struct seen_slot *slots;
    size_t room; /* a power of two, or 0 */
    size_t n;
    char *lines; /* each behind its length and what is known of it */
    size_t used, lines_room;
};

/* What a line comes to: a frame of struct perf_stack, and whether it ends as
   a whole one does. */
struct cached_frame {
    uint32_t frame;
    bool whole;
};

/* Of a line behind a tab; of others 0. */
uint32_t frame_cache_hash(struct str line);
/* NULL: not seen, or forgotten. Valid until the next perf_seen_add. */
const struct cached_frame *frame_cache_find(const struct frame_cache *seen,
                                   struct str line, uint32_t hash);
/* Keeps a line that perf_seen does not know. All are forgotten when they take
   more than most bytes. */
void frame_cache_add(struct frame_cache *seen, struct str line, uint32_t hash,
                   struct cached_frame frame, size_t most);
/* Forgets all. */
void frame_cache_clear(struct frame_cache *seen);
void frame_cache_free(struct frame_cache *seen);

#endif
