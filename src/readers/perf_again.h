/* Headers that differ from one before in their digits only, in the time above
   all, are taken apart once. */
#ifndef READERS_PERF_AGAIN_H
#define READERS_PERF_AGAIN_H

#include "readers/perf_line.h"
#include "util/buf.h"

enum { PERF_AGAIN = 16 };

/* Zeroed is an empty one. */
struct perf_again {
    struct perf_past {
        struct buf text;       /* a header, or nothing */
        struct perf_line line; /* what it is */
    } past[PERF_AGAIN];        /* by the text's length, modulo PERF_AGAIN */
};

/* What perf_line returns. */
struct perf_line perf_line_again(struct perf_again *again, struct str line);
void perf_again_free(struct perf_again *again);

#endif
