/*
 * All events of an input: its samples by event and thread, for an output whose
 * reader chooses among them later. A reader that gets an empty profile as
 * options->all_events adds all samples of the accepted threads to it. Rows say
 * their event, their time and, as tags, the comm, pid and tid that the input
 * tells; their
 * costs have the units of the events, of which times are seconds and sizes
 * bytes. The costs of contexts add up different events and mean nothing.
 *
 * An output that other programs read (options->exchanges) needs whole numbers,
 * of which any sum is exact. The tags are then those that the user names, and
 * the samples of perf have two events: "cycles", which is their number, and
 * "cycles:period".
 */
#pragma once

#include "model/profile.h"

/* Most slices of time. */
enum { ALL_EVENTS_SLICES = 1 << 16 };

/* The keys of the tags, as in --tags. */
#define ALL_EVENTS_TAGS "comm,pid,tid"

/* Prepares the empty profile for a reader. NULL is allowed. */
void all_events_begin(struct profile *all_events);

/* Makes `profile`, which is empty, that of one event: it gets the samples of
   the event, an index of all_events->samples, and those without an event. Its
   functions and contexts are in the order in which their first samples came, as
   if the input had no other event. Unit, event and inventory are those of
   `all_events`; rows are not kept. */
void all_events_draw(struct profile *profile, const struct profile *all_events,
                  uint32_t event);

/* The same for an output that takes its stacks from all events: all of these
   samples are in one function, and only their sum means something. */
void all_events_sum(struct profile *profile, const struct profile *all_events,
                 uint32_t event);

/* Converts the costs of rows whose event has a unit such as "ns" to seconds or
   bytes. `other` is the unit of rows without an event. */
void all_events_convert_units(struct profile *all_events, struct str other);

/* Makes the costs of rows whole numbers: of nanoseconds and bytes, if they are
   times and sizes. Returns false if that would change other costs. */
bool all_events_make_whole(struct profile *all_events);

/* Adds all samples of the profile of one event, as rows of that event. */
void all_events_add(struct profile *all_events, const struct profile *profile,
                 struct str event);

/* Copies contexts from one profile to another, each with its callers, and each
   once. */

struct stack_copy {
    const struct profile *from;
    struct profile *to;
    uint32_t *functions; /* by function of `from`: its copy, or NO_ID */
    uint32_t *contexts;  /* by context of `from`: its copy, or NO_ID */
    uint32_t *path;      /* scratch: contexts of `from`, innermost first */
};

/* Nothing is copied yet. The memory is the arena's. */
struct stack_copy stack_copy_of(struct arena *arena, struct profile *to,
                                const struct profile *from);
/* Returns the copy of a context. Its costs are not copied, but the numbers of
   calls are. */
uint32_t stack_copy_context(struct stack_copy *copy, uint32_t context);
