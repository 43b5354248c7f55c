#include "filter/attribution.h"

/* What comes into a component: entries and calls from outside. */
struct inflow {
    double weight, below; /* all; times the callers' portions */
    double portions;      /* of the callers */
    uint32_t calls;
};

static bool comes_from_outside(const struct attribution *b, uint32_t call)
{
    const struct call *ends = &b->profile->calls[call];
    return b->components->of[ends->caller] != b->components->of[ends->callee];
}

static void add_calls_into(struct inflow *inflow, const struct attribution *b,
                           uint32_t f)
{
    const struct links *in = &b->graph->in;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &b->profile->calls[in->calls[i]];
        if (!comes_from_outside(b, in->calls[i]))
            continue;
        inflow->weight += call->weight;
        inflow->below += call->weight * b->portion[call->caller];
        inflow->portions += b->portion[call->caller];
        inflow->calls++;
    }
}

static struct inflow inflow_of(const struct attribution *b, uint32_t k,
                               double outside)
{
    struct inflow inflow = { 0 };
    const struct components *components = b->components;
    for (uint32_t m = components->first[k]; m < components->first[k + 1]; m++) {
        uint32_t f = components->members[m];
        inflow.weight += b->profile->functions[f].entry;
        inflow.below += b->profile->functions[f].entry * outside;
        add_calls_into(&inflow, b, f);
    }
    return inflow;
}

/* Where no weight comes in, the calls count equally. */
static double portion_of(struct inflow inflow, double outside)
{
    if (inflow.weight > 0)
        return inflow.below / inflow.weight;
    return inflow.calls ? inflow.portions / inflow.calls : outside;
}

/* Callers first. */
struct attribution attribution_of(struct arena *arena, const struct profile *profile,
                        const bool *fixed, double outside, double *portion)
{
    struct attribution b = { .profile = profile, .portion = portion };
    b.graph = graph_without_calls_of(arena, profile, fixed);
    b.components = components_of(arena, profile, b.graph);
    for (uint32_t k = b.components->n; k-- > 0;) {
        double part = portion_of(inflow_of(&b, k, outside), outside);
        for (uint32_t m = b.components->first[k];
             m < b.components->first[k + 1]; m++)
            if (!fixed[b.components->members[m]])
                portion[b.components->members[m]] = part;
    }
    return b;
}

/* What component k has to give: of its own, and what came up to it. */
static double take_up(const struct attribution *b, uint32_t k, const bool *fixed,
                      double *moved)
{
    double sum = 0;
    const struct components *components = b->components;
    for (uint32_t m = components->first[k]; m < components->first[k + 1]; m++) {
        uint32_t f = components->members[m];
        if (fixed[f])
            continue;
        sum += moved[f] + b->portion[f] * b->profile->functions[f].self;
        moved[f] = 0;
    }
    return sum;
}

static void give_to_callers(const struct attribution *b, uint32_t f, double cost,
                            struct inflow inflow, double *moved)
{
    const struct links *in = &b->graph->in;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &b->profile->calls[in->calls[i]];
        double portion = b->portion[call->caller];
        if (comes_from_outside(b, in->calls[i]))
            moved[call->caller] +=
                cost * (inflow.below > 0 ? call->weight * portion / inflow.below
                                         : portion / inflow.portions);
    }
}

/* Callees first. */
double *attribution_move_up(struct arena *arena, const struct attribution *b, const bool *fixed)
{
    const struct components *components = b->components;
    double *moved = NEW_N(arena, double, b->profile->n_functions);
    for (uint32_t k = 0; k < components->n; k++) {
        double cost = take_up(b, k, fixed, moved);
        struct inflow inflow = inflow_of(b, k, 0);
        if (cost <= 0)
            continue;
        for (uint32_t m = components->first[k]; m < components->first[k + 1];
             m++)
            give_to_callers(b, components->members[m], cost, inflow, moved);
    }
    return moved;
}
