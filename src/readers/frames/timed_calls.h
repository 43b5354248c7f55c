/*
 * Calls of which a trace tells the begin and the end, and the duration of the
 * whole call. The self cost of a call is its duration without those of the
 * calls that it has made.
 *
 *     timed_calls_begin(&thread->calls, &sink, function);
 *     timed_calls_add(&thread->calls, &sink, another, 1.5);
 *     timed_calls_end(&thread->calls, &sink, 4.0);
 */
#pragma once

#include "readers/choose/sink.h"
#include "util/array.h"

/* A call that has begun. */
struct timed_call {
    uint32_t context; /* NO_ID: its thread does not count */
    double below;     /* the time of the calls that it has made */
};

/* The calls of one thread that are open, the outermost first. Zeroed is none.
   The memory is that of the sink. */
struct timed_calls {
    LIST(struct timed_call);
    uint32_t thread; /* in the sink */
    bool count;      /* the trace has no times: each call costs 1 */
};

void timed_calls_begin(struct timed_calls *calls, struct sink *sink,
                       struct identity function);
/* Ends the innermost call; there must be one. If its duration is UNKNOWN, it is
   that of the calls that it has made. */
void timed_calls_end(struct timed_calls *calls, struct sink *sink,
                     double duration);
/* Adds a call that has no other calls below it. */
void timed_calls_add(struct timed_calls *calls, struct sink *sink,
                     struct identity function, double duration);
