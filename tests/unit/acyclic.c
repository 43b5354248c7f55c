/*
 * Orders of random graphs that leave out little cost, compared with the order
 * by distance and, in small graphs, with the best of all orders. The file under
 * test is compiled here once more, with a limit that can be changed.
 */
static double steps = 5e6;
#define ACYCLIC_STEPS steps
#define acyclic_order acyclic_order_within
#define topological_order_new topological_order_new_within
#define topological_order_add topological_order_add_within
#include "graph/acyclic.c"

#include "check.h"

enum { MOST_NODES = 40, MOST_EDGES = MOST_NODES * MOST_NODES, SMALL = 7 };

/* A random graph. Every node can be reached from a root. */
struct example {
    struct acyclic_graph graph;
    struct acyclic_edge edges[MOST_EDGES];
    uint32_t distance[MOST_NODES];
    bool is_root[MOST_NODES];
};

/* Sets the distances from the roots, and adds roots until each node has one. */
static void find_distances(struct example *x)
{
    uint32_t n = x->graph.n;
    for (uint32_t v = 0; v < n; v++)
        x->distance[v] = x->is_root[v] ? 0 : NO_ID;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t round = 0; round < n; round++)
            for (uint32_t e = 0; e < x->graph.n_edges; e++) {
                uint32_t from = x->distance[x->edges[e].from];
                uint32_t *to = &x->distance[x->edges[e].to];
                if (from != NO_ID && (*to == NO_ID || from + 1 < *to))
                    *to = from + 1;
            }
        if (x->distance[v] == NO_ID) {
            x->is_root[v] = true;
            x->distance[v] = 0;
        }
    }
}

static void make_example(struct example *x, uint32_t most)
{
    uint32_t filled = 5 + random_below(80), few_costs = chance(30);
    x->graph = (struct acyclic_graph){ .n = 2 + random_below(most - 1),
                                       .edges = x->edges,
                                       .distance = x->distance,
                                       .is_root = x->is_root };
    for (uint32_t f = 0; f < x->graph.n; f++) {
        x->is_root[f] = chance(20);
        for (uint32_t g = 0; g < x->graph.n; g++)
            if (f != g && chance(filled))
                x->edges[x->graph.n_edges++] = (struct acyclic_edge){
                    f, g, random_below(few_costs ? 3 : 1000)
                };
    }
    find_distances(x);
}

static bool makes_roots(const struct acyclic_graph *graph,
                        const uint32_t *position)
{
    bool reached[MOST_NODES] = { false };
    for (uint32_t e = 0; e < graph->n_edges; e++)
        if (position[graph->edges[e].from] < position[graph->edges[e].to])
            reached[graph->edges[e].to] = true;
    for (uint32_t v = 0; v < graph->n; v++)
        if (!reached[v] && !graph->is_root[v])
            return true;
    return false;
}

/* Returns the cost of the edges that lead to a greater distance. */
static double cost_by_distance(const struct acyclic_graph *graph)
{
    return forward_cost(graph, graph->distance);
}

static void check_order(const struct acyclic_graph *graph,
                        const uint32_t *position)
{
    bool taken[MOST_NODES] = { false };
    for (uint32_t v = 0; v < graph->n; v++)
        if (expect(position[v] < graph->n, "position %u", position[v])) {
            expect(!taken[position[v]], "position %u twice", position[v]);
            taken[position[v]] = true;
        }
    expect(!makes_roots(graph, position), "there are new roots");
    expect(forward_cost(graph, position) >= cost_by_distance(graph),
           "%g kept, but %g by distance", forward_cost(graph, position),
           cost_by_distance(graph));
}

/* Returns the position of w after v has moved from one position to another. */
static uint32_t position_after(uint32_t w, uint32_t from, uint32_t to)
{
    if (w == from)
        return to;
    return w - (w > from) + (w - (w > from) >= to);
}

