/* How the cost divides from the top, for profiles in which no function stands
   out. */
#pragma once

#include "cost/costs.h"
#include "view/view_call.h"

enum { TOP_DOWN_MOST = 100 }; /* functions; no picture has room for half */

/* Are the profile's functions so much alike that those of most self cost tell
   little? The ten hottest of those selected (by function) then have less than a
   quarter of the cost. */
bool top_down_is_flat(const struct profile *profile, const struct costs *costs,
                      const bool *selected);

/*
 * Returns the functions that show how the cost divides, the first of them
 * first, at most TOP_DOWN_MOST, in the arena; their number is *n. `calls` are
 * those between the selected functions.
 *
 * Next comes always the callee of the largest call that leaves a function which
 * is there already. A function that passes its cost on to the next one stands
 * for what follows, except above the first division of the cost: there the last
 * one does. Calls within a cycle are not followed, because they do not divide
 * the cost.
 */
uint32_t *top_down_find(struct arena *arena, const struct profile *profile,
                        const struct costs *costs, const bool *selected,
                        const struct view_call *calls, uint32_t n_calls,
                        uint32_t *n);
