/* Each cycle of the profile is handled on its own, because a cycle of drawn
   calls always lies inside one, even if drawn calls stand for several calls in
   a row. */
#include "view/back_edges.h"

#include "graph/acyclic.h"
#include "graph/counting_sort.h"

/* A call with less than this part of the whole cost is not worth an arrow that
   does not lead away from the roots. */
#define SMALL_SHARE .01

/* The state of the search. Calls have the numbers of `calls`. */
struct back_edges {
    struct arena scratch;
    const struct profile *profile;
    const struct costs *costs;
    const struct view_call *calls;
    uint32_t n_calls;
    uint32_t *distance; /* by function, in calls from the nearest root */
    bool *is_root;      /* by function: the profile, or the function's cycle, is
                           entered there, as far as the view shows */
    uint32_t *node;     /* by function: its number in its cycle, or NO_ID */
    bool *back;         /* by call: the result */
};

/* Returns whether the call is inside a split cycle and in none of its DAGs. It
   then has no cost and leads back in any case. */
static bool is_split_off(const struct back_edges *b, uint32_t c)
{
    uint32_t call = b->calls[c].call;
    return call != NO_ID && b->costs->back[call];
}

/* ---- Roots ---- */

/* A queue of functions whose distance is known. */
struct queue {
    uint32_t *functions;
    uint32_t n;
};

static void reach(struct back_edges *b, struct queue *queue, uint32_t f,
                  uint32_t distance)
{
    if (b->distance[f] != NO_ID)
        return;
    b->distance[f] = distance;
    queue->functions[queue->n++] = f;
}

/* Returns the calls by caller, without those that lead back in any case. */
static struct sorted_groups group_by_caller(struct back_edges *b)
{
    uint32_t *caller = NEW_N(&b->scratch, uint32_t, b->n_calls);
    for (uint32_t c = 0; c < b->n_calls; c++)
        caller[c] = is_split_off(b, c) ? NO_ID : b->calls[c].caller;
    return counting_sort(&b->scratch, caller, b->n_calls,
                         b->profile->n_functions);
}

/* Sets distance and is_root. Functions that no root reaches are in cycles whose
   entries are not in the view; the first function of each becomes a root. */
static void find_roots(struct back_edges *b)
{
    uint32_t n = b->profile->n_functions, i = 0;
    struct sorted_groups out = group_by_caller(b);
    struct queue queue = { NEW_N(&b->scratch, uint32_t, n), 0 };
    bool *called = NEW_N(&b->scratch, bool, n);
    for (uint32_t c = 0; c < b->n_calls; c++)
        called[b->calls[c].callee] |= b->calls[c].callee != b->calls[c].caller;
    for (uint32_t f = 0; f < n; f++) {
        b->distance[f] = NO_ID;
        b->is_root[f] = !called[f] || b->profile->functions[f].entry > 0;
        if (b->is_root[f])
            reach(b, &queue, f, 0);
    }
    for (uint32_t f = 0; f < n; f++) {
        for (; i < queue.n; i++) {
            uint32_t caller = queue.functions[i];
            for (uint32_t j = out.first[caller]; j < out.first[caller + 1]; j++)
                reach(b, &queue, b->calls[out.ids[j]].callee,
                      b->distance[caller] + 1);
        }
        b->is_root[f] |= b->distance[f] == NO_ID;
        reach(b, &queue, f, 0);
    }
    for (uint32_t c = 0; c < b->n_calls; c++)
        b->is_root[b->calls[c].callee] |=
            b->costs->cycle[b->calls[c].caller] !=
            b->costs->cycle[b->calls[c].callee];
}

/* ---- Cycles ---- */

/* Returns the calls inside each cycle, without those that lead back in any
   case, and marks these. */
static struct sorted_groups group_by_cycle(struct back_edges *b)
{
    uint32_t *cycle_of = NEW_N(&b->scratch, uint32_t, b->n_calls);
    for (uint32_t c = 0; c < b->n_calls; c++) {
        uint32_t f = b->calls[c].caller, g = b->calls[c].callee;
        b->back[c] = is_split_off(b, c);
        cycle_of[c] = costs_in_one_cycle(b->costs, f, g) && !b->back[c]
                          ? b->costs->cycle[f] - 1
                          : NO_ID;
    }
    return counting_sort(&b->scratch, cycle_of, b->n_calls, b->costs->n_cycles);
}

/* Returns the node of a function in its cycle, which is new if the function has
   none. */
