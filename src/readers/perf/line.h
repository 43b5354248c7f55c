/* Finds the kind of a line of perf script, by the line alone. */
#pragma once

#include "model/input_stats.h"
#include "util/text/buf.h"
#include "util/text/str.h"

enum perf_kind {
    PERF_EMPTY,    /* the end of a sample */
    PERF_FRAME,    /* a tab, then address, symbol and module */
    PERF_INDENTED, /* a frame after blanks */
    PERF_ALONE,    /* a frame after blanks, right-aligned as addresses are: it
                      may be a sample that has no header at all */
    PERF_HEADER,   /* the start of a sample */
    PERF_FLAT,     /* the start of a sample, with its only frame */
    PERF_RECORD,   /* like a header, but not about a sample */
    PERF_COMMENT,  /* "# ..." */
    PERF_MESSAGE,  /* a message of perf from its standard error */
    PERF_WARNING,  /* such a message with an empty line after it */
    PERF_REPORT,   /* output of perf report, not of perf script */
    PERF_OTHER,    /* a header that is only the name of a thread, or anything */
};

/* All texts are parts of the line, "" if they are not there. */
struct perf_line {
    enum perf_kind kind;
    struct str frame; /* from its address on */
    struct str front, time, period, event; /* as in struct perf_header, for
                                              headers and other lines */
    bool sure; /* it is certainly a header */
};

struct perf_line perf_line(struct str line);

/*
 * A cache of headers of perf script, found by their text except digits. Two
 * headers of one thread mostly differ only in the digits of the time, so the
 * second need not be parsed.
 */

enum { HEADER_CACHE_SIZE = 16 };

/* Zeroed is empty; release with header_cache_free. */
struct header_cache {
    struct cached_header {
        struct buf text;       /* a header, or nothing */
        struct perf_line line; /* its parts, which point into `text` */
    } headers[HEADER_CACHE_SIZE]; /* by length, modulo HEADER_CACHE_SIZE */
};

/* Returns what perf_line returns for the line. */
struct perf_line header_cache_line(struct header_cache *cache, struct str line);
void header_cache_free(struct header_cache *cache);

/* Adds the lost events of a line that is a record or a message of perf; most
   lines have none. */
void perf_lost_add(struct input_stats *stats, struct str line);
