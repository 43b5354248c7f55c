/*
 * Back edges: the calls that lead back into their cycle, so that the other
 * calls of a picture can all go one way.
 */
#ifndef VIEW_BACK_EDGES_H
#define VIEW_BACK_EDGES_H

#include "cost/costs.h"
#include "view/view_call.h"

/*
 * Returns which of the calls of a view lead back into a cycle, by call in the
 * arena. No two calls may have the same caller and callee; their field `back`
 * is not used.
 *
 * In a cycle that was split among its entries (CYCLES_SPLIT), the calls that no
 * DAG has lead back (`back` of struct costs). In other cycles the distances of
 * the members from each entry decide. A call leads away from an entry if its
 * callee is farther from the entry than its caller. It leads back if it leads
 * away for less than half of what enters the cycle. There are two exceptions
 * among the calls that lead away from some entry:
 *
 * - The costliest call of each function does not lead back, so that no hot path
 *   is hidden, unless its callee calls its caller and that call leads away for
 *   at least as much.
 * - If a function has no callers outside its cycle, the call to it that leads
 *   away for most does not lead back, so that no member is cut off.
 */
bool *back_edges_find(struct arena *arena, const struct profile *profile,
                      const struct costs *costs, const struct view_call *calls,
                      uint32_t n_calls);

#endif
