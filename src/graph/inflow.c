#include "graph/inflow.h"

#include "graph/components.h"

/* Does the call enter a component? One that did not happen does not. */
static bool is_from_outside(const struct call *call,
                            const uint32_t *component_of)
{
    return component_of[call->caller] != component_of[call->callee] &&
           call_happened(call);
}

struct inflow *inflow_by_component(struct arena *arena,
                                   const struct profile *profile,
                                   const uint32_t *component_of, uint32_t n)
{
    struct inflow *inflows = NEW_N(arena, struct inflow, n);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        inflows[component_of[f]].weight += profile->functions[f].entry;
        inflows[component_of[f]].n_members++;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (!is_from_outside(call, component_of))
            continue;
        inflows[component_of[call->callee]].weight += call->weight;
        inflows[component_of[call->callee]].n_calls++;
    }
    return inflows;
}

double *inflow_by_function(struct arena *arena, const struct profile *profile,
                           const uint32_t *component_of)
{
    double *inflow = NEW_N(arena, double, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        inflow[f] = profile->functions[f].entry;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (is_from_outside(call, component_of))
            inflow[call->callee] += call->weight;
    }
    return inflow;
}

void inflow_make_explicit(struct profile *profile, const bool *marked)
{
    LOCAL_ARENA(scratch);
    struct graph *graph = graph_of(&scratch, profile);
    struct components *components = components_of(&scratch, profile, graph);
    const uint32_t *of = components->of;
    const struct inflow *inflows =
        inflow_by_component(&scratch, profile, of, components->n);
    bool *affected = NEW_N(&scratch, bool, components->n);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (is_from_outside(call, of) && marked[call->caller])
            affected[of[call->callee]] = true;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        struct call *call = &profile->calls[c];
        if (is_from_outside(call, of) && affected[of[call->callee]])
            call->weight = inflow_call_weight(&inflows[of[call->callee]],
                                              call->weight);
    }
}
