#include "filter/copy_calls.h"

#include "graph/graph.h"
#include "model/merge.h"

struct profile *copy_calls(struct arena *arena, const struct profile *profile)
{
    struct profile *copy = profile_like(arena, profile);
    merge_profiles(copy, profile, "");
    return copy;
}

void copy_calls_weigh_zeros(struct profile *profile, const bool *callers)
{
    struct arena scratch = { 0 };
    struct graph *graph = graph_of(&scratch, profile);
    const uint32_t *of = components_of(&scratch, profile, graph)->of;
    double *inflow = NEW_N(&scratch, double, profile->n_functions);
    bool *called = NEW_N(&scratch, bool, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        inflow[of[f]] += profile->functions[f].entry;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (of[call->caller] == of[call->callee])
            continue;
        inflow[of[call->callee]] += call->weight;
        called[of[call->callee]] |= callers[call->caller];
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        uint32_t k = of[call->callee];
        if (of[call->caller] != k && called[k] && inflow[k] <= 0)
            call->weight = 1;
    }
    arena_free(&scratch);
}

static void add_functions(struct profile *to, const struct profile *from,
                          const bool *gone, uint32_t *ids)
{
    for (uint32_t f = 0; f < from->n_functions; f++) {
        const struct function *function = &from->functions[f];
        ids[f] = NO_ID;
        if (gone[f])
            continue;
        ids[f] = profile_copy_function(to, function);
        to->functions[ids[f]].self = function->self;
        to->functions[ids[f]].entry = function->entry;
    }
}

static void add_call(struct profile *to, const struct call *call,
                     const uint32_t *ids)
{
    uint32_t id = profile_call(to, ids[call->caller], ids[call->callee]);
    to->calls[id].count = call->count;
    to->calls[id].cost = call->cost;
    to->calls[id].weight = call->weight;
}

struct profile *copy_calls_without(struct arena *arena,
                              const struct profile *profile,
                              const bool *gone_functions,
                              const bool *gone_calls)
{
    struct arena scratch = { 0 };
    struct profile *result = profile_like(arena, profile);
    uint32_t *ids = NEW_N(&scratch, uint32_t, profile->n_functions);
    add_functions(result, profile, gone_functions, ids);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (!gone_functions[call->caller] && !gone_functions[call->callee] &&
            !(gone_calls && gone_calls[c]))
            add_call(result, call, ids);
    }
    dependences_merge(result, profile, ids);
    arena_free(&scratch);
    return result;
}
