/* Costs from calls: callees first, each component's cost goes to its callers
   in proportion to their weights. */
#include "cost/costs.h"
#include "cost/cycle/random_walk.h"
#include "cost/cycle/split.h"

struct recurrence {
    const struct profile *profile;
    const struct graph *graph;
    const struct components *components;
    struct costs *costs;
    double *own;     /* by function: self and calls that leave its component */
    double *portion; /* by function: how its component is entered */
    enum cycles cycles;
};

static bool comes_from_outside(const struct recurrence *r, uint32_t call)
{
    const struct call *ends = &r->profile->calls[call];
    return r->components->of[ends->caller] != r->components->of[ends->callee];
}

/* What comes into component k, and by how many calls. */
struct inflow {
    double weight; /* entries and weights of the calls from outside */
    uint32_t calls;
};

static struct inflow inflow_of(const struct recurrence *r,
                               const uint32_t *members, uint32_t n)
{
    struct inflow inflow = { 0 };
    const struct links *in = &r->graph->in;
    for (uint32_t m = 0; m < n; m++) {
        uint32_t f = members[m];
        inflow.weight += r->profile->functions[f].entry;
        for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
            if (!comes_from_outside(r, in->calls[i]))
                continue;
            inflow.weight += r->profile->calls[in->calls[i]].weight;
            inflow.calls++;
        }
    }
    return inflow;
}

/* The part of the component's cost that goes to one call from outside. Where
   no weight comes in, the calls share it equally. */
static double call_portion(const struct recurrence *r, uint32_t call,
                           struct inflow inflow)
{
    if (inflow.weight > 0)
        return r->profile->calls[call].weight / inflow.weight;
    return 1.0 / inflow.calls;
}

static double entry_portion(const struct recurrence *r, uint32_t f, uint32_t n,
                            struct inflow inflow)
{
    if (inflow.weight > 0)
        return r->profile->functions[f].entry / inflow.weight;
    return inflow.calls ? 0 : 1.0 / n;
}

static void enter_component(struct recurrence *r, const uint32_t *members,
                            uint32_t n, double cost, struct inflow inflow)
{
    const struct links *in = &r->graph->in;
    for (uint32_t m = 0; m < n; m++) {
        uint32_t f = members[m];
        r->portion[f] = entry_portion(r, f, n, inflow);
        for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
            uint32_t call = in->calls[i];
            if (!comes_from_outside(r, call))
                continue;
            double portion = call_portion(r, call, inflow);
            r->portion[f] += portion;
            r->costs->call_cost[call] = portion * cost;
        }
    }
}

/* The callees are done, so what their calls cost is known. */
static void find_own(struct recurrence *r, uint32_t f)
{
    const struct links *out = &r->graph->out;
    r->own[f] = r->profile->functions[f].self;
    for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++)
        if (comes_from_outside(r, out->calls[i]))
            r->own[f] += r->costs->call_cost[out->calls[i]];
}

/* A total is a sum of measured costs if all that it calls is, and is called
   by nothing else. */
static bool is_exact(const struct recurrence *r, uint32_t f)
{
    const struct links *out = &r->graph->out;
    if (r->costs->cycle[f])
        return false;
    for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++)
        if (!r->costs->call_exact[out->calls[i]])
            return false;
    return true;
}

static void mark_exact(struct recurrence *r, uint32_t f)
{
    const struct links *in = &r->graph->in;
    uint32_t callers = in->first[f + 1] - in->first[f];
    r->costs->exact[f] = is_exact(r, f);
    if (callers == 1 && r->profile->functions[f].entry <= 0)
        r->costs->call_exact[in->calls[in->first[f]]] = r->costs->exact[f];
}

static void share_in_cycle(struct recurrence *r, struct cycle *cycle)
{
    cycle->way = r->cycles;
    if (r->cycles == CYCLES_WALK &&
        !random_walk_cycle(r->costs, r->profile, r->graph, cycle, r->own, r->portion))
        cycle->way = CYCLES_SPLIT;
    if (cycle->way == CYCLES_SPLIT)
        split_cycle(r->costs, r->profile, r->graph, cycle, r->own, r->portion);
}

static void finish_function(struct recurrence *r, uint32_t f, double cost,
                            double inflow)
{
    uint32_t call = profile_find_call(r->profile, f, f);
    r->costs->total[f] = cost;
    if (call != NO_ID && r->cycles == CYCLES_WALK)
        r->costs->call_cost[call] =
            random_walk_self_call(r->profile->calls[call].weight, inflow, cost);
}

static void component_costs(struct recurrence *r, uint32_t k)
{
    const uint32_t *members = r->components->members + r->components->first[k];
    uint32_t n = component_size(r->components, k);
    struct inflow inflow = inflow_of(r, members, n);
    double cost = 0;
    for (uint32_t m = 0; m < n; m++) {
        find_own(r, members[m]);
        cost += r->own[members[m]];
        mark_exact(r, members[m]);
    }
    enter_component(r, members, n, cost, inflow);
    if (n == 1) {
        finish_function(r, members[0], cost, inflow.weight);
        return;
    }
    struct cycle *cycle = &r->costs->cycles[r->costs->cycle[members[0]] - 1];
    cycle->cost = cost;
    cycle->inflow = inflow.weight;
    share_in_cycle(r, cycle);
}

static void leave_self_calls_unknown(struct costs *costs,
                                     const struct profile *profile)
{
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->calls[c].caller == profile->calls[c].callee)
            costs->call_cost[c] = UNKNOWN;
}

struct costs *costs_from_calls(struct arena *arena,
                               const struct profile *profile,
                               enum cycles cycles)
{
    struct arena scratch = { 0 };
    struct graph *graph = graph_of(&scratch, profile);
    struct components *components = components_of(arena, profile, graph);
    struct recurrence r = {
        .profile = profile,
        .graph = graph,
        .components = components,
        .costs = costs_new(arena, profile, components),
        .own = NEW_N(&scratch, double, profile->n_functions),
        .portion = NEW_N(&scratch, double, profile->n_functions),
        .cycles = cycles,
    };
    leave_self_calls_unknown(r.costs, profile);
    for (uint32_t k = 0; k < components->n; k++)
        component_costs(&r, k);
    costs_number_cycles(r.costs);
    arena_free(&scratch);
    return r.costs;
}

double *costs_estimate_calls(struct arena *arena,
                             const struct profile *profile)
{
    return costs_from_calls(arena, profile, CYCLES_SPLIT)->call_cost;
}
