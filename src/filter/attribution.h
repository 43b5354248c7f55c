/*
 * In a profile from calls: which portion of what a function does is done below
 * certain others. As everywhere in such a profile, a function is taken to do
 * the same for each of its callers:
 *
 *     portion(g) = sum over callers f of w(f,g) * portion(f) / W(g)
 *
 * The functions of a cycle share one portion, that of what enters the cycle.
 */
#ifndef FILTER_ATTRIBUTION_H
#define FILTER_ATTRIBUTION_H

#include "graph/graph.h"

struct attribution {
    const struct profile *profile;
    struct graph *graph; /* without the calls of fixed functions by others */
    struct components *components; /* of that graph */
    double *portion;               /* by function */
};

/* fixed: by function, is its portion given in advance? portion holds those and
   gets the others; outside is the portion of entries. */
struct attribution attribution_of(struct arena *arena, const struct profile *profile,
                        const bool *fixed, double outside, double *portion);

/* Gives the part of its self cost that each function has below the fixed ones,
   portion by portion, to its callers, up to fixed functions: by function, what
   those get. */
double *attribution_move_up(struct arena *arena, const struct attribution *below,
                const bool *fixed);

#endif
