/* The calls of a profile by their ends. */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "model/profile.h"

/* The calls of function f are calls[first[f]] to calls[first[f + 1] - 1], in
   order of first sight. Self-calls are left out. */
struct links {
    uint32_t *first;
    uint32_t *calls;
};

struct graph {
    struct links out; /* by caller */
    struct links in;  /* by callee */
};

struct graph *graph_of(struct arena *arena, const struct profile *profile);
/* Without the calls of the closed functions by others. */
struct graph *graph_without_calls_of(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *closed);

/*
 * Strongly connected components, numbered callees first: a call that leaves a
 * component leads to one with a lower number. The members of component k are
 * members[first[k]] to members[first[k + 1] - 1], in order of first sight.
 */
struct components {
    uint32_t n;
    uint32_t *of; /* component by function */
    uint32_t *first;
    uint32_t *members;
};

/* R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput.
   1 (1972), without recursion. */
struct components *components_of(struct arena *arena,
                                 const struct profile *profile,
                                 const struct graph *graph);

static inline uint32_t component_size(const struct components *components,
                                      uint32_t k)
{
    return components->first[k + 1] - components->first[k];
}

#endif
