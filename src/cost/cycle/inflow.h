/* Where cost comes into cycles. */
#ifndef COST_CYCLE_INFLOW_H
#define COST_CYCLE_INFLOW_H

#include "cost/costs.h"

/*
 * By function, what comes into its cycle there: from stacks the cost of the
 * samples that come into it there first, which sums to the cost of the cycle;
 * from calls its entry and the weights of the calls from outside. Of a
 * function without a cycle it says nothing.
 */
double *inflow_by_function(struct arena *arena, const struct profile *profile,
                   const struct costs *costs);

#endif
