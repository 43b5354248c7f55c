/*
 * The headers of perf script that came before, found by their text without
 * regard to digits. Two headers of one thread mostly differ only in the digits
 * of the time, and perf_line finds the same parts in both: they need not be
 * taken apart twice.
 */
#ifndef READERS_PERF_HEADER_CACHE_H
#define READERS_PERF_HEADER_CACHE_H

#include "readers/perf/line.h"
#include "util/text/buf.h"

enum { HEADER_CACHE_SIZE = 16 };

/* Zeroed is empty; release with header_cache_free. */
struct header_cache {
    struct cached_header {
        struct buf text;       /* a header, or nothing */
        struct perf_line line; /* its parts, which point into text */
    } headers[HEADER_CACHE_SIZE]; /* by length, modulo HEADER_CACHE_SIZE */
};

/* Returns what perf_line returns for the line. */
struct perf_line header_cache_line(struct header_cache *cache,
                                   struct str line);
void header_cache_free(struct header_cache *cache);

#endif
