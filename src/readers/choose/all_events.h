/*
 * All events of an input: its samples by event and thread, for pages on which
 * people choose among them. A reader that gets an empty profile as
 * options->all_events adds all samples of the accepted threads to it. Rows have
 * their event, their time and, as tags, comm, pid and tid as far as the input
 * tells them. Costs of rows are in the unit of the event, times in seconds and
 * sizes in bytes. The costs of contexts add up different events and have no
 * meaning.
 *
 * An output that other programs read (options->exchanges) needs whole numbers,
 * because their sums are exact in any order. It has the tags that the user
 * names, and samples of perf have two events: "cycles", their number, and
 * "cycles:period".
 */
#pragma once

#include "model/profile.h"

/* The most slices of time. */
enum { ALL_EVENTS_SLICES = 1 << 16 };

/* The keys of the tags, as in --tags. */
#define ALL_EVENTS_TAGS "comm,pid,tid"

/* Prepares the empty profile for a reader. Does nothing for NULL. */
void all_events_begin(struct profile *all_events);

/* Fills the empty `profile` with the samples of one event, an index of
   all_events->samples, and those without an event. Functions and contexts are
   in the order of their first samples, as if the input had no other event.
   Unit, event and inventory are those of `all_events`; rows are not kept. */
void all_events_draw(struct profile *profile, const struct profile *all_events,
                  uint32_t event);

/* Does the same for an output that takes stacks from all_events: puts all these
   samples into one function, so that only their sum is right. */
void all_events_sum(struct profile *profile, const struct profile *all_events,
                 uint32_t event);

/* Converts the costs of rows whose event has a unit such as "ns" to seconds or
   bytes. `other` is the unit of rows without an event. */
void all_events_convert_units(struct profile *all_events, struct str other);

/* Converts costs of rows to whole numbers: times to nanoseconds, sizes to
   bytes. Returns false if other costs are not whole numbers. */
bool all_events_make_whole(struct profile *all_events);

/* Adds all samples of the profile of one event, as rows of that event. */
void all_events_add(struct profile *all_events, const struct profile *profile,
                 struct str event);

/* Copies contexts with their callers from one profile to another, each once. */

struct stack_copy {
    const struct profile *from;
    struct profile *to;
    uint32_t *functions; /* by function of `from`: its copy, or NO_ID */
    uint32_t *contexts;  /* by context of `from`: its copy, or NO_ID */
    uint32_t *path;      /* scratch: contexts of `from`, innermost first */
};

/* Returns the state before any copy. The arena owns the memory. */
struct stack_copy stack_copy_of(struct arena *arena, struct profile *to,
                                const struct profile *from);
/* Returns the copy of a context, which has no costs, but counts of calls. */
uint32_t stack_copy_context(struct stack_copy *copy, uint32_t context);
