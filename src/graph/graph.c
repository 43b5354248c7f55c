#include "graph/graph.h"

#include "graph/counting_sort.h"

static struct call_lists list_calls(struct arena *arena,
                                    const struct profile *profile,
                                    bool by_caller, const bool *marked)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_calls;
    uint32_t *function_of = NEW_N(&scratch, uint32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        const struct call *call = &profile->calls[c];
        bool left_out = call->caller == call->callee || !call_happened(call) ||
                        (marked && marked[call->callee]);
        function_of[c] = left_out    ? NO_ID
                         : by_caller ? call->caller
                                     : call->callee;
    }
    struct sorted_groups groups =
        counting_sort(arena, function_of, n, profile->n_functions);
    return (struct call_lists){ groups.first, groups.ids };
}

/* Stores the callees side by side, so that a search does not fetch each call
   from memory. */
static uint32_t *list_callees(struct arena *arena,
                              const struct profile *profile,
                              const struct call_lists *out)
{
    uint32_t n = out->first[profile->n_functions];
    uint32_t *callees = NEW_N(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        callees[i] = profile->calls[out->calls[i]].callee;
    return callees;
}

static uint32_t *list_self_calls(struct arena *arena,
                                 const struct profile *profile)
{
    uint32_t *self_call = index_no_ids(arena, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->calls[c].caller == profile->calls[c].callee)
            self_call[profile->calls[c].caller] = c;
    return self_call;
}

struct graph *graph_without_calls_to(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *marked)
{
    struct graph *graph = NEW(arena, struct graph);
    graph->out = list_calls(arena, profile, true, marked);
    graph->in = list_calls(arena, profile, false, marked);
    graph->callees = list_callees(arena, profile, &graph->out);
    graph->self_call = list_self_calls(arena, profile);
    return graph;
}

struct graph *graph_of(struct arena *arena, const struct profile *profile)
{
    return graph_without_calls_to(arena, profile, NULL);
}
