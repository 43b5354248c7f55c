/* What a line of perf script is, as far as the line alone tells. */
#ifndef READERS_PERF_LINE_H
#define READERS_PERF_LINE_H

#include <stdbool.h>

#include "util/str.h"

enum perf_kind {
    PERF_EMPTY,    /* ends a sample */
    PERF_FRAME,    /* tab, address, symbol, module */
    PERF_INDENTED, /* the same behind blanks */
    PERF_ALONE,    /* the same, right aligned: a sample without any header */
    PERF_HEADER,   /* begins a sample */
    PERF_FLAT,     /* begins a sample and has its frame */
    PERF_RECORD,   /* tells of something else than a sample */
    PERF_COMMENT,  /* # ... */
    PERF_MESSAGE,  /* perf's own, from standard error */
    PERF_WARNING,  /* the same; the empty line after it belongs to it */
    PERF_REPORT,   /* of perf report, not of perf script */
    PERF_OTHER,    /* a header that is only a thread's name, or anything */
};

struct perf_line {
    enum perf_kind kind;
    struct str frame; /* from its address on, where there is one */
    struct str front, period, event; /* of a header or other line, as
                                        perf_header.h has them; may be "" */
    bool sure;        /* a header that nothing else could be */
};

struct perf_line perf_line(struct str line);

#endif
