#include "graph/acyclic.h"

#include "graph/counting_sort.h"
#include "util/array.h"
#include "util/index.h"
#include "util/known.h"

/* ---- Graphs without cycles ---- */

/* A step follows an edge or moves a node by one place. A unit test compiles
   this file with a lower limit. */
#ifndef ACYCLIC_STEPS
#define ACYCLIC_STEPS 5e6
#endif

static struct sorted_groups group_edges(struct arena *arena,
                                        const struct acyclic_graph *graph,
                                        bool by_from)
{
    uint32_t *nodes = NEW_N(arena, uint32_t, graph->n_edges);
    for (uint32_t e = 0; e < graph->n_edges; e++)
        nodes[e] = by_from ? graph->edges[e].from : graph->edges[e].to;
    return counting_sort(arena, nodes, graph->n_edges, graph->n);
}

static double forward_cost(const struct acyclic_graph *graph,
                           const uint32_t *position)
{
    double cost = 0;
    for (uint32_t e = 0; e < graph->n_edges; e++)
        if (position[graph->edges[e].from] < position[graph->edges[e].to])
            cost += graph->edges[e].cost;
    return cost;
}

/* ---- By falling cost ---- */

struct ranked_edge {
    uint32_t edge, distance;
    double cost;
};

static int by_falling_cost(const void *left, const void *right)
{
    const struct ranked_edge *a = left, *b = right;
    int order = COMPARE(b->cost, a->cost);
    order = order ? order : COMPARE(a->distance, b->distance);
    return order ? order : COMPARE(a->edge, b->edge);
}

/* Returns the edges by falling cost. */
static uint32_t *rank_edges(struct arena *arena,
                            const struct acyclic_graph *graph)
{
    uint32_t n = graph->n_edges;
    struct ranked_edge *ranked = NEW_N(arena, struct ranked_edge, n);
    uint32_t *edges = NEW_N(arena, uint32_t, n);
    for (uint32_t e = 0; e < n; e++)
        ranked[e] = (struct ranked_edge){
            e, graph->distance[graph->edges[e].from], graph->edges[e].cost
        };
    SORT(ranked, n, by_falling_cost);
    for (uint32_t i = 0; i < n; i++)
        edges[i] = ranked[i].edge;
    return edges;
}

/* Returns an order that begins as the order by distance. Edges are added to it
   by falling cost. */
static struct topological_order *
order_by_cost(struct arena *arena, const struct acyclic_graph *graph,
              const uint32_t *by_distance)
{
    const uint32_t *ranked = rank_edges(arena, graph);
    struct topological_order *order =
        topological_order_new(arena, graph->n, by_distance, graph->n_edges);
    for (uint32_t i = 0; i < graph->n_edges; i++) {
        const struct acyclic_edge *edge = &graph->edges[ranked[i]];
        bool agrees = order->position[edge->from] < order->position[edge->to];
        if (agrees || order->steps < ACYCLIC_STEPS)
            topological_order_add(order, edge->from, edge->to);
    }
    return order;
}

/* Returns the nodes by rising distance. */
static uint32_t *order_by_distance(struct arena *arena,
                                   const struct acyclic_graph *graph)
{
    uint32_t farthest = 0;
    for (uint32_t v = 0; v < graph->n; v++)
        if (graph->distance[v] > farthest)
            farthest = graph->distance[v];
    return counting_sort(arena, graph->distance, graph->n, farthest + 1).ids;
}

/* ---- Sifting ---- */

/* A neighbour of the node that is sifted. */
struct neighbour {
    uint32_t position;
    bool is_caller;    /* the edge leads from it */
    bool needs_node;   /* no other forward edge leads to it */
    double loss;       /* the rise of the backward cost if the node moves from
                          before the neighbour to behind it */
};

struct sifting {
    const struct acyclic_graph *graph;
    uint32_t *node, *position;    /* as in struct topological_order */
    struct sorted_groups out, in; /* edges by node */
    uint32_t *n_forward;          /* by node: forward edges that lead to it */
    struct neighbour *neighbours; /* room for those of any node */
    bool makes_no_roots; /* nodes that are no roots keep a forward edge that
                            leads to them, or get one */
    double steps;
};

static bool is_forward(const struct sifting *s, uint32_t edge)
{
    const struct acyclic_edge *e = &s->graph->edges[edge];
    return s->position[e->from] < s->position[e->to];
}

static int by_position(const void *left, const void *right)
{
    const struct neighbour *a = left, *b = right;
    return COMPARE(a->position, b->position);
}

/* Lists the neighbours of v by position. Two edges to the same neighbour make
   two of them. */
static uint32_t list_neighbours(struct sifting *s, uint32_t v)
{
    const struct acyclic_graph *graph = s->graph;
    uint32_t n = 0;
    for (uint32_t i = s->out.first[v]; i < s->out.first[v + 1]; i++) {
        uint32_t edge = s->out.ids[i], to = graph->edges[edge].to;
        s->neighbours[n++] = (struct neighbour){
            .position = s->position[to],
            .needs_node = !graph->is_root[to] && s->n_forward[to] == 1 &&
                          is_forward(s, edge),
            .loss = graph->edges[edge].cost,
        };
    }
    for (uint32_t i = s->in.first[v]; i < s->in.first[v + 1]; i++) {
        const struct acyclic_edge *edge = &graph->edges[s->in.ids[i]];
        s->neighbours[n++] = (struct neighbour){
            .position = s->position[edge->from],
            .is_caller = true,
            .loss = -edge->cost,
        };
    }
    SORT(s->neighbours, n, by_position);
    return n;
}

