/*
 * A cycle as a random walk: calls do not remember how their caller was called.
 * That is what the recurrence of cost/costs.h assumes; here it is solved
 * on the cycle as it is, with no call left out.
 */
#ifndef COST_CYCLE_RANDOM_WALK_H
#define COST_CYCLE_RANDOM_WALK_H

#include "cost/costs.h"

/*
 * Sets total of the members and call_cost of the calls between them, self-calls
 * included. own and portion are those of split_cycle. False after a note, and
 * nothing set, when the cycle is too large, or left so seldom that a double
 * cannot tell.
 *
 * A cycle that nothing of weight enters is entered, all together, as often as
 * its members call each other. Where from no entry a path of calls of positive
 * weight leads to a member, its calls of weight zero stand for as much as the
 * others, one like the other.
 */
bool random_walk_cycle(struct costs *costs, const struct profile *profile,
                const struct graph *graph, const struct cycle *cycle,
                const double *own, const double *portion);

/* The cost of a self-call of a function in no cycle that is entered with a
   weight of inflow: the total is what it is without. */
double random_walk_self_call(double weight, double inflow, double total);

#endif
