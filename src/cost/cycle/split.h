/*
 * A cycle, one DAG per entry: cost is linear, so it is sent through the cycle
 * for each way in on its own, and added up.
 */
#ifndef COST_CYCLE_SPLIT_H
#define COST_CYCLE_SPLIT_H

#include "cost/costs.h"

/*
 * Sets total of the members and call_cost and back of the calls between them.
 * own[f] is the cost of a member and of its calls that leave the cycle;
 * portion[f] is what part of the cycle's cost enters at it, summing to 1 over
 * the members. Both by function.
 */
void split_cycle(struct costs *costs, const struct profile *profile,
                 const struct graph *graph, const struct cycle *cycle,
                 const double *own, const double *portion);

#endif
