#include "cost/cycle/cycle_graph.h"

#include "graph/counting_sort.h"

uint32_t cycle_graph_member(const struct cycle_graph *graph, uint32_t function)
{
    return array_find_id(graph->members, graph->n, function);
}

/* Profiles from stacks have no weights. Every call of such a profile was
   sampled, so none has the weight zero. */
static double weight_of(const struct profile *profile, uint32_t call)
{
    return profile->kind == FROM_STACKS ? 1 : profile->calls[call].weight;
}

static void list_edges(struct arena *arena, struct cycle_graph *result,
                       const struct profile *profile, const struct graph *graph,
                       const uint32_t *cycle_of)
{
    const uint32_t *first = graph->in.first;
    uint32_t most = 0, n = 0;
    for (uint32_t m = 0; m < result->n; m++)
        most += first[result->members[m] + 1] - first[result->members[m]];
    result->edges = NEW_N(arena, struct cycle_edge, most);
    result->first_in = NEW_N(arena, uint32_t, result->n + 1);
    for (uint32_t m = 0; m < result->n; m++) {
        uint32_t f = result->members[m];
        for (uint32_t i = first[f]; i < first[f + 1]; i++) {
            uint32_t call = graph->in.calls[i];
            uint32_t caller = profile->calls[call].caller;
            if (cycle_of[caller] == cycle_of[f])
                result->edges[n++] = (struct cycle_edge){
                    .from = cycle_graph_member(result, caller),
                    .to = m,
                    .call = call,
                    .weight = weight_of(profile, call),
                };
        }
        result->first_in[m + 1] = n;
    }
    result->n_edges = n;
}

static void sort_by_caller(struct arena *arena, struct cycle_graph *graph)
{
    uint32_t *callers = NEW_N(arena, uint32_t, graph->n_edges);
    for (uint32_t e = 0; e < graph->n_edges; e++)
        callers[e] = graph->edges[e].from;
    struct sorted_groups groups =
        counting_sort(arena, callers, graph->n_edges, graph->n);
    graph->first_out = groups.first;
    graph->out_edges = NEW_N(arena, struct bfs_edge, graph->n_edges);
    for (uint32_t i = 0; i < graph->n_edges; i++) {
        const struct cycle_edge *edge = &graph->edges[groups.ids[i]];
        graph->out_edges[i] = (struct bfs_edge){ edge->to, edge->weight > 0 };
    }
}

struct cycle_graph cycle_graph_of(struct arena *arena,
                                  const struct profile *profile,
                                  const struct graph *graph,
                                  const struct cycle *cycle,
                                  const uint32_t *cycle_of)
{
    struct cycle_graph result = { .members = cycle->members,
                                  .n = cycle->n_members,
                                  .self_call = graph->self_call };
    list_edges(arena, &result, profile, graph, cycle_of);
    sort_by_caller(arena, &result);
    return result;
}

static int by_portion(const void *left, const void *right)
{
    const struct cycle_entry *a = left, *b = right;
    if (a->portion != b->portion)
        return a->portion < b->portion ? 1 : -1;
    return a->member < b->member ? -1 : 1;
}

uint32_t cycle_graph_entries(const struct cycle_graph *graph,
                             const double *portion, struct cycle_entry *entries)
{
    uint32_t n = 0;
    for (uint32_t m = 0; m < graph->n; m++) {
        double part = portion[graph->members[m]];
        if (part > 0)
            entries[n++] = (struct cycle_entry){ m, part };
    }
    SORT(entries, n, by_portion);
    return n;
}
