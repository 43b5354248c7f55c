/* Parses the line above a stack of perf script. */
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
    bool sure;   /* it has a time, or an event after a number; else the line may
                    be anything, such as the name of a thread */
    bool record; /* it is not about a sample */
};

struct perf_header perf_header(struct str line);

/* perf right-aligns an address in a column of this width, unless it is after
   a tab. */
enum { PERF_ADDRESS_COLUMNS = 17 };
/* Is the word such an address? It is a part of the same line as `column`,
   which begins where the column does. */
bool perf_header_is_address(struct str column, struct str word);

/* The thread of a sample in such a header. */

/* Splits the front of a struct perf_header into its columns, "" if they are
   missing. `sure` is that of the header. */
struct listed_thread perf_thread(struct str front, bool sure);
/* Does the front have a processor? perf prints it for recordings of all
   processes (-a). */
bool perf_thread_has_cpu(struct str front);
