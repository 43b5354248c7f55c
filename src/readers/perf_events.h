/*
 * The events of one input and how many samples each has. Samples of several
 * events are never added to each other: one event is drawn.
 */
#ifndef READERS_PERF_EVENTS_H
#define READERS_PERF_EVENTS_H

#include <stdbool.h>

#include "util/map.h"

/* A sample of which the input does not say the event. */
enum { PERF_NO_EVENT = 0 };

struct perf_events {
    struct strings names; /* by id; the first is "" */
    struct arena texts;
    size_t *samples; /* by id */
    size_t samples_room;
    uint32_t drawn; /* PERF_NO_EVENT until a sample has one */
};

/* Begin with perf_events_init, end with perf_events_free. */
void perf_events_init(struct perf_events *events);
void perf_events_free(struct perf_events *events);

/* The id of an event; "" gives PERF_NO_EVENT. */
uint32_t perf_event(struct perf_events *events, struct str name);
/* Are samples of this event drawn, as far as is known? */
bool perf_event_drawn(const struct perf_events *events, uint32_t event);
/* Counts a sample; the first one with an event makes it the one to draw. */
void perf_event_count(struct perf_events *events, uint32_t event);
/* Names all events if there are several; input is where they were read. */
void perf_events_tell(const struct perf_events *events, const char *input);

#endif