/* Adds to the counts of forward edges those of v, or subtracts them. */
static void count_forward(struct sifting *s, uint32_t v, uint32_t change)
{
    for (uint32_t i = s->out.first[v]; i < s->out.first[v + 1]; i++)
        if (is_forward(s, s->out.ids[i]))
            s->n_forward[s->graph->edges[s->out.ids[i]].to] += change;
    for (uint32_t i = s->in.first[v]; i < s->in.first[v + 1]; i++)
        if (is_forward(s, s->in.ids[i]))
            s->n_forward[v] += change;
}

/* Moves the node at position `from` to position `to`; those between move by one
   place. */
static void move(struct sifting *s, uint32_t from, uint32_t to)
{
    uint32_t v = s->node[from];
    count_forward(s, v, -1u);
    for (uint32_t p = from; p < to; p++)
        s->position[s->node[p] = s->node[p + 1]] = p;
    for (uint32_t p = from; p > to; p--)
        s->position[s->node[p] = s->node[p - 1]] = p;
    s->position[s->node[to] = v] = to;
    count_forward(s, v, 1);
    s->steps += from < to ? to - from : from - to;
}

/*
 * Moves v to the place of least backward cost, if that is less than now. Of all
 * places between the same two neighbours, v takes the nearest one. With
 * makes_no_roots, v has to stand behind one of its callers, unless it is a root
 * itself, and before the neighbours that need it; then it moves to such a place
 * whatever the cost.
 */
static bool sift(struct sifting *s, uint32_t v)
{
    uint32_t n = list_neighbours(s, v), best = 0, at = s->position[v];
    const struct neighbour *of = s->neighbours;
    bool needs_caller = s->makes_no_roots && !s->graph->is_root[v];
    double loss = 0, now = 0, least = needs_caller ? INFINITY : 0, sum = 0;
    bool allowed = !needs_caller;
    for (uint32_t i = 0; i < n; i++) {
        if (s->makes_no_roots && of[i].needs_node)
            break;
        loss += of[i].loss;
        sum += fabs(of[i].loss);
        allowed |= of[i].is_caller;
        if (of[i].position < at)
            now = loss;
        bool is_place = i + 1 == n || of[i + 1].position != of[i].position;
        if (is_place && allowed && loss < least) {
            least = loss;
            best = i + 1;
        }
    }
    s->steps += n;
    if (needs_caller && s->n_forward[v] == 0)
        now = INFINITY;
    if (least == INFINITY || now - least <= SUM_ERROR * sum)
        return false;
    bool later = best > 0 && of[best - 1].position > at;
    move(s, at, of[later ? best - 1 : best].position);
    return true;
}

/* Moves nodes until no move improves the order. */
static void sift_all(struct sifting *s, bool makes_no_roots)
{
    s->steps = 0;
    s->makes_no_roots = makes_no_roots;
    for (bool moved = true; moved && s->steps < ACYCLIC_STEPS;) {
        moved = false;
        for (uint32_t v = 0; v < s->graph->n && s->steps < ACYCLIC_STEPS; v++)
            moved |= sift(s, v);
    }
}

/* Returns a sifting of the order that node and position describe, which it
   changes. */
static struct sifting sifting_of(struct arena *arena,
                                 const struct acyclic_graph *graph,
                                 uint32_t *node, uint32_t *position)
{
    struct sifting s = {
        .graph = graph,
        .node = node,
        .position = position,
        .out = group_edges(arena, graph, true),
        .in = group_edges(arena, graph, false),
        .n_forward = NEW_N(arena, uint32_t, graph->n),
        .neighbours = NEW_N(arena, struct neighbour, graph->n_edges),
    };
    for (uint32_t e = 0; e < graph->n_edges; e++)
        s.n_forward[graph->edges[e].to] += is_forward(&s, e);
    return s;
}

static bool has_new_roots(const struct sifting *s)
{
    for (uint32_t v = 0; v < s->graph->n; v++)
        if (!s->graph->is_root[v] && s->n_forward[v] == 0)
            return true;
    return false;
}

uint32_t *acyclic_order(struct arena *arena, const struct acyclic_graph *graph)
{
    LOCAL_ARENA(scratch);
    uint32_t *position = NEW_N(arena, uint32_t, graph->n);
    uint32_t *node = order_by_distance(&scratch, graph);
    struct topological_order *order = order_by_cost(&scratch, graph, node);
    for (uint32_t p = 0; p < graph->n; p++)
        position[node[p]] = p;
    struct sifting by_cost =
        sifting_of(&scratch, graph, order->node, order->position);
    sift_all(&by_cost, false);
    sift_all(&by_cost, true);
    if (has_new_roots(&by_cost) || forward_cost(graph, order->position) <
                                       forward_cost(graph, position)) {
        struct sifting by_distance =
            sifting_of(&scratch, graph, node, position);
        sift_all(&by_distance, true);
    } else {
        memcpy(position, order->position, graph->n * sizeof *position);
    }
    return position;
}

/* ---- Their order ---- */

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
    return COMPARE(a, b);
}

/* Reorders the nodes that were found within the positions they hold: `above`
   first. Each of the two groups keeps its own order. */
static void reorder(struct topological_order *order, uint32_t n_above,
                    uint32_t n_below)
{
    LOCAL_ARENA(scratch);
    uint32_t n = n_above + n_below;
    uint32_t *nodes = NEW_N(&scratch, uint32_t, n);
    uint32_t *positions = NEW_N(&scratch, uint32_t, n);
    SORT(order->above, n_above, ascending);
    SORT(order->below, n_below, ascending);
    memcpy(positions, order->above, n_above * sizeof *positions);
    memcpy(positions + n_above, order->below, n_below * sizeof *positions);
    for (uint32_t i = 0; i < n; i++)
        nodes[i] = order->node[positions[i]];
    SORT(positions, n, ascending);
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
