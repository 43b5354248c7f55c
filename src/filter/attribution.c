#include "filter/attribution.h"

static bool is_from_outside(const struct attribution *a, uint32_t call)
{
    const struct call *ends = &a->profile->calls[call];
    return a->components->of[ends->caller] != a->components->of[ends->callee];
}

/* Returns the sum of weight * portion(caller) over the calls of f from
   outside. */
static double weigh_callers(const struct attribution *a,
                            const struct inflow *inflow, uint32_t f)
{
    const struct call_lists *in = &a->graph->in;
    double sum = 0;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &a->profile->calls[in->calls[i]];
        if (is_from_outside(a, in->calls[i]))
            sum += inflow_call_weight(inflow, call->weight) *
                   a->portion[call->caller];
    }
    return sum;
}

/* Components are visited callers first. */
struct attribution attribution_of(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *fixed, double outside,
                                  double *portion)
{
    struct graph *graph = graph_without_calls_to(arena, profile, fixed);
    struct components *components = components_of(arena, profile, graph);
    struct attribution a = {
        .profile = profile,
        .fixed = fixed,
        .graph = graph,
        .components = components,
        .inflows = inflow_by_component(arena, profile, components->of,
                                       components->n),
        .portion = portion,
    };
    for (uint32_t k = components->n; k-- > 0;) {
        uint32_t begin = components->first[k], end = components->first[k + 1];
        const struct inflow *inflow = &a.inflows[k];
        double sum = 0;
        for (uint32_t m = begin; m < end; m++) {
            uint32_t f = components->members[m];
            double entry = profile->functions[f].entry;
            sum += inflow_entry_weight(inflow, entry) * outside;
            sum += weigh_callers(&a, inflow, f);
        }
        for (uint32_t m = begin; m < end; m++)
            if (!fixed[components->members[m]])
                portion[components->members[m]] = sum / inflow_sum(inflow);
    }
    return a;
}

/* Adds to `collected`, for each call of f from outside, the caller's part
   of the cost of f's component. `sum` is that of weigh_callers over the
   component. */
static void pay(const struct attribution *a, const struct inflow *inflow,
                uint32_t f, double cost, double sum, double *collected)
{
    const struct call_lists *in = &a->graph->in;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &a->profile->calls[in->calls[i]];
        if (is_from_outside(a, in->calls[i]))
            collected[call->caller] +=
                cost * (inflow_call_weight(inflow, call->weight) *
                        a->portion[call->caller] / sum);
    }
}

/* Components are visited callees first. */
double *attribution_collect_self(struct arena *arena,
                                 const struct attribution *a)
{
    const struct components *components = a->components;
    double *collected = NEW_N(arena, double, a->profile->n_functions);
    for (uint32_t k = 0; k < components->n; k++) {
        uint32_t begin = components->first[k], end = components->first[k + 1];
        double cost = 0, sum = 0;
        for (uint32_t m = begin; m < end; m++) {
            uint32_t f = components->members[m];
            if (a->fixed[f])
                continue;
            cost += collected[f];
            cost += a->portion[f] * a->profile->functions[f].self;
            sum += weigh_callers(a, &a->inflows[k], f);
            collected[f] = 0;
        }
        for (uint32_t m = begin; m < end && cost > 0; m++)
            pay(a, &a->inflows[k], components->members[m], cost, sum,
                collected);
    }
    return collected;
}
