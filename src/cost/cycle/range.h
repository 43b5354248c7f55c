/*
 * The ranges of costs inside a cycle. There are three estimates of such a cost:
 * that of split.h, and the two of random_walk.h. The truth is seldom below the
 * least of them, but often above the largest. So the range of a total or of the
 * cost of a call is
 *
 *     low    the least estimate
 *     high the largest one, and as much again but at most
 *            RANGE_MARGIN of the whole
 *
 * The cost of the cycle limits the totals of its members. Either end of a
 * call's range is at most that of its caller and of its callee. The margin was
 * chosen on one half of the programs of tests/accuracy and tested on the other:
 * samples/docs/accuracy.md.
 */
#pragma once

#include "cost/cycle/random_walk.h"

#define RANGE_MARGIN .12 /* of the whole */

/* Sets costs->range and costs->call_range of the members of a cycle that
   split_cycle has split, and of the calls between them and of themselves. Where
   the walks have a problem, the ranges have no high end. */
void range_cycle(struct costs *costs, const struct profile *profile,
                 const struct cycle_graph *inside, const struct cycle *cycle,
                 const struct random_walks *walks);
