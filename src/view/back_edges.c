#include "view/back_edges.h"

#include "cost/cycle/cycle_graph.h"
#include "graph/counting_sort.h"

/* A call has to lead away for at least this part of the inflow. If two calls
   lead in opposite directions, only one of them can have more. */
#define LEAST_FORWARD .5

/* If a cycle would take more steps than this, only its largest entries
   count. */
#define MOST_STEPS 1e8

/* Calls are numbered as they are given. */
struct back_edges {
    struct arena scratch;
    const struct profile *profile;
    const struct costs *costs;
    const struct view_call *calls;
    uint32_t n_calls;
    const struct graph *graph;
    struct pairs ends;          /* (caller, callee) -> call */
    struct groups by_cycle;     /* the calls inside each cycle */
    bool *called_from_outside;  /* by function: from outside its cycle */
    uint32_t *costliest;        /* by function: the costliest call of it by
                                   another function, or NO_ID */
    double *forward;            /* by call: the inflow of its cycle for which it
                                   leads away from the entries */
    uint32_t *most_forward;     /* by function: the call of it inside its cycle
                                   that has the most of this, or NO_ID */
    bool *back;                 /* by call: the result */
};

/* Sets ends, by_cycle, called_from_outside and costliest. Ties go to the first
   call. */
static void index_calls(struct back_edges *b)
{
    uint32_t *cycle_of = NEW_N(&b->scratch, uint32_t, b->n_calls);
    for (uint32_t c = 0; c < b->n_calls; c++) {
        const struct view_call *call = &b->calls[c];
        bool is_inside = costs_in_one_cycle(b->costs, call->caller,
                                            call->callee);
        uint32_t *costliest = &b->costliest[call->callee];
        pairs_add(&b->ends, call->caller, call->callee);
        cycle_of[c] = is_inside ? b->costs->cycle[call->caller] - 1 : NO_ID;
        if (call->caller == call->callee)
            continue;
        b->called_from_outside[call->callee] |= !is_inside;
        if (known(call->cost) &&
            (*costliest == NO_ID || call->cost > b->calls[*costliest].cost))
            *costliest = c;
    }
    b->by_cycle = counting_sort(&b->scratch, cycle_of, b->n_calls,
                                b->costs->n_cycles);
}

/* Lists the entries of a cycle. If nothing enters it, all members are
   entries. */
static uint32_t list_entries(const struct cycle_graph *graph,
                             const double *inflow, struct cycle_entry *entries)
{
    uint32_t n = cycle_graph_entries(graph, inflow, entries);
    for (uint32_t m = 0; n == 0 && m < graph->n; m++)
        entries[m] = (struct cycle_entry){ m, 1 };
    return n ? n : graph->n;
}

/* Sets forward of the calls inside a cycle. Returns what enters the cycle. */
static double measure_forward(struct back_edges *b, uint32_t cycle)
{
    struct arena scratch = { 0 };
    const uint32_t *calls = b->by_cycle.ids + b->by_cycle.first[cycle];
    uint32_t n_calls =
        b->by_cycle.first[cycle + 1] - b->by_cycle.first[cycle];
    struct cycle_graph graph =
        cycle_graph_of(&scratch, b->profile, b->graph,
                       &b->costs->cycles[cycle], b->costs->cycle);
    struct bfs bfs =
        bfs_new(&scratch, graph.n, graph.first_out, graph.out_edges);
    struct cycle_entry *entries = NEW_N(&scratch, struct cycle_entry, graph.n);
    uint32_t n = list_entries(&graph, b->costs->inflow, entries);
    uint32_t *from = NEW_N(&scratch, uint32_t, n_calls);
    uint32_t *to = NEW_N(&scratch, uint32_t, n_calls);
    bool *needed = NEW_N(&scratch, bool, graph.n);
    double sum = 0, steps = 0;
    for (uint32_t i = 0; i < n_calls; i++) {
        from[i] = cycle_graph_member(&graph, b->calls[calls[i]].caller);
        to[i] = cycle_graph_member(&graph, b->calls[calls[i]].callee);
        needed[from[i]] = needed[to[i]] = true;
    }
    bfs_need_only(&bfs, needed);
    for (uint32_t e = 0; e < n && (e == 0 || steps < MOST_STEPS); e++) {
        bfs_run(&bfs, &entries[e].member, 1);
        bfs_run_zero_weights(&bfs);
        for (uint32_t i = 0; i < n_calls; i++)
            if (bfs.distance[from[i]] < bfs.distance[to[i]])
                b->forward[calls[i]] += entries[e].portion;
        sum += entries[e].portion;
        steps += graph.n + graph.n_edges;
    }
    arena_free(&scratch);
    return sum;
}

/* Returns whether this is one of the exceptions that do not lead back. */
static bool is_exempt(const struct back_edges *b, uint32_t c)
{
    const struct view_call *call = &b->calls[c];
    uint32_t opposite = pairs_find(&b->ends, call->callee, call->caller);
    if (b->costliest[call->callee] == c &&
        (opposite == NO_ID || b->forward[c] > b->forward[opposite]))
        return true;
    return b->most_forward[call->callee] == c &&
           !b->called_from_outside[call->callee];
}

static void find_in_cycle(struct back_edges *b, uint32_t cycle)
{
    const uint32_t *begin = b->by_cycle.ids + b->by_cycle.first[cycle];
    const uint32_t *end = b->by_cycle.ids + b->by_cycle.first[cycle + 1];
    double inflow = measure_forward(b, cycle);
    for (const uint32_t *c = begin; c < end; c++) {
        uint32_t *most = &b->most_forward[b->calls[*c].callee];
        if (*most == NO_ID || b->forward[*c] > b->forward[*most])
            *most = *c;
    }
    for (const uint32_t *c = begin; c < end; c++)
        b->back[*c] = b->forward[*c] <= 0 ||
                      (b->forward[*c] < LEAST_FORWARD * inflow &&
                       !is_exempt(b, *c));
}

static void find_in_split_cycle(struct back_edges *b, uint32_t cycle)
{
    for (uint32_t i = b->by_cycle.first[cycle];
         i < b->by_cycle.first[cycle + 1]; i++) {
        uint32_t c = b->by_cycle.ids[i];
        b->back[c] = b->costs->back[b->calls[c].call];
    }
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
    b.graph = graph_of(&b.scratch, profile);
    b.called_from_outside = NEW_N(&b.scratch, bool, n);
    b.costliest = NEW_N(&b.scratch, uint32_t, n);
    b.most_forward = NEW_N(&b.scratch, uint32_t, n);
    for (uint32_t f = 0; f < n; f++)
        b.costliest[f] = b.most_forward[f] = NO_ID;
    b.forward = NEW_N(&b.scratch, double, n_calls);
    index_calls(&b);
    for (uint32_t k = 0; k < costs->n_cycles; k++) {
        if (b.by_cycle.first[k] == b.by_cycle.first[k + 1])
            continue;
        if (profile->kind == FROM_CALLS &&
            costs->cycles[k].way == CYCLES_SPLIT)
            find_in_split_cycle(&b, k);
        else
            find_in_cycle(&b, k);
    }
    pairs_free(&b.ends);
    arena_free(&b.scratch);
    return b.back;
}
