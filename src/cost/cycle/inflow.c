#include "cost/cycle/inflow.h"

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

double *inflow_by_function(struct arena *arena, const struct profile *profile,
                   const struct costs *costs)
{
    double *inflow = NEW_N(arena, double, profile->n_functions);
    if (profile->kind == FROM_CALLS)
        add_calls(inflow, profile, costs);
    else
        for (uint32_t f = 0; f < profile->n_functions; f++)
            inflow[f] = costs->entering[f];
    return inflow;
}
