/*
 * The events of one input, and the choice of the one to count. Samples of
 * different events are never added up.
 */
#ifndef READERS_PERF_EVENTS_H
#define READERS_PERF_EVENTS_H

#include "readers/event.h"
#include "readers/tally.h"

/* The id of samples whose event the input does not give. */
enum { PERF_NO_EVENT = 0 };

struct perf_events {
    struct tally tally; /* samples of the accepted threads; id 0 is "" */
    struct str wanted;  /* the event to count; "": the first with a sample */
    bool asked;     /* the user named it: samples without an event are left
                       out, and it is an error if it has no samples */
    bool all;       /* the user named none and wants all of them */
    uint32_t drawn; /* id of the event to count; PERF_NO_EVENT: none yet */
    bool is_equal;  /* `wanted` is the whole name of the drawn event */
    bool is_ambiguous; /* several events are `wanted` without modifiers */
};

/* Begin with perf_events_init and end with perf_events_free. `wanted` must
   stay valid. */
void perf_events_init(struct perf_events *events, struct str wanted,
                      bool asked);
void perf_events_free(struct perf_events *events);

/* Returns the id of the event, PERF_NO_EVENT for "". A new event may change
   `drawn`: "cycles:u" is drawn for --event=cycles until "cycles" comes. */
uint32_t perf_events_id(struct perf_events *events, struct str name);
/* Are samples of this event counted, as far as is known by now? */
bool perf_events_is_drawn(const struct perf_events *events, uint32_t event);
/* Counts a sample. `accepted` says whether it is of an accepted thread. The
   event of the first sample becomes the drawn one if no event is wanted. */
void perf_events_count(struct perf_events *events, uint32_t event,
                       bool accepted);
/* Returns the name of the drawn event, or "". */
struct str perf_events_drawn_name(const struct perf_events *events);

/* The reader calls this at the end of the input, with the input's name. If the
   drawn event has no samples, prints an error that lists the others and returns
   false. Otherwise warns if there are others and the user chose none.
   `threads` describes the accepted threads, "" for all. */
bool perf_events_report(const struct perf_events *events, const char *input,
                        struct str threads);

#endif
