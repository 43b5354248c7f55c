#include "analysis/inside.h"

#include "analysis/group.h"

/* The small number of a function: members are in order. */
static uint32_t number_of(const struct inside *in, uint32_t function)
{
    uint32_t low = 0, high = in->n - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (in->members[middle] < function)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_edges_into(struct inside *in, const struct profile *profile,
                           const struct graph *graph, const uint32_t *cycle,
                           uint32_t m)
{
    uint32_t f = in->members[m];
    for (uint32_t i = graph->in.first[f]; i < graph->in.first[f + 1]; i++) {
        const struct call *call = &profile->calls[graph->in.calls[i]];
        if (cycle[call->caller] == cycle[f])
            in->edges[in->n_edges++] =
                (struct edge){ number_of(in, call->caller), m,
                               graph->in.calls[i], call->weight };
    }
    in->first_in[m + 1] = in->n_edges;
}

static void group_by_caller(struct inside *in, struct arena *arena)
{
    uint32_t *callers = NEW_N(arena, uint32_t, in->n_edges);
    for (uint32_t e = 0; e < in->n_edges; e++)
        callers[e] = in->edges[e].from;
    struct groups groups = group_ids(arena, callers, in->n_edges, in->n);
    in->first_out = groups.first;
    in->out = groups.ids;
}

struct inside inside_of(struct arena *arena, const struct profile *profile,
                        const struct graph *graph, const struct cycle *cycle,
                        const uint32_t *cycle_of)
{
    uint32_t n = cycle->n_members, most = 0;
    struct inside in = { .members = cycle->members,
                         .n = n,
                         .first_in = NEW_N(arena, uint32_t, n + 1) };
    for (uint32_t m = 0; m < n; m++) {
        uint32_t f = cycle->members[m];
        most += graph->in.first[f + 1] - graph->in.first[f];
    }
    in.edges = NEW_N(arena, struct edge, most);
    for (uint32_t m = 0; m < n; m++)
        add_edges_into(&in, profile, graph, cycle_of, m);
    group_by_caller(&in, arena);
    return in;
}
