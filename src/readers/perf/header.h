/* The line above a stack of perf script, taken apart. */
#ifndef READERS_PERF_HEADER_H
#define READERS_PERF_HEADER_H

#include <stdbool.h>

#include "util/str.h"

struct perf_header {
    struct str front; /* what stands before the time, period and event: name
                         and numbers of the thread */
    struct str period; /* digits; "" if none is printed */
    struct str event; /* without its last colon; "" if none is printed */
    struct str frame; /* on the same line, from its address on, or "" */
    bool sure;        /* a time, or an event behind a number, is there; else
                         it is anything, at best the name of a thread */
    bool record;      /* tells of something else than a sample */
};

struct perf_header perf_header(struct str line);

/* An address on a line of its own or behind other columns is right aligned in
   so many. perf_wide: word is one, if before is where the column begins. */
enum { PERF_COLUMNS = 17 };
bool perf_wide(struct str before, struct str word);

#endif
