/* Arrows over functions that a picture leaves out, in profiles from calls. */
#pragma once

#include "cost/costs.h"
#include "view/view_call.h"

/*
 * Takes the *n calls between kept functions (kept is by function), adds calls
 * over functions left out, and returns the array of all of them, in the arena.
 *
 * If the calls by kept functions explain less than half of what a function got
 * from its callers, the rest is traced upwards through the functions left out
 * to the nearest kept ones, and likewise downwards for what it passed on. At
 * each function the cost is shared in proportion to the calls there: calls are
 * assumed not to depend on how they were reached, so these costs are estimates.
 * A call that is there already gets the indirect part in addition; if that is
 * more than half of its cost, its count is UNKNOWN.
 */
struct view_call *join_calls(struct arena *arena, const struct profile *profile,
                             const struct costs *costs, const bool *kept,
                             struct view_call *calls, uint32_t *n);
