#include "analysis/inflow.h"

/* A sample enters a cycle once, where its stack comes into it first. */
static void add_stacks(double *inflow, const struct profile *profile,
                       const struct costs *costs)
{
    struct arena scratch = { 0 };
    uint32_t *depth = NEW_N(&scratch, uint32_t, costs->n_cycles + 1);
    struct walk walk = walk_start(costs->tree);
    while (walk_on(&walk)) {
        uint32_t f = profile->contexts[walk.at].function;
        uint32_t *open = &depth[costs->cycle[f]];
        if (!walk.entered)
            --*open;
        else if ((*open)++ == 0 && costs->cycle[f])
            inflow[f] += costs->tree->through[walk.at];
    }
    arena_free(&scratch);
}

static void add_calls(double *inflow, const struct profile *profile,
                      const struct costs *costs)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        inflow[f] = profile->functions[f].entry;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (call->caller != call->callee &&
            !costs_inside(costs, call->caller, call->callee))
            inflow[call->callee] += call->weight;
    }
}

double *inflows_of(struct arena *arena, const struct profile *profile,
                   const struct costs *costs)
{
    double *inflow = NEW_N(arena, double, profile->n_functions);
    if (profile->kind == FROM_STACKS)
        add_stacks(inflow, profile, costs);
    else
        add_calls(inflow, profile, costs);
    return inflow;
}
