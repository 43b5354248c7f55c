/*
 * Samples with their dimensions. A context has one cost, the sum over all its
 * samples. Some options need to know how this cost is spread over events, over
 * threads or over time: the profile then also keeps rows, and each row holds
 * the part of a context's cost that has one event, one set of tags and lies in
 * one slice of time.
 *
 * The rows of a context always add up to its self cost. Readers and all steps
 * that make a profile from stacks of another one take care of that:
 * samples_merge carries the rows along. A profile from calls has no rows.
 *
 * All slices of time have the same width, and slice n begins n widths after
 * the time 0 of the input. The width is a microsecond at first and doubles
 * whenever the times span more slices than allowed; two neighbours
 * then become one slice. So the length of the input need not be known in
 * advance, and more than half of these slices span a long input.
 */
#pragma once

#include "util/text/str.h"

/* The dimensions that rows distinguish, as bits. */
enum {
    KEEP_EVENTS = 1,
    KEEP_TAGS = 2,
    KEEP_TIME = 4,
};

enum { SAMPLES_MOST_SLICES = 128 }; /* the default of most_slices */
/* The slice of a row without a time. */
#define SAMPLES_NO_SLICE INT64_MIN

/* A property of samples, such as "comm" and "make". */
struct sample_tag {
    struct str key, value;
};

/* An ordered list of tags. */
struct sample_tags {
    struct sample_tag *tags;
    uint32_t n;
};

/* An event, and the unit of the costs of its rows. */
struct sample_event {
    struct str name, unit;
};

/* No two rows agree in everything but the cost. */
struct sample_row {
    uint32_t context;
    uint32_t event; /* index of events, or NO_ID */
    uint32_t tags;  /* index of tag_sets, or NO_ID: no tags */
    int64_t slice;  /* or SAMPLES_NO_SLICE */
    double cost;
};

/* A zeroed struct keeps no rows. Texts end in a NUL and live as long as the
   profile. */
struct samples {
    unsigned kept; /* KEEP_... bits; 0: there are no rows. It is set before the
                      first sample is added. */
    int64_t most_slices; /* 0: SAMPLES_MOST_SLICES; set when `kept` is */
    struct sample_row *rows; /* in the order in which they were added */
    size_t rows_room;
    struct sample_event *events;
    size_t events_room;
    struct sample_tags *tag_sets;
    size_t tag_sets_room;
    uint32_t n_rows, n_events, n_tag_sets;

    bool has_time; /* there are rows with a time; the next three hold then */
    int doublings; /* a slice is 2^doublings microseconds */
    int64_t first_slice, last_slice;
    struct samples_index *index; /* private */
};

/* Each of these finds or adds an event or a list of n tags, and returns its
   index. Texts are copied. The empty list is NO_ID. */
uint32_t samples_event(struct samples *samples, struct str name,
                       struct str unit);
uint32_t samples_tag_set(struct samples *samples, const struct sample_tag *tags,
                         uint32_t n);

/* Returns the width in seconds of slices that span these times, in seconds. */
double samples_slice_width(const struct samples *samples, double first,
                           double last);

/* Adds cost to the row of a context with these dimensions; those that are not
   kept are ignored. `time` is in seconds, or UNKNOWN. The caller adds the cost
   to the context. */
void samples_add(struct samples *samples, uint32_t context, uint32_t event,
                 uint32_t tags, double time, double cost);

/* Adds the rows of another profile. contexts has, for each context of that
   profile, the context to which its cost went, or NO_ID if its cost was
   dropped. Dimensions that only one profile keeps are lost. New events and tag
   sets are added in the order of `from`, so empty samples get the same ids.
   Slices are aligned by time, so both inputs should have the same clock. */
void samples_merge(struct samples *samples, const struct samples *from,
                   const uint32_t *contexts);

/* Moves all rows to other contexts: `contexts` is as in samples_merge. */
void samples_move(struct samples *samples, const uint32_t *contexts);

/* Keeps the rows of one event (NO_ID: none) and those without an event. Ids of
   events and tag sets and the width of slices do not change. The rows must have
   kept their events. */
void samples_select_event(struct samples *samples, uint32_t event);
/* Renames events; `names` is by event. Events that then agree in name and unit
   become one. */
void samples_rename_events(struct samples *samples, const struct str *names);
/* Forgets the dimensions that are not among `kept`, KEEP_... bits. Rows that
   are equal then become one. */
void samples_reduce(struct samples *samples, unsigned kept);

void samples_divide(struct samples *samples, double divisor);

/* Releases everything, after which nothing is kept. */
void samples_free(struct samples *samples);
