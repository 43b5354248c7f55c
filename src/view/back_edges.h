/*
 * Back edges: the calls that lead back into their cycle, so that the other
 * calls of a picture can all go one way.
 */
#pragma once

#include "cost/costs.h"
#include "view/view_call.h"

/* Back calls from this share of the whole cost on are arrows in pictures, other
   ones notes. Most pictures have few such arrows, but without them a hot path
   would end in a note. */
#define BACK_ARROW_SHARE .2

/*
 * Returns which of the calls of a view lead back into a cycle, by call in the
 * arena. No two calls may have the same caller and callee; their field `back`
 * is not used.
 *
 * The other calls, self-calls left out, form no cycle and have as much cost as
 * graph/acyclic.h finds, so hot paths are among them. In stacks, only the cost
 * counts for which the callee is not on the stack above. A function that has
 * callers in the view keeps at least one call that does not lead back, unless
 * the profile is entered at the function or cannot be entered elsewhere.
 *
 * Of the calls with less than 1 % of the whole cost, those lead back as well
 * whose callee is not farther from the roots of the view than their caller,
 * unless they are the costliest call of their callee. Such arrows make large
 * pictures tangled and carry little. So do calls whose callee calls back at
 * greater cost, if that call leads back and is an arrow.
 *
 * The calls of a split cycle that no DAG has (`back` of struct costs) have no
 * cost and lead back in any case.
 */
bool *back_edges_find(struct arena *arena, const struct profile *profile,
                      const struct costs *costs, const struct view_call *calls,
                      uint32_t n_calls);
