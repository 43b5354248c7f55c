/*
 * A topological order that is kept while edges are added: for every edge that
 * was added, `from` stands before `to`. An edge that would close a cycle is
 * refused.
 */
#ifndef GRAPH_TOPOLOGICAL_ORDER_H
#define GRAPH_TOPOLOGICAL_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"

/* An edge that was added; its number is its place in the array of edges. */
struct order_edge {
    uint32_t from, to;         /* nodes */
    uint32_t next_out, next_in; /* the next edge of the same `from`, and of the
                                   same `to`; NO_ID if there is none */
};

struct topological_order {
    uint32_t n;
    uint32_t *node;     /* by position, 0 to n - 1 */
    uint32_t *position; /* by node */
    double steps;       /* edges followed so far, a measure of the time spent */

    /* The rest is private. */
    struct order_edge *edges;
    uint32_t n_edges;
    uint32_t *first_out, *first_in; /* by node: its latest edge, or NO_ID */
    bool *found;                    /* by node, only during a search */
    uint32_t *below, *above;        /* positions, only during a search */
};

/* Returns an order of n nodes without edges, in the arena. `node` is the order
   to begin with, by position, and is copied. At most max_edges edges can be
   added. */
struct topological_order *topological_order_new(struct arena *arena, uint32_t n,
                                                const uint32_t *node,
                                                uint32_t max_edges);

/*
 * Adds an edge between two nodes, which must differ. Returns false and changes
 * nothing if it would close a cycle. The time depends on the number of nodes
 * between the two places only: an edge that agrees with the order costs
 * nothing. The algorithm is that of D. Pearce and P. Kelly, A dynamic
 * topological sort algorithm for directed acyclic graphs, ACM J. Experimental
 * Algorithmics 11 (2006).
 */
bool topological_order_add(struct topological_order *order, uint32_t from,
                           uint32_t to);

#endif
