/* Gives functions, calls and contexts new ids, and removes some. */
#pragma once

#include "model/profile.h"

/* The new ids of functions and calls, by old id, and the contexts as a
   depth-first walk reaches them, each with the number of contexts above it.
   NO_ID removes a function, and a context that is not listed is removed.
   `calls` is not needed in a profile from stacks, nor `contexts` in one from
   calls. */
struct profile_new_ids {
    const uint32_t *functions, *calls, *contexts, *depths;
    uint32_t n_functions, n_contexts; /* those that are left */
};

/* Gives everything in the profile new ids. Contexts are sorted by depth, and
   those of a depth keep the order of the walk. A profile from stacks is not raw
   afterwards: it has the calls of its contexts, in their order. */
void renumber_profile(struct profile *profile,
                      const struct profile_new_ids *ids);
/* Ends stacks at an outer context: `end`, by context, is where, or NO_ID if a
   stack stays as it is. All stacks that go through an end stop there. The
   functions that remain are in the order of their contexts. How many of their
   executions had these stacks is UNKNOWN then. The profile must be from stacks
   and not raw. */
void renumber_end_stacks(struct profile *profile, const uint32_t *end);
