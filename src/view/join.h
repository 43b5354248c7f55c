/* Arrows over functions that a picture leaves out, in profiles from calls. */
#pragma once

#include "cost/costs.h"
#include "view/view_call.h"

/*
 * Adds to the calls between kept functions (kept is by function), which are *n
 * in an array of the arena, and returns the array that has all of them.
 *
 * If less than half of what a function got from its callers is in calls by
 * kept ones, the rest is traced upwards through the functions left out, to the
 * nearest kept ones, and the same is done downwards for what it passed on. At
 * each function the cost is shared in proportion to the calls there: calls are
 * assumed not to remember how they were reached, so these costs are estimates.
 * A call that is there gets the indirect part in addition; if that is more than
 * half of its cost, its count is UNKNOWN.
 */
struct view_call *join_calls(struct arena *arena, const struct profile *profile,
                             const struct costs *costs, const bool *kept,
                             struct view_call *calls, uint32_t *n);
