/*
 * The events of a trace: entries and exits of functions, and dependences, by
 * thread. They give the same sums as the records at the end of the trace, and
 * replace these if the end is missing.
 */
#pragma once

#include "deps/reader/sums.h"
#include "util/array.h"

/* Begin with zeros and the trace; free both arenas at the end. */
struct bop_events {
    struct bop_trace *trace;
    struct bop_sums sums; /* of the calls that have returned */
    bool any;             /* an event was read */

    struct arena arena; /* has all that follows */
    LIST(struct bop_thread) threads;
    struct pairs thread_ids; /* (0, number in the trace) -> thread */

    struct pairs call_ids;      /* (thread, call) */
    LIST(uint32_t) call_depths; /* by id in call_ids: frames of the call */
};

/* Read the fields of a record e, x or d, the text after its name. They return
   false, and add nothing, if it is bad. */
bool bop_events_enter(struct bop_events *events, struct str fields);
bool bop_events_leave(struct bop_events *events, struct str fields);
bool bop_events_depend(struct bop_events *events, struct str fields);

/* Ends all calls that still run, so that the sums are complete. No event may
   follow. */
void bop_events_finish(struct bop_events *events);
