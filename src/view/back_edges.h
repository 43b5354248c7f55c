/*
 * Which calls of a view lead back into their cycle, so that a picture of the
 * others can go one way.
 */
#ifndef VIEW_BACK_EDGES_H
#define VIEW_BACK_EDGES_H

#include "cost/costs.h"
#include "view/view.h"

/*
 * Sets back of the calls inside cycles. Where a cycle was split among its
 * entries (CYCLES_SPLIT), those that no DAG keeps have it from the costs, and
 * nothing changes. Elsewhere the members are ranked in the same way, by their
 * distance from each entry. A call leads back if it leads to a higher rank for
 * less than half of what enters the cycle. Two never do if they lead to a higher
 * rank at all: the costliest call of a function, unless the callee calls back
 * and that leads away for as much, so that no hot path is hidden; and the best
 * of the calls to a function that nothing outside calls, so that no member is
 * cut off.
 */
void back_edges_mark(struct view *view, const struct profile *profile,
                     const struct costs *costs);

#endif
