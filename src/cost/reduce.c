/* What a profiler that sees calls, not stacks, would have recorded. */
#include "cost/costs.h"
#include "model/stack_tree.h"

static void copy_functions(struct profile *to, const struct profile *from)
{
    for (uint32_t f = 0; f < from->n_functions; f++) {
        uint32_t id = profile_copy_function(to, &from->functions[f]);
        to->functions[id].self = from->functions[f].self;
        to->functions[id].entry = from->functions[f].entry;
    }
}

struct profile *reduce_to_calls(struct arena *arena,
                                const struct profile *profile)
{
    struct arena scratch = { 0 };
    struct profile *calls = profile_like(arena, profile);
    double *through = stack_tree_costs(&scratch, profile);
    calls->kind = FROM_CALLS;
    copy_functions(calls, profile);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        profile_call(calls, profile->calls[c].caller,
                     profile->calls[c].callee);
    for (uint32_t c = 0; c < profile->n_contexts; c++)
        if (profile->contexts[c].call != NO_ID)
            calls->calls[profile->contexts[c].call].weight += through[c];
    arena_free(&scratch);
    return calls;
}
