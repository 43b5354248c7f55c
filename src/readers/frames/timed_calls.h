/*
 * Calls for which a trace has the begin, the end, and the duration of the whole
 * call. The self cost of a call is its duration minus those of the calls that
 * it made.
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
    double below;     /* the time of the calls that it made */
};

/* The open calls of one thread, outermost first. Is empty if zeroed; the memory
   is that of the sink. */
struct timed_calls {
    LIST(struct timed_call);
    uint32_t thread; /* in the sink */
    bool count;      /* the trace has no times: each call costs 1 */
};

void timed_calls_begin(struct timed_calls *calls, struct sink *sink,
                       struct identity function);
/* Ends the innermost call; there must be one. An UNKNOWN duration is taken to
   be that of the calls that it made. */
void timed_calls_end(struct timed_calls *calls, struct sink *sink,
                     double duration);
/* Adds a call that has no other calls below it. */
void timed_calls_add(struct timed_calls *calls, struct sink *sink,
                     struct identity function, double duration);
