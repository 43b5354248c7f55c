/*
 * Estimated costs of a profile from calls, by the recurrence of the gprof notes
 * (S. Graham, P. Kessler, M. McKusick, gprof: a call graph execution profiler,
 * SIGPLAN Notices 17:6, 1982):
 *
 *     T(f) = S(f) + sum over callees g of T(g) * w(f,g) / W(g)
 *
 * T is the total, S the self cost, w the weight of a call, self-calls left out,
 * and W the inflow of graph/inflow.h.
 *
 * Where the profiler measured the costs of calls (enum call_costs), these
 * replace the term of the sum, so that totals outside of cycles are exact. In a
 * cycle the measured costs are only weights, unless recursion was counted once.
 * A total that was measured is taken as it is.
 */
#pragma once

#include "cost/costs.h"

/* Returns the costs. The cost of each cycle is shared among its members as
   `cycles` says. Cycles that CYCLES_WALK cannot handle are split, with a note.
   With CYCLES_COLLAPSE, cycles have cost and inflow, but their members have no
   total and the calls between members no cost. */
struct costs *costs_from_calls(struct arena *arena,
                               const struct profile *profile,
                               enum cycles cycles);

/* Returns the costs with CYCLES_SPLIT, and the ranges of those that are
   estimated in cycles (cost/cycle/range.h). */
struct costs *costs_with_ranges(struct arena *arena,
                                const struct profile *profile);

/* Returns the cost of each call by CYCLES_SPLIT, by call in the arena. */
double *costs_estimate_calls(struct arena *arena,
                             const struct profile *profile);

/* A function that returns the cost of each call, by call in the arena. */
typedef double *costs_estimator(struct arena *arena,
                                const struct profile *profile);
/* Returns the function that treats cycles as cycles_of_members(cycles). */
costs_estimator *costs_estimator_of(enum cycles cycles);