/* Checks that no move of one node improves the order without new roots. */
static void check_moves(const struct acyclic_graph *graph,
                        const uint32_t *position)
{
    double kept = forward_cost(graph, position);
    for (uint32_t v = 0; v < graph->n; v++)
        for (uint32_t to = 0; to < graph->n; to++) {
            uint32_t moved[MOST_NODES];
            for (uint32_t w = 0; w < graph->n; w++)
                moved[w] = position_after(position[w], position[v], to);
            if (!makes_roots(graph, moved))
                expect(forward_cost(graph, moved) <= kept,
                       "node %u is better at %u", v, to);
        }
}

static void random_orders(void)
{
    test("random graphs");
    for (unsigned long i = 1; i <= 1500; i++) {
        struct arena arena = { 0 };
        struct example x = { 0 };
        start_input(i);
        make_example(&x, MOST_NODES);
        const uint32_t *position = acyclic_order(&arena, &x.graph);
        check_order(&x.graph, position);
        if (i <= 300)
            check_moves(&x.graph, position);
        arena_free(&arena);
    }
}

/* However soon the search ends, the order has the same properties. */
static void limits(void)
{
    test("limits");
    for (unsigned long i = 1; i <= 1000; i++) {
        struct arena arena = { 0 };
        struct example x = { 0 };
        start_input(i);
        make_example(&x, MOST_NODES);
        steps = random_below(300);
        check_order(&x.graph, acyclic_order(&arena, &x.graph));
        arena_free(&arena);
    }
    steps = 5e6;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t old = *a;
    *a = *b;
    *b = old;
}

/* Rearranges the positions into the next permutation in lexical order. Returns
   false after the last one. */
static bool next_order(uint32_t *position, uint32_t n)
{
    uint32_t i = n - 1, j = n - 1;
    while (i > 0 && position[i - 1] > position[i])
        i--;
    if (i == 0)
        return false;
    while (position[j] < position[i - 1])
        j--;
    swap(&position[i - 1], &position[j]);
    for (j = n - 1; i < j; i++, j--)
        swap(&position[i], &position[j]);
    return true;
}

static double best_cost(const struct acyclic_graph *graph)
{
    uint32_t position[SMALL];
    double best = 0;
    for (uint32_t v = 0; v < graph->n; v++)
        position[v] = v;
    do {
        if (!makes_roots(graph, position))
            best = fmax(best, forward_cost(graph, position));
    } while (next_order(position, graph->n));
    return best;
}

static void small_graphs(void)
{
    uint32_t n = 1000, optimal = 0;
    double least = 1;
    test("small graphs");
    for (unsigned long i = 1; i <= n; i++) {
        struct arena arena = { 0 };
        struct example x = { 0 };
        start_input(i);
        make_example(&x, SMALL);
        double best = best_cost(&x.graph);
        double kept =
            forward_cost(&x.graph, acyclic_order(&arena, &x.graph));
        expect(kept <= best, "%g kept, and %g at best", kept, best);
        optimal += kept == best;
        least = best > 0 ? fmin(least, kept / best) : least;
        arena_free(&arena);
    }
    expect(optimal >= .95 * n, "only %u of %u are optimal", optimal, n);
    expect(least >= .7, "one keeps only %g of the cost", least);
}

/* Compares has_new_roots with makes_roots, for a random order and after nodes
   have moved. */
static void new_roots(void)
{
    test("new roots");
    for (unsigned long i = 1; i <= 500; i++) {
        struct arena arena = { 0 };
        struct example x = { 0 };
        uint32_t node[MOST_NODES], position[MOST_NODES];
        start_input(i);
        make_example(&x, i % 2 ? SMALL : MOST_NODES);
        for (uint32_t v = 0; v < x.graph.n; v++)
            node[v] = v;
        for (uint32_t v = x.graph.n; v > 1; v--)
            swap(&node[v - 1], &node[random_below(v)]);
        for (uint32_t p = 0; p < x.graph.n; p++)
            position[node[p]] = p;
        struct sifting s = sifting_of(&arena, &x.graph, node, position);
        for (int round = 0; round < 2; round++) {
            expect(has_new_roots(&s) == makes_roots(&x.graph, position),
                   "new roots in round %d", round);
            sift_all(&s, false);
        }
        arena_free(&arena);
    }
}

UNIT(acyclic)
{
    new_roots();
    random_orders();
    limits();
    small_graphs();
    return finish_tests();
}
