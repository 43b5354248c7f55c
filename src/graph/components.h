/*
 * Strongly connected components of a call graph. Two functions are in one
 * component if each calls the other, directly or indirectly. A component of
 * more than one function is a cycle.
 */
#pragma once

#include "graph/graph.h"

/* Components are numbered callees first: a call that leaves a component leads
   to one with a lower number. The members of component k are members[first[k]]
   to members[first[k + 1] - 1], in ascending order. */
struct components {
    uint32_t n;
    uint32_t *of;    /* component by function */
    uint32_t *first; /* by component, and one more for the end of the last */
    uint32_t *members;
};

/* Returns the components, in the arena. The algorithm is that of R. Tarjan,
   Depth-first search and linear graph algorithms, SIAM J. Comput. 1 (1972),
   without recursion. */
struct components *components_of(struct arena *arena,
                                 const struct profile *profile,
                                 const struct graph *graph);

static inline uint32_t components_size(const struct components *components,
                                       uint32_t k)
{
    return components->first[k + 1] - components->first[k];
}
