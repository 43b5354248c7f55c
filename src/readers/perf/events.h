/*
 * The events of one input and how many samples each has. Samples of several
 * events are never added to each other: one event is drawn.
 */
#ifndef READERS_PERF_EVENTS_H
#define READERS_PERF_EVENTS_H

#include "readers/event.h"
#include "readers/tally.h"

/* A sample of which the input does not say the event. */
enum { PERF_NO_EVENT = 0 };

struct perf_events {
    struct tally tally; /* of samples that are wanted; the first is "" */
    struct str wanted;  /* the event to draw; "": the first */
    bool asked;         /* for that one, by the user: no other will do */
    uint32_t drawn;     /* PERF_NO_EVENT until it was seen */
    bool equal;         /* wanted is its whole name... */
    bool ambiguous;     /* ...or that of several without their modifiers */
};

/* Begin with perf_events_init, end with perf_events_free. */
void perf_events_init(struct perf_events *events, struct str wanted,
                      bool asked);
void perf_events_free(struct perf_events *events);

/* The id of an event; "" gives PERF_NO_EVENT. */
uint32_t perf_event(struct perf_events *events, struct str name);
/* Are samples of this event drawn, as far as is known? */
bool perf_event_drawn(const struct perf_events *events, uint32_t event);
/* Counts a sample, if it is wanted. The first one with an event makes it the
   one to draw unless another was wanted. */
void perf_event_count(struct perf_events *events, uint32_t event,
                      bool wanted);
/* The name of the event that is drawn, or "". */
struct str perf_event_name(const struct perf_events *events);

/* At the end of an input. False after an error that names the events there
   are, if the one to draw has no samples. Else tells which one is drawn, if
   nobody asked for it, and which others there are. who: which samples are
   wanted, "" for all. */
bool perf_events_explain(const struct perf_events *events, const char *input,
                         struct str who);

#endif
