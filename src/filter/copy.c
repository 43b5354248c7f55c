#include "filter/copy.h"

#include "model/merge.h"

struct profile *copy_profile(struct arena *arena, const struct profile *profile)
{
    struct profile *copy = profile_like(arena, profile);
    merge_profiles(copy, profile, "");
    return copy;
}

struct profile *copy_profile_without(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *functions, const bool *calls)
{
    LOCAL_ARENA(scratch);
    struct profile *copy = profile_like(arena, profile);
    uint32_t *ids = NEW_N(&scratch, uint32_t, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        ids[f] = NO_ID;
        if (functions[f])
            continue;
        ids[f] = profile_copy_function(copy, function);
        copy->functions[ids[f]].self = function->self;
        copy->functions[ids[f]].entry = function->entry;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t caller = ids[call->caller], callee = ids[call->callee];
        if (caller == NO_ID || callee == NO_ID || (calls && calls[c]))
            continue;
        uint32_t id = profile_call(copy, caller, callee);
        copy->calls[id].count = call->count;
        copy->calls[id].cost = call->cost;
        copy->calls[id].weight = call->weight;
    }
    dependences_merge(&copy->dependences, profile->dependences, ids);
    return copy;
}
