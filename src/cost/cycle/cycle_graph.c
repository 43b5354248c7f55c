#include "cost/cycle/cycle_graph.h"

#include <stdlib.h>

#include "graph/counting_sort.h"
#include "util/array.h"

uint32_t cycle_graph_member(const struct cycle_graph *in, uint32_t function)
{
    return array_find_id(in->members, in->n, function);
}

/* Weights of stacks are not known, and not needed: none is zero. */
static double weight_of(const struct profile *profile, uint32_t call)
{
    return profile->kind == FROM_STACKS ? 1 : profile->calls[call].weight;
}

static void add_edges_into(struct cycle_graph *in, const struct profile *profile,
                           const struct graph *graph, const uint32_t *cycle,
                           uint32_t m)
{
    uint32_t f = in->members[m];
    for (uint32_t i = graph->in.first[f]; i < graph->in.first[f + 1]; i++) {
        const struct call *call = &profile->calls[graph->in.calls[i]];
        if (cycle[call->caller] == cycle[f])
            in->edges[in->n_edges++] =
                (struct edge){ cycle_graph_member(in, call->caller), m,
                               graph->in.calls[i],
                               weight_of(profile, graph->in.calls[i]) };
    }
    in->first_in[m + 1] = in->n_edges;
}

static void group_by_caller(struct cycle_graph *in, struct arena *arena)
{
    uint32_t *callers = NEW_N(arena, uint32_t, in->n_edges);
    for (uint32_t e = 0; e < in->n_edges; e++)
        callers[e] = in->edges[e].from;
    struct groups groups = counting_sort(arena, callers, in->n_edges, in->n);
    in->first_out = groups.first;
    in->out = groups.ids;
}

struct cycle_graph cycle_graph_of(struct arena *arena, const struct profile *profile,
                        const struct graph *graph, const struct cycle *cycle,
                        const uint32_t *cycle_of)
{
    uint32_t n = cycle->n_members, most = 0;
    struct cycle_graph in = { .members = cycle->members,
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

static int by_portion(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->portion != b->portion)
        return a->portion < b->portion ? 1 : -1;
    return a->member < b->member ? -1 : 1;
}

uint32_t cycle_graph_entries(const struct cycle_graph *in, const double *portion,
                        struct entry *entries)
{
    uint32_t n = 0;
    for (uint32_t m = 0; m < in->n; m++)
        if (portion[in->members[m]] > 0)
            entries[n++] = (struct entry){ m, portion[in->members[m]] };
    qsort(entries, n, sizeof *entries, by_portion);
    return n;
}
