/*
 * The common part of all formats of pprof: each sample has a stack of functions
 * and one value for each type; types are the events.
 *
 * As in pprof, the default event is the one that the profile names, else the
 * last, and samples of value 0 do not count. Only differences of profiles have
 * negative values.
 */
#pragma once

#include "readers/choose/sink.h"

/* An event; samples have its values at the same index. */
struct pprof_type {
    struct str name, unit;
};

/* Returns the unit of its costs; counts of events have the name of the event as
   unit. */
struct str pprof_type_unit(const struct pprof_type *type);

/* Begin with pprof_samples_begin. */
struct pprof_samples {
    struct sink sink; /* functions belong to its profile */
    struct sink_hint hint;
    struct profile *profile; /* the profile that is filled in the end */
    const struct pprof_type *types;
    uint32_t n_types;
    uint32_t *events; /* by type: its id in the sink; NO_ID: does not count */
    uint32_t event;   /* the type that is drawn; NO_ID: none */
    uint32_t counter; /* if the event is a time, the type that counts its
                         samples; else NO_ID */
    double counted, counted_cost; /* samples by `counter`, and their cost */

    /* The current sample: */
    const double *values; /* by type */
    struct sample sample; /* its description for the sink */
    bool has_frames;
    LIST(uint32_t) functions; /* outermost first */
    uint32_t context; /* context of the stack; NO_ID if it is not added yet. The
                         reader may set it to that of an earlier sample */
    bool has_kept;  /* the stack has a frame that is not dropped */
    bool is_pruned; /* further frames of the stack are dropped */

    /* Numbers of samples of the threads that count: */
    size_t n;
    size_t negative; /* of the event that is drawn */
    size_t empty;    /* with a cost but without frames */
};

/* Begins to fill the empty profile. */
void pprof_samples_begin(struct pprof_samples *samples, struct input *in,
                         struct profile *profile,
                         const struct reader_options *options);
/* Sets the types, at least one, which must live as long as the samples.
   default_type is the name of one, or "". */
void pprof_samples_types(struct pprof_samples *samples,
                         const struct pprof_type *types, uint32_t n,
                         struct str default_type);

/* Begins a sample of a thread of the sink. It has these values, by type, which
   live until the sample ends. Returns whether it needs its stack. */
bool pprof_samples_next(struct pprof_samples *samples, const double *values,
                        uint32_t thread, bool has_frames);
/* Puts n functions, outermost first, onto the stack; calls go from the
   outermost frame to the innermost. `kept` is the index of the first function
   to drop, or n. It stays if no frame is above it; otherwise it ends the stack.
   Returns false if the rest of the stack is dropped. */
bool pprof_samples_push(struct pprof_samples *samples,
                        const uint32_t *functions, uint32_t n, uint32_t kept);
/* Ends a sample that needed its stack. Afterwards samples->context is the
   context in which it ended, or NO_ID if it was not added. */
void pprof_samples_add(struct pprof_samples *samples);

/* Reports what was left out. Returns false after a message if there is nothing
   to draw. */
bool pprof_samples_end(struct pprof_samples *samples);
