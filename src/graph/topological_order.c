#include "graph/topological_order.h"

#include <stdlib.h>
#include <string.h>

#include "util/index.h"

struct topological_order *topological_order_new(struct arena *arena, uint32_t n,
                                                const uint32_t *node,
                                                uint32_t max_edges)
{
    struct topological_order *order = NEW(arena, struct topological_order);
    *order = (struct topological_order){
        .n = n,
        .node = NEW_N(arena, uint32_t, n),
        .position = NEW_N(arena, uint32_t, n),
        .edges = NEW_N(arena, struct order_edge, max_edges),
        .first_out = NEW_N(arena, uint32_t, n),
        .first_in = NEW_N(arena, uint32_t, n),
        .found = NEW_N(arena, bool, n),
        .below = NEW_N(arena, uint32_t, n),
        .above = NEW_N(arena, uint32_t, n),
    };
    for (uint32_t p = 0; p < n; p++) {
        order->node[p] = node[p];
        order->position[node[p]] = p;
        order->first_out[p] = order->first_in[p] = NO_ID;
    }
    return order;
}

static void find(struct topological_order *order, uint32_t node,
                 uint32_t *found, uint32_t *n)
{
    if (order->found[node])
        return;
    order->found[node] = true;
    found[(*n)++] = order->position[node];
}

/* Finds the positions of all nodes that can be reached from `start` and do not
   stand behind `last`. Returns their number, or 0 if `last` is one of them. */
static uint32_t search_down(struct topological_order *order, uint32_t start,
                            uint32_t last)
{
    uint32_t n = 0;
    bool closes_cycle = false;
    find(order, start, order->below, &n);
    for (uint32_t i = 0; i < n && !closes_cycle; i++) {
        uint32_t edge = order->first_out[order->node[order->below[i]]];
        for (; edge != NO_ID; edge = order->edges[edge].next_out) {
            uint32_t to = order->edges[edge].to;
            closes_cycle |= to == last;
            if (order->position[to] < order->position[last])
                find(order, to, order->below, &n);
            order->steps++;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        order->found[order->node[order->below[i]]] = false;
    return closes_cycle ? 0 : n;
}

/* Finds the positions of all nodes that reach `start` and do not stand before
   `first`. Returns their number. */
static uint32_t search_up(struct topological_order *order, uint32_t start,
                          uint32_t first)
{
    uint32_t n = 0;
    find(order, start, order->above, &n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t edge = order->first_in[order->node[order->above[i]]];
        for (; edge != NO_ID; edge = order->edges[edge].next_in) {
            uint32_t from = order->edges[edge].from;
            if (order->position[from] > order->position[first])
                find(order, from, order->above, &n);
            order->steps++;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        order->found[order->node[order->above[i]]] = false;
    return n;
}

static int ascending(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Gives the positions of the nodes found to the same nodes again, those of
   `above` first. Each of the two groups keeps its own order. */
static void reorder(struct topological_order *order, uint32_t n_above,
                    uint32_t n_below)
{
    LOCAL_ARENA(scratch);
    uint32_t n = n_above + n_below;
    uint32_t *nodes = NEW_N(&scratch, uint32_t, n);
    uint32_t *positions = NEW_N(&scratch, uint32_t, n);
    qsort(order->above, n_above, sizeof *order->above, ascending);
    qsort(order->below, n_below, sizeof *order->below, ascending);
    memcpy(positions, order->above, n_above * sizeof *positions);
    memcpy(positions + n_above, order->below, n_below * sizeof *positions);
    for (uint32_t i = 0; i < n; i++)
        nodes[i] = order->node[positions[i]];
    qsort(positions, n, sizeof *positions, ascending);
    for (uint32_t i = 0; i < n; i++) {
        order->node[positions[i]] = nodes[i];
        order->position[nodes[i]] = positions[i];
    }
    order->steps += n;
}

bool topological_order_add(struct topological_order *order, uint32_t from,
                           uint32_t to)
{
    if (order->position[from] > order->position[to]) {
        uint32_t n_below = search_down(order, to, from);
        if (n_below == 0)
            return false;
        reorder(order, search_up(order, from, to), n_below);
    }
    uint32_t edge = order->n_edges++;
    order->edges[edge] = (struct order_edge){
        .from = from,
        .to = to,
        .next_out = order->first_out[from],
        .next_in = order->first_in[to],
    };
    order->first_out[from] = order->first_in[to] = edge;
    return true;
}
