/*
 * The cost of a cycle under the assumption of a random walk: calls do not
 * depend on how their caller was called. This is what the recurrence of
 * cost/from_calls.h assumes as well; here it is solved on the cycle as it is,
 * and no call is left out. CYCLES_TREE prefers calls that lead away from where
 * the cycle is entered, see random_walk.c.
 */
#ifndef COST_CYCLE_RANDOM_WALK_H
#define COST_CYCLE_RANDOM_WALK_H

#include "cost/costs.h"

/*
 * Sets the totals of the members by cycle->way, CYCLES_WALK or CYCLES_TREE, and
 * call_cost of the calls between them, self-calls included. own and portion are
 * those of split_cycle. Returns NULL, or what is wrong and sets nothing: the
 * cycle "is too large", or "is left too seldom", so that the numbers leave the
 * range of a double.
 *
 * If no weight enters the cycle, it is taken to be entered as often as its
 * members call each other. Calls of weight zero count only if their callee
 * cannot be reached from an entry over calls of positive weight. They then have
 * equal weights, which together are as much as that of the other calls of this
 * callee.
 */
const char *random_walk_cycle(struct costs *costs,
                              const struct profile *profile,
                              const struct graph *graph,
                              const struct cycle *cycle, const double *own,
                              const double *portion);

/* Returns the cost of a self-call of a function that is in no cycle. `weight`
   is the weight of the self-call and `inflow` that of everything else that
   enters the function. `total` is the function's total, which the self-call
   does not change. */
double random_walk_self_call(enum cycles way, double weight, double inflow,
                             double total);

#endif
