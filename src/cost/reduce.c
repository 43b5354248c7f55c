#include "cost/reduce.h"

#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "model/stack_tree.h"

struct profile *reduce_to_calls(struct arena *arena,
                                const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    struct profile *calls = profile_like(arena, profile);
    double *through = stack_tree_costs(&scratch, profile);
    calls->kind = FROM_CALLS;
    calls->samples.kept = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        uint32_t id = profile_copy_function(calls, function);
        calls->functions[id].self = function->self;
        calls->functions[id].entry = function->entry;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile_call(calls, profile->calls[c].caller, profile->calls[c].callee);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].call != NO_ID)
            calls->calls[profile->contexts[c].call].weight += through[c];
    return calls;
}

struct profile *reduce_to_measured_calls(struct arena *arena,
                                         const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    struct profile *calls = reduce_to_calls(arena, profile);
    const struct costs *costs = costs_from_stacks(&scratch, profile);
    for (uint32_t f = 0; f < calls->n_functions; f++)
        calls->functions[f].total = costs->total[f];
    for (uint32_t c = 0; c < calls->n_calls; c++)
        calls->calls[c].cost = costs->call_cost[c];
    calls->call_costs = CALLS_MEASURED_ONCE;
    return calls;
}

void reduce_to_estimates(struct profile *profile, enum cycles cycles)
{
    LOCAL_ARENA(scratch);
    const struct costs *costs =
        costs_from_calls(&scratch, profile, cycles_of_members(cycles));
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        profile->functions[f].total = costs->total[f];
        profile->functions[f].is_estimated = !costs->exact[f];
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        profile->calls[c].cost = costs->call_cost[c];
        profile->calls[c].is_estimated = !costs->call_exact[c];
    }
    profile->call_costs = CALLS_MEASURED_ONCE;
}
