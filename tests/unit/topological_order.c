/* Topological orders while random edges are added, compared with a matrix of
   what can be reached. */
#include "check.h"
#include "graph/acyclic.h"

enum { MOST_NODES = 40, MOST_EDGES = 300 };

struct reachable {
    uint32_t n;
    bool from[MOST_NODES][MOST_NODES]; /* each node reaches itself */
};

static void connect(struct reachable *r, uint32_t from, uint32_t to)
{
    for (uint32_t a = 0; a < r->n; a++)
        for (uint32_t b = 0; b < r->n; b++)
            if (r->from[a][from] && r->from[to][b])
                r->from[a][b] = true;
}

static void check_order(const struct topological_order *order,
                        const struct reachable *r)
{
    for (uint32_t v = 0; v < r->n; v++) {
        expect(order->position[v] < r->n &&
                   order->node[order->position[v]] == v,
               "node %u has a wrong position", v);
        for (uint32_t w = 0; w < r->n; w++)
            expect(v == w || !r->from[v][w] ||
                       order->position[v] < order->position[w],
                   "%u does not stand before %u", v, w);
    }
}

static void random_edges(unsigned long input)
{
    struct arena arena = { 0 };
    struct reachable r = { 0 };
    uint32_t node[MOST_NODES];
    start_input(input);
    r.n = 2 + random_below(MOST_NODES - 1);
    for (uint32_t v = 0; v < r.n; v++) {
        uint32_t other = random_below(v + 1);
        r.from[v][v] = true;
        node[v] = node[other];
        node[other] = v;
    }
    struct topological_order *order =
        topological_order_new(&arena, r.n, node, MOST_EDGES);
    uint32_t n = random_below(MOST_EDGES);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = random_below(r.n), to = random_below(r.n);
        if (from == to)
            continue;
        bool added = topological_order_add(order, from, to);
        expect(added == !r.from[to][from], "%u -> %u: added is %d", from, to,
               added);
        if (added)
            connect(&r, from, to);
        check_order(order, &r);
    }
    arena_free(&arena);
}

UNIT(topological_order)
{
    test("random edges");
    for (unsigned long i = 1; i <= 300; i++)
        random_edges(i);
    return finish_tests();
}
