/*
 * Attribution finds, in a profile from calls, which portion of the work of each
 * function is done on behalf of certain functions. Each function is taken to do
 * the same work for each of its callers, as everywhere in such a profile, so
 * that
 *
 *     portion(g) = sum over callers f of w(f,g) * portion(f) / W(g)
 *
 * with W of graph/inflow.h. The functions of a cycle share one portion, that of
 * what enters the cycle.
 */
#ifndef FILTER_ATTRIBUTION_H
#define FILTER_ATTRIBUTION_H

#include "graph/components.h"
#include "graph/inflow.h"

struct attribution {
    const struct profile *profile;
    const bool *fixed;             /* by function: its portion was given */
    struct graph *graph;           /* without the calls to fixed functions */
    struct components *components; /* of that graph */
    struct inflow *inflows;        /* by component */
    double *portion;               /* by function, 0 to 1 */
};

/* Computes the portions of all functions that are not fixed. `portion` (by
   function) holds those of the fixed functions and receives the others;
   `outside` is the portion of what enters a function from outside the profile.
   The result lives in the arena and refers to the arguments. */
struct attribution attribution_of(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *fixed, double outside,
                                  double *portion);

/* Passes the portion of each function's self cost on to its callers, and theirs
   to theirs, until it arrives at fixed functions. Returns what arrives at each
   function: by function, in the arena, 0 for those that are not fixed. */
double *attribution_collect_self(struct arena *arena,
                                 const struct attribution *attribution);

#endif
