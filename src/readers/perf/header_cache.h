/* Headers that differ from one before in their digits only, in the time above
   all, are taken apart once. */
#ifndef READERS_PERF_HEADER_CACHE_H
#define READERS_PERF_HEADER_CACHE_H

#include "readers/perf/line.h"
#include "util/buf.h"

enum { HEADER_CACHE_SIZE = 16 };

/* Zeroed is an empty one. */
struct header_cache {
    struct cached_header {
        struct buf text;       /* a header, or nothing */
        struct perf_line line; /* what it is */
    } past[HEADER_CACHE_SIZE];        /* by the text's length, modulo HEADER_CACHE_SIZE */
};

/* What perf_line returns. */
struct perf_line header_cache_line(struct header_cache *again, struct str line);
void header_cache_free(struct header_cache *again);

#endif
