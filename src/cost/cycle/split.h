/*
 * Splits the cost of a cycle among its entries. Cost is linear, so the cost
 * that enters the cycle at one member can be followed on its own: from this
 * member the calls that lead away form a DAG, on which the gprof recurrence
 * works. The results of all entries are added up.
 */
#pragma once

#include "cost/cycle/cycle_graph.h"

/*
 * Sets the totals of the members of a cycle, whose graph is `inside`, and
 * call_cost and back of the calls between them. own is the self cost of each
 * member together with the cost of its calls that leave the cycle. portion is
 * the part of the cycle's cost that enters at each member; the portions of the
 * members sum to 1. Both are by function.
 *
 * A call belongs to the DAG of an entry if the breadth-first distance of its
 * callee from the entry is greater than that of its caller. Calls of weight
 * zero belong to it only if the callee cannot be reached without one.
 */
void split_cycle(struct costs *costs, const struct cycle_graph *inside,
                 const double *own, const double *portion);
