/*
 * The events of one input, and the choice of the one to count. Samples of
 * different events are never added up.
 *
 * The event to count may be known only at the end of the input. Until then, it
 * is one of the candidates: the events that fit best so far to the name that is
 * wanted or, if none is wanted, the events of the first enum event_rank so far.
 * An event that is no candidate never becomes one again.
 */
#ifndef READERS_PERF_EVENTS_H
#define READERS_PERF_EVENTS_H

#include "readers/select/event.h"
#include "readers/select/tally.h"

/* The id of samples whose event the input does not give. They count for
   whichever event is drawn, unless the user named it. */
enum { PERF_NO_EVENT = 0 };

struct perf_event {
    size_t costless; /* samples that have no cost */
    int rank; /* how well it fits, less is better; a large number for events
                 that are not wanted */
};

struct perf_events {
    struct tally tally; /* samples of the accepted threads; id 0 is "" */
    struct perf_event *of; /* by event */
    size_t room;
    struct str wanted; /* the event to count; "": the default */
    bool asked; /* the user named it: samples without an event are left out,
                   and it is an error if it has no samples */
    bool all;   /* the user named none and wants all of them */
    int rank;   /* candidates have this rank or a better one */
};

/* Begin with perf_events_init and end with perf_events_free. `wanted` must
   stay valid. */
void perf_events_init(struct perf_events *events, struct str wanted,
                      bool asked);
void perf_events_free(struct perf_events *events);

/* Returns the id of the event, PERF_NO_EVENT for "". A new event may end the
   candidacy of others: "cycles:u" is a candidate for --event=cycles until
   "cycles" comes. */
uint32_t perf_events_id(struct perf_events *events, struct str name);
/* Is the event a candidate, or PERF_NO_EVENT if its samples count? */
bool perf_events_is_candidate(const struct perf_events *events,
                              uint32_t event);
/* Counts a sample of an accepted thread. If no event is wanted, this may end
   the candidacy of other events. */
void perf_events_count(struct perf_events *events, uint32_t event,
                       bool has_cost);
/* Returns the id of the event to draw, as far as the input was read;
   PERF_NO_EVENT if there is none. */
uint32_t perf_events_drawn(const struct perf_events *events);
/* Are the samples of this event, or those without an event, in the picture?
   `drawn` is the result of perf_events_drawn. If the user wants all events, all
   are. */
bool perf_events_is_drawn(const struct perf_events *events, uint32_t event,
                          uint32_t drawn);
/* Returns the number of samples of the drawn event, or of all if the user wants
   all, with those without an event if they count. perf_events_costless returns
   how many of them have no cost. */
size_t perf_events_samples(const struct perf_events *events);
size_t perf_events_costless(const struct perf_events *events);

/* The reader calls this at the end of the input, with the input's name. If the
   drawn event has no samples, prints an error that lists the others and returns
   false. Otherwise warns if there are others and the user chose none.
   `threads` describes the accepted threads, "" for all. */
bool perf_events_report(const struct perf_events *events, const char *input,
                        struct str threads);

#endif
