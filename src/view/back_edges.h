/*
 * Back edges: the calls that lead back into their cycle, so that the other
 * calls of a picture can all go one way.
 */
#pragma once

#include "cost/costs.h"
#include "view/view_call.h"

#define BACK_SHARE .2

/*
 * Returns, by call in the arena, whether a call of a view leads back into its
 * cycle. No two calls may have the same caller and callee; their field `back`
 * is not used.
 *
 * The other calls, self-calls left out, form no cycle and have as much cost as
 * graph/acyclic.h finds, so hot paths are among them. From stacks, only the
 * cost of samples counts in which the callee is not already higher on the
 * stack. A function that has callers in the view keeps at least one call that
 * does not lead back, unless the profile is entered at the function or cannot
 * be entered elsewhere.
 *
 * A call with less than 1 % of the whole cost also leads back if its callee is
 * not farther from the roots of the view than its caller, unless it is the
 * costliest call of its callee. Such arrows make large pictures tangled and
 * carry little cost. So does a call whose callee calls back at greater cost, if
 * that call leads back and has at least BACK_SHARE of the whole cost.
 *
 * The calls of a split cycle that are in no DAG (`back` of struct costs) have
 * no cost and lead back in any case.
 */
bool *back_edges_find(struct arena *arena, const struct profile *profile,
                      const struct costs *costs, const struct view_call *calls,
                      uint32_t n_calls);
