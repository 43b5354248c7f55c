/*
 * What all formats of pprof share: each sample has one value for each of some
 * types, which are the events, and a stack of functions.
 *
 * As in pprof, the default event is the one that the profile names, or else the
 * last, and samples whose value is 0 do not count. Only the difference of two
 * profiles has negative values.
 */
#pragma once

#include "readers/choose/sink.h"

/* An event. The values at its place in each sample count it. */
struct pprof_type {
    struct str name, unit;
};

/* Returns the unit of its costs. Numbers of events have the event's name as
   unit. */
struct str pprof_type_unit(const struct pprof_type *type);

/* Begin with pprof_samples_begin. */
struct pprof_samples {
    struct sink sink; /* functions belong to its profile */
    struct sink_hint hint;
    struct profile *profile; /* is filled in the end */
    const struct pprof_type *types;
    uint32_t n_types;
    uint32_t *events; /* by type: its id in the sink; NO_ID: does not count */
    uint32_t event;   /* the type that is drawn; NO_ID: none */
    uint32_t counter; /* the type that counts the samples of the event, which
                         is a time; NO_ID if none does */
    double counted, counted_cost; /* samples by `counter`, and their cost */

    /* The current sample: */
    const double *values; /* by type */
    struct sample sample; /* what the sink is told of one of them */
    bool has_frames;
    LIST(uint32_t) functions; /* outermost first */
    uint32_t context; /* in which the stack ends; NO_ID: it was not added yet */
    bool has_kept;  /* the stack has a frame that no expression drops */
    bool is_pruned; /* the other frames of the stack do not count */

    /* Numbers of samples of the threads that count: */
    size_t n;
    size_t negative; /* of the event that is drawn */
    size_t empty;    /* they have a cost but no frames */
};

/* Begins to fill the empty profile. */
void pprof_samples_begin(struct pprof_samples *samples, struct input *in,
                         struct profile *profile,
                         const struct reader_options *options);
/* Says which types there are, at least one. They live as long as the samples.
   The default type is the name of one, or "". */
void pprof_samples_types(struct pprof_samples *samples,
                         const struct pprof_type *types, uint32_t n,
                         struct str default_type);

/* Begins a sample of a thread of the sink. It has these values, by type, which
   live until the sample ends. Returns whether it needs its stack. */
bool pprof_samples_next(struct pprof_samples *samples, const double *values,
                        uint32_t thread, bool has_frames);
/* Puts n functions, outermost first, onto the stack; calls go from the
   outermost frame to the innermost. The function of index `kept` is the first
   that a profile says to drop, or kept is n. A frame that is to be dropped
   stays if there is no other one above it; otherwise it ends the stack. Returns
   false if the rest of the stack does not count. */
bool pprof_samples_push(struct pprof_samples *samples,
                        const uint32_t *functions, uint32_t n, uint32_t kept);
/* Says that the stack is this context instead, in which an earlier sample
   ended. */
static inline void pprof_samples_at(struct pprof_samples *samples,
                                    uint32_t context)
{
    samples->context = context;
}
/* Ends a sample that needed its stack. Afterwards samples->context is the
   context in which it ended, or NO_ID if it was not added. */
void pprof_samples_add(struct pprof_samples *samples);

/* Reports what was left out. Returns false after a message if nothing is to be
   drawn. */
bool pprof_samples_end(struct pprof_samples *samples);
