/* Makes a graph acyclic by leaving out edges of as little cost as possible. */
#ifndef GRAPH_ACYCLIC_H
#define GRAPH_ACYCLIC_H

#include <stdbool.h>
#include <stdint.h>

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
 * To find the order of greatest forward cost is NP-hard (it is the linear
 * ordering problem), so this is an approximation:
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

#endif
