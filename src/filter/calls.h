/* Filters on profiles from calls. filter/filter.h explains them. Each filter
   returns a new profile; end with profile_free. */
#pragma once

#include "model/profile.h"

/* Estimates the cost of each call of a profile from calls: an array by call in
   the arena, UNKNOWN where no estimate is possible. */
typedef double *call_cost_estimate(struct arena *arena,
                                   const struct profile *profile);

/* Keeps the functions that call, or are called by, a marked function (by
   function), directly or not, and ignores the others. */
struct profile *filter_calls_focus(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked);

/* Removes the marked functions and, of everything that they call directly or
   indirectly, the portion that is done on their behalf. */
struct profile *filter_calls_ignore(struct arena *arena,
                                    const struct profile *profile,
                                    const bool *marked);

/* Keeps the marked functions and, of everything that they call, the portion
   that is done on their behalf. The calls of marked functions by functions that
   are gone become entries. */
struct profile *filter_calls_show_from(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked);

/*
 * Removes, from everything that the marked functions call, the portion done on
 * their behalf, and adds its cost to their self costs. Paths from one marked
 * function to another stay: if function g is on such a path, its calls on
 * behalf of marked functions keep the portion of their weight
 *
 *     cost that g spends in marked functions and below them / total cost of g
 *
 * so that the rest of g belongs to its entry and its other callers, as it does
 * in stacks. `estimate` gives the costs of calls that this needs.
 */
struct profile *filter_calls_prune_from(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked,
                                        call_cost_estimate *estimate);

/* Removes the calls of marked functions (by function) to themselves. */
struct profile *filter_calls_collapse(struct arena *arena,
                                      const struct profile *profile,
                                      const bool *marked);

/* Removes the marked calls (by call). Their weight becomes entries of their
   callees, so that the other callers do not pay for it. */
struct profile *filter_calls_cut(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked);
