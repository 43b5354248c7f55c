/*
 * What all formats of pprof share: each sample has one value for each of some
 * types, which are the events, and a stack of functions.
 *
 * As in pprof, the default event is the one that the profile names, or else the
 * last, and samples whose value is 0 do not count. Only the difference of two
 * profiles has negative values.
 */
#ifndef READERS_PPROF_SAMPLES_H
#define READERS_PPROF_SAMPLES_H

#include "model/stacks.h"
#include "readers/reader.h"
#include "util/array.h"

/* An event. The values at its place in each sample count it. */
struct pprof_type {
    struct str name, unit;
};

/* Set the first six and leave the others zeroed; release with
   pprof_samples_free. */
struct pprof_samples {
    const char *input; /* its name, for messages */
    struct profile *profile;
    const struct pprof_type *types; /* at least one */
    uint32_t n_types;
    struct str default_type; /* the name of one, or "" */
    bool takes_all; /* samples of every event are added, not only of one */

    struct str unit;       /* of the event that is counted */
    uint32_t event;        /* its place among the types */
    uint32_t counter;      /* the place of the type that counts the samples of
                              the event, which is a time; NO_ID if none does */
    uint32_t sample_event; /* its id among the events of the samples */
    struct stacks stacks;
    LIST(uint32_t) functions; /* of the current stack, outermost first */
    bool has_kept;  /* the stack has a frame that no expression drops */
    bool is_pruned; /* the other frames of the stack do not count */

    /* Numbers of samples: */
    size_t *counts; /* by type, those whose value is not 0 */
    size_t n, added;
    size_t negative; /* of the event that is counted */
    size_t empty;    /* they have a cost but no frames */
};

/* Chooses the event. Returns false after a message. */
bool pprof_samples_begin(struct pprof_samples *samples,
                         const struct reader_options *options);

/* Counts a sample with these values, by type. Returns whether it is to be
   added: it has frames and a positive value of the event. The stack is empty
   then. */
bool pprof_samples_next(struct pprof_samples *samples, const double *values,
                        bool has_frames);
/* Puts n functions, outermost first, onto the stack; calls go from the
   outermost frame to the innermost. The function of index `kept` is the first
   that a profile says to drop, or kept is n. A frame that is to be dropped
   stays if there is no other one above it; otherwise it ends the stack. Returns
   false if the rest of the stack does not count. */
bool pprof_samples_push(struct pprof_samples *samples,
                        const uint32_t *functions, uint32_t n, uint32_t kept);
/* Adds the stack with a cost, and returns its context. `value` is that of the
   event that is counted. */
uint32_t pprof_samples_add(struct pprof_samples *samples, double value,
                           double cost);
/* Returns the id of an event, by its place, among those of the profile's
   samples; its unit is that of the input. */
uint32_t pprof_samples_event(const struct pprof_samples *samples, uint32_t t);

/* Reports what was left out, and fills the inventory. Returns false after a
   message if nothing was added. `asked` says that the user chose the event. */
bool pprof_samples_end(struct pprof_samples *samples, bool asked);
void pprof_samples_free(struct pprof_samples *samples);

#endif
