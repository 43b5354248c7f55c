/* Takes apart the line above a stack of perf script. */
#pragma once

#include "model/inventory.h"
#include "util/text/str.h"

/* All texts are parts of the line, "" if they are not printed. */
struct perf_header {
    struct str front;  /* up to the time, period and event: name and ids of the
                          thread */
    struct str time;   /* in seconds, digits and a point */
    struct str period; /* digits */
    struct str event;  /* without the colon after it */
    struct str frame;  /* the frame on the same line, from its address on */
    bool sure;   /* it has a time, or an event after a number; otherwise the
                    line may be anything, at best the name of a thread */
    bool record; /* it is not about a sample */
};

struct perf_header perf_header(struct str line);

/* perf right-aligns an address in a column of this width, unless it is after
   a tab. */
enum { PERF_ADDRESS_COLUMNS = 17 };
/* Is the word such an address? It is a part of the same line as `column`,
   which begins where the column does. */
bool perf_header_is_address(struct str column, struct str word);

/* The thread that a sample was taken in, as the header above a stack of perf
   script names it. */

/* Splits the front of a header, as in struct perf_header, into its columns.
   Those that it does not have are "". `sure` says that the line is a header,
   and not just text that may be the name of a thread. */
struct listed_thread perf_thread(struct str front, bool sure);
/* Does the front tell the processor? perf records it if it records all
   processes (-a). */
bool perf_thread_has_cpu(struct str front);
