/*
 * The cost of a cycle under the assumption of a random walk: calls do not
 * depend on how their caller was called. The recurrence of cost/from_calls.h
 * assumes the same, but here the whole cycle is solved and no call is left out.
 * CYCLES_TREE prefers calls that lead away from where the cycle is entered, see
 * random_walk.c.
 */
#pragma once

#include "cost/cycle/cycle_graph.h"

/* The costs in a cycle by one walk. */
struct random_walk {
    /* NULL, or why the other fields are not set: the cycle "is too large" or
       "has too many calls", or "is left too seldom", so that numbers leave the
       range of a double. */
    const char *problem;
    double *total;     /* by member */
    double *call_cost; /* by edge */
    double *self_call; /* by member: the cost of its calls of itself */
};

/* The walks of CYCLES_WALK and of CYCLES_TREE. */
struct random_walks {
    struct random_walk walk, tree;
};

/*
 * Returns both walks through a cycle, whose graph is `inside`, in the arena.
 * own and portion are those of split_cycle.
 *
 * If no weight enters the cycle, it is taken to be entered as often as its
 * members call each other. Calls of weight zero count only if their callee
 * cannot be reached from an entry over calls of positive weight. They then have
 * equal weights, which together are as much as that of the other calls of this
 * callee.
 */
struct random_walks random_walks_of(struct arena *arena,
                                    const struct profile *profile,
                                    const struct cycle_graph *inside,
                                    const struct cycle *cycle,
                                    const double *own, const double *portion);

/* Returns the cost of a self-call of a function that is in no cycle. `weight`
   is the weight of the self-call and `inflow` that of everything else that
   enters the function. `total` is the function's total, which the self-call
   does not change. */
double random_walk_self_call(enum cycles way, double weight, double inflow,
                             double total);
