/* Makes a graph acyclic by leaving out edges of as little cost as possible. */
#pragma once

#include "util/arena.h"

struct acyclic_edge {
    uint32_t from, to; /* nodes, which differ */
    double cost;       /* at least 0 */
};

struct acyclic_graph {
    uint32_t n, n_edges;
    const struct acyclic_edge *edges;
    const uint32_t *distance; /* by node, in edges from the nearest root */
    const bool *is_root;      /* by node; every node can be reached from a
                                 root */
};

/*
 * Returns the positions of the nodes, by node in the arena, in an order in
 * which the edges that lead forward have much cost. Edges that lead backward
 * are those to leave out. At least one forward edge leads to every node that is
 * no root, so that leaving edges out makes no new roots.
 *
 * Finding the order of greatest forward cost is NP-hard (the linear ordering
 * problem), so this is an approximation:
 *
 * 1. Edges are added to an order by falling cost. An edge that would close a
 *    cycle leads backward. Among edges of equal cost, those from nodes of less
 *    distance come first.
 * 2. Sifting moves one node at a time to the place of least backward cost until
 *    no move improves the order.
 * 3. Sifting goes on in the same way, but moves nodes that became roots behind
 *    one of their callers and makes no new ones.
 * 4. If roots are left, or the order by distance has more forward cost, that
 *    order is taken instead and sifted as in step 3.
 *
 * Limits keep the time nearly linear in large graphs. When step 1 has followed
 * ACYCLIC_STEPS (5 million) edges in searches for cycles, the edges that
 * disagree with the order so far lead backward without a search. Steps 2 and 3
 * end when each has looked at as many edges and places. The result depends on
 * the argument only.
 */
uint32_t *acyclic_order(struct arena *arena, const struct acyclic_graph *graph);

/*
 * A topological order that is maintained while edges are added: each edge leads
 * from an earlier node to a later one. An edge that would close a cycle is
 * refused.
 */

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
 * nothing if it would close a cycle. An edge that agrees with the order takes
 * constant time, others depend only on the nodes between its two ends. The
 * algorithm is that of D. Pearce and P. Kelly, A dynamic topological sort
 * algorithm for directed acyclic graphs, ACM J. Experimental Algorithmics 11
 * (2006).
 */
bool topological_order_add(struct topological_order *order, uint32_t from,
                           uint32_t to);