static uint32_t node_of(struct back_edges *b, uint32_t f, uint32_t *functions,
                        uint32_t *n)
{
    if (b->node[f] == NO_ID) {
        functions[*n] = f;
        b->node[f] = (*n)++;
    }
    return b->node[f];
}

/* Returns whether an edge goes against a costlier call that leads back and is
   not small. */
static bool is_against(const struct back_edges *b, const uint32_t *calls,
                       const struct pairs *ends, uint32_t edge)
{
    uint32_t other = pairs_find(ends, ends->keys[edge].b, ends->keys[edge].a);
    if (other == NO_ID || !b->back[calls[other]])
        return false;
    double cost = b->calls[calls[other]].cost;
    return cost > b->calls[calls[edge]].cost &&
           cost >= BACK_SHARE * b->costs->whole;
}

/* Lets small calls lead back unless their callee is farther from the roots than
   their caller, and those against a costlier call that leads back. The
   costliest call of each callee is spared, so that there are no new roots. */
static void drop_lesser_calls(struct back_edges *b, const uint32_t *calls,
                              const struct acyclic_graph *graph)
{
    LOCAL_ARENA(scratch);
    struct pairs ends = { 0 };
    uint32_t *costliest = index_no_ids(&scratch, graph->n);
    for (uint32_t i = 0; i < graph->n_edges; i++) {
        uint32_t *best = &costliest[graph->edges[i].to];
        pairs_add_in(&ends, &scratch, graph->edges[i].from, graph->edges[i].to);
        if (!b->back[calls[i]] &&
            (*best == NO_ID || graph->edges[i].cost > graph->edges[*best].cost))
            *best = i;
    }
    for (uint32_t i = 0; i < graph->n_edges; i++) {
        const struct acyclic_edge *edge = &graph->edges[i];
        bool is_small =
            edge->cost < SMALL_SHARE * b->costs->whole &&
            graph->distance[edge->to] <= graph->distance[edge->from];
        if (costliest[edge->to] != i &&
            (is_small || is_against(b, calls, &ends, i)))
            b->back[calls[i]] = true;
    }
}

static void find_in_cycle(struct back_edges *b, const uint32_t *calls,
                          uint32_t n_calls)
{
    LOCAL_ARENA(scratch);
    struct acyclic_edge *edges = NEW_N(&scratch, struct acyclic_edge, n_calls);
    uint32_t *functions = NEW_N(&scratch, uint32_t, 2 * (size_t)n_calls), n = 0;
    for (uint32_t i = 0; i < n_calls; i++) {
        const struct view_call *call = &b->calls[calls[i]];
        edges[i].from = node_of(b, call->caller, functions, &n);
        edges[i].to = node_of(b, call->callee, functions, &n);
        edges[i].cost = fmax(call->cost - call->again, 0);
    }
    uint32_t *distance = NEW_N(&scratch, uint32_t, n);
    bool *is_root = NEW_N(&scratch, bool, n);
    for (uint32_t v = 0; v < n; v++) {
        distance[v] = b->distance[functions[v]];
        is_root[v] = b->is_root[functions[v]];
    }
    struct acyclic_graph graph = { n, n_calls, edges, distance, is_root };
    const uint32_t *position = acyclic_order(&scratch, &graph);
    for (uint32_t i = 0; i < n_calls; i++)
        b->back[calls[i]] = position[edges[i].from] > position[edges[i].to];
    drop_lesser_calls(b, calls, &graph);
}

bool *back_edges_find(struct arena *arena, const struct profile *profile,
                      const struct costs *costs, const struct view_call *calls,
                      uint32_t n_calls)
{
    uint32_t n = profile->n_functions;
    struct back_edges b = { .profile = profile,
                            .costs = costs,
                            .calls = calls,
                            .n_calls = n_calls,
                            .back = NEW_N(arena, bool, n_calls) };
    if (costs->n_cycles == 0)
        return b.back;
    struct sorted_groups groups = group_by_cycle(&b);
    if (groups.first[costs->n_cycles] > 0) {
        b.distance = NEW_N(&b.scratch, uint32_t, n);
        b.is_root = NEW_N(&b.scratch, bool, n);
        b.node = index_no_ids(&b.scratch, n);
        find_roots(&b);
    }
    for (uint32_t k = 0; k < costs->n_cycles; k++)
        if (groups.first[k] < groups.first[k + 1])
            find_in_cycle(&b, groups.ids + groups.first[k],
                          groups.first[k + 1] - groups.first[k]);
    arena_free(&b.scratch);
    return b.back;
}
