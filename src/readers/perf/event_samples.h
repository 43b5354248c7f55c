/*
 * The samples of an input of perf in a profile: those of all events that may
 * still be the one to draw and, at the end, of the one that is drawn. Each
 * sample costs 1, or its period.
 */
#ifndef READERS_PERF_EVENT_SAMPLES_H
#define READERS_PERF_EVENT_SAMPLES_H

#include "readers/perf/event_costs.h"
#include "readers/perf/events.h"
#include "readers/reader.h"

/* Begin with perf_event_samples_init and end with perf_event_samples_free. */
struct perf_event_samples {
    const char *input; /* for messages */
    struct profile *profile; /* that the samples are added to. It is `choices`,
                                if that is not NULL, until one event is
                                selected. */
    struct profile *choices; /* all samples, for a reader who chooses later, or
                                NULL */
    struct profile *target;  /* the profile of the selected event */
    struct perf_events events;
    struct perf_event_costs costs; /* of the samples in the profile */
    int rank; /* of the events in the profile: that of struct perf_events when
                 their last sample was added */
    uint32_t kept_event;    /* the event of the sample before, as far as events
                               are kept; PERF_NO_EVENT: there was none */
    uint32_t kept_event_id; /* its id among those of the profile's samples */
    bool period;   /* a sample costs its period, not 1 */
    unsigned keep; /* KEEP_... bits: the dimensions of samples that are wanted.
                      The profile keeps events as well until one is chosen. */
};

void perf_event_samples_init(struct perf_event_samples *samples,
                             const char *input, struct profile *profile,
                             const struct reader_options *options);
void perf_event_samples_free(struct perf_event_samples *samples);

/* Is a sample of this event to be added? */
bool perf_event_samples_wants(const struct perf_event_samples *samples,
                              uint32_t event);
/* Prepares the profile for a sample of an event, before its stack is added to
   it. Returns true if it dropped the samples of other events: the ids of
   functions and contexts are new then. */
bool perf_event_samples_prepare(struct perf_event_samples *samples,
                                uint32_t event);
/* Takes the cost of a sample that was added to the profile, with its set of
   tags and its time in seconds, as samples_add has them. */
void perf_event_samples_add(struct perf_event_samples *samples,
                            uint32_t context, uint32_t event, uint32_t tags,
                            double time, double cost);
/* At the end of the input: is there an event to draw? Returns false after a
   message. `threads` describes the accepted threads, "" for all. */
bool perf_event_samples_check(const struct perf_event_samples *samples,
                              struct str threads);
/* Leaves the samples of the drawn event and the dimensions that are wanted.
   `profile` may be another one than before. */
void perf_event_samples_select(struct perf_event_samples *samples);
/* Names what was counted, and lists the events in the inventory. */
void perf_event_samples_describe(const struct perf_event_samples *samples);

#endif
