/* The components of the call graph are visited callees first, so that the cost
   of everything that a component calls is known when its own cost is shared
   among the ways into it. */
#include "cost/from_calls.h"

#include "cost/cycle/random_walk.h"
#include "cost/cycle/range.h"
#include "cost/cycle/split.h"
#include "graph/inflow.h"
#include "util/diag.h"

/* The state while costs are passed from callees to callers. */
struct propagation {
    const struct profile *profile;
    const struct graph *graph;
    const struct components *components;
    const struct inflow *inflows; /* by component */
    struct costs *costs;
    double *own;     /* by function: self cost and calls that leave its
                        component */
    double *portion; /* by function: the part of its component's cost that
                        enters at this function */
    bool *crosses;   /* by call: it leaves its component */
    enum cycles cycles;
    bool with_ranges;
    bool measured; /* the profile's calls and functions have measured costs */
};

/* Sets the measured cost of a call, which is at most the whole even if the
   input says more. */
static void set_measured_call(struct propagation *p, uint32_t call)
{
    p->costs->call_cost[call] =
        fmin(p->profile->calls[call].cost, p->costs->whole);
    p->costs->call_exact[call] = !p->profile->calls[call].is_estimated;
}

static bool is_measured_call(const struct propagation *p, uint32_t call)
{
    return p->measured && known(p->profile->calls[call].cost);
}

static bool *find_crossing(struct arena *arena, const struct profile *profile,
                           const struct components *components)
{
    bool *crosses = NEW_N(arena, bool, profile->n_calls);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        crosses[c] = components->of[profile->calls[c].caller] !=
                     components->of[profile->calls[c].callee];
    return crosses;
}

/* Returns the self cost and the cost of the calls that leave the component,
   whose callees were visited before. */
static double own_cost(const struct propagation *p, uint32_t f)
{
    const struct call_lists *out = &p->graph->out;
    double own = p->profile->functions[f].self;
    for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++)
        if (p->crosses[out->calls[i]])
            own += p->costs->call_cost[out->calls[i]];
    return own;
}

/* Shares the cost of component k, which f is a member of, among the calls of f
   from outside. */
static void share_among_callers(struct propagation *p, uint32_t k, uint32_t f,
                                double cost)
{
    const struct call_lists *in = &p->graph->in;
    const struct inflow *inflow = &p->inflows[k];
    double entry = p->profile->functions[f].entry, sum = inflow_sum(inflow);
    p->portion[f] = inflow_entry_weight(inflow, entry) / sum;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        uint32_t call = in->calls[i];
        if (!p->crosses[call])
            continue;
        double weight = p->profile->calls[call].weight;
        double portion = inflow_call_weight(inflow, weight) / sum;
        p->portion[f] += portion;
        if (is_measured_call(p, call))
            set_measured_call(p, call);
        else
            p->costs->call_cost[call] = portion * cost;
    }
}

/* The total of f is exact if it is a sum of measured costs, so if f is in no
   cycle and all its calls are exact. A call that was not measured is exact if
   the total of its callee is and nothing else enters the callee. */
static void mark_exact(struct propagation *p, uint32_t f)
{
    const struct call_lists *in = &p->graph->in, *out = &p->graph->out;
    bool exact = !p->costs->cycle[f];
    for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++)
        exact = exact && p->costs->call_exact[out->calls[i]];
    p->costs->exact[f] = exact;
    if (in->first[f + 1] - in->first[f] == 1 &&
        p->profile->functions[f].entry <= 0)
        p->costs->call_exact[in->calls[in->first[f]]] = exact;
}

static bool is_walked(const struct propagation *p)
{
    return p->cycles == CYCLES_WALK || p->cycles == CYCLES_TREE;
}

/* Sets the costs of a function that is in no cycle. */
static void finish_lone_function(struct propagation *p, uint32_t f, double cost,
                                 double inflow)
{
    uint32_t call = p->graph->self_call[f];
    p->costs->total[f] = p->measured ? fmin(cost, p->costs->whole) : cost;
    if (call != NO_ID && is_walked(p))
        p->costs->call_cost[call] = random_walk_self_call(
            p->cycles, p->profile->calls[call].weight, inflow, cost);
}

/* Are all costs of the members of a cycle measured, so that none has to be
   estimated? */
static bool is_measured_cycle(const struct propagation *p,
                              const struct cycle *cycle)
{
    const struct call_lists *out = &p->graph->out;
    bool measured = p->profile->call_costs == CALLS_MEASURED_ONCE;
    for (uint32_t m = 0; measured && m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        measured = known(p->profile->functions[f].total);
        for (uint32_t i = out->first[f]; measured && i < out->first[f + 1]; i++)
            measured = p->crosses[out->calls[i]] ||
                       is_measured_call(p, out->calls[i]);
    }
    return measured;
}

/* Takes the costs in a cycle from a walk. */
static void set_walk(struct propagation *p, const struct cycle_graph *inside,
                     const struct random_walk *walk)
{
    for (uint32_t m = 0; m < inside->n; m++) {
        uint32_t f = inside->members[m];
        uint32_t self_call = p->graph->self_call[f];
        p->costs->total[f] = walk->total[m];
        if (self_call != NO_ID)
            p->costs->call_cost[self_call] = walk->self_call[m];
    }
    for (uint32_t e = 0; e < inside->n_edges; e++)
        p->costs->call_cost[inside->edges[e].call] = walk->call_cost[e];
}

/* Shares the cost of a cycle among its members by one of the walks. Returns
   false after a note if it has a problem. */
static bool walk_cycle(struct propagation *p, struct cycle *cycle,
                       const struct cycle_graph *inside,
                       const struct random_walks *walks)
{
    const struct random_walk *walk =
        p->cycles == CYCLES_WALK ? &walks->walk : &walks->tree;
    if (walk->problem) {
        diag_note("a cycle of %u functions %s for --cycles=%s: it is split",
                  cycle->n_members, walk->problem,
                  costs_cycles_name(p->cycles));
        return false;
    }
    set_walk(p, inside, walk);
    return true;
}

static void finish_cycle(struct propagation *p, struct cycle *cycle,
                         bool is_entered)
{
    LOCAL_ARENA(scratch);
    struct random_walks walks;
    cycle->way = p->cycles;
    if (p->cycles == CYCLES_COLLAPSE || is_measured_cycle(p, cycle))
        return;
    cycle->no_entry = !is_entered;
    struct cycle_graph inside = cycle_graph_of(&scratch, p->profile, p->graph,
                                               cycle, p->costs->cycle);
    if (is_walked(p) || p->with_ranges)
        walks = random_walks_of(&scratch, p->profile, &inside, cycle, p->own,
                                p->portion);
    if (!is_walked(p) || !walk_cycle(p, cycle, &inside, &walks)) {
        cycle->way = CYCLES_SPLIT;
        split_cycle(p->costs, &inside, p->own, p->portion);
    }
    if (p->with_ranges)
        range_cycle(p->costs, p->profile, &inside, cycle, &walks);
}

/* Sets the cost of a self-call or of a call inside a cycle, which is limited to
   the totals of both ends if it is an estimate. */
static void set_recursive_call(struct propagation *p, uint32_t call)
{
    const struct call *from = &p->profile->calls[call];
    const double *total = p->costs->total;
    double *cost = &p->costs->call_cost[call];
    set_measured_call(p, call);
    p->costs->back[call] = false;
    if (from->is_estimated)
        *cost = fmin(*cost, fmin(total[from->caller], total[from->callee]));
}

/* Replaces estimates by what the profiler measured: totals of functions, and
   the calls inside of cycles and self-calls if recursion was counted once. A
   total below the self cost or above the whole becomes that. */
static void set_measured_costs(struct propagation *p, const uint32_t *members,
                               uint32_t n)
{
    const struct profile *profile = p->profile;
    const struct call_lists *out = &p->graph->out;
    for (uint32_t m = 0; m < n; m++) {
        uint32_t f = members[m];
        const struct function *function = &profile->functions[f];
        if (known(function->total)) {
            p->costs->total[f] =
                fmin(fmax(function->total, function->self), p->costs->whole);
            p->costs->exact[f] = !function->is_estimated;
            if (p->with_ranges)
                p->costs->range[f].is_set = false;
        }
    }
    if (profile->call_costs != CALLS_MEASURED_ONCE)
        return;
    for (uint32_t m = 0; m < n; m++) {
        uint32_t f = members[m];
        uint32_t self_call = p->graph->self_call[f];
        for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++)
            if (!p->crosses[out->calls[i]] &&
                is_measured_call(p, out->calls[i]))
                set_recursive_call(p, out->calls[i]);
        if (self_call != NO_ID && is_measured_call(p, self_call))
            set_recursive_call(p, self_call);
    }
}

static void find_component_costs(struct propagation *p, uint32_t k)
{
    const uint32_t *members = p->components->members + p->components->first[k];
    uint32_t n = components_size(p->components, k);
    double cost = 0;
    for (uint32_t m = 0; m < n; m++) {
        p->own[members[m]] = own_cost(p, members[m]);
        cost += p->own[members[m]];
        mark_exact(p, members[m]);
    }
    for (uint32_t m = 0; m < n; m++)
        share_among_callers(p, k, members[m], cost);
    if (n == 1) {
        finish_lone_function(p, members[0], cost, p->inflows[k].weight);
    } else {
        struct cycle *cycle =
            &p->costs->cycles[p->costs->cycle[members[0]] - 1];
        cycle->cost = cost;
        cycle->inflow = p->inflows[k].weight;
        finish_cycle(p, cycle, inflow_is_known(&p->inflows[k]));
    }
    if (p->measured)
        set_measured_costs(p, members, n);
}

/* Limits all costs to the whole. Measured costs can contradict each other, and
   costs that are estimated from them can then exceed it. */
static void limit_to_whole(struct costs *costs, const struct profile *profile)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        costs->total[f] = fmin(costs->total[f], costs->whole);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (known(costs->call_cost[c]))
            costs->call_cost[c] = fmin(costs->call_cost[c], costs->whole);
    for (uint32_t k = 0; k < costs->n_cycles; k++)
        costs->cycles[k].cost = fmin(costs->cycles[k].cost, costs->whole);
}

/* Sets the costs of the calls that the graph leaves out: UNKNOWN for
   self-calls, and 0 for calls that did not happen. */
static void set_calls_outside_graph(struct costs *costs,
                                    const struct profile *profile)
{
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        costs->call_exact[c] = !call_happened(call);
        if (call->caller == call->callee && call_happened(call))
            costs->call_cost[c] = UNKNOWN;
    }
}

static struct costs *propagate(struct arena *arena,
                               const struct profile *profile,
                               enum cycles cycles, bool with_ranges)
{
    LOCAL_ARENA(scratch);
    struct graph *graph = graph_of(arena, profile);
    struct components *components = components_of(&scratch, profile, graph);
    struct propagation p = {
        .profile = profile,
        .graph = graph,
        .components = components,
        .inflows = inflow_by_component(&scratch, profile, components->of,
                                       components->n),
        .costs = costs_new(arena, profile, components),
        .own = NEW_N(&scratch, double, profile->n_functions),
        .portion = NEW_N(&scratch, double, profile->n_functions),
        .crosses = find_crossing(&scratch, profile, components),
        .cycles = cycles,
        .measured = profile->call_costs != CALLS_ESTIMATED,
    };
    p.costs->graph = graph;
    p.costs->inflow = inflow_by_function(arena, profile, components->of);
    set_calls_outside_graph(p.costs, profile);
    p.with_ranges = with_ranges && p.costs->n_cycles &&
                    profile->call_costs != CALLS_MEASURED_ONCE;
    if (p.with_ranges) {
        p.costs->range = NEW_N(arena, struct range, profile->n_functions);
        p.costs->call_range = NEW_N(arena, struct range, profile->n_calls);
    }
    for (uint32_t k = 0; k < components->n; k++)
        find_component_costs(&p, k);
    if (p.measured)
        limit_to_whole(p.costs, profile);
    costs_number_cycles(p.costs);
    return p.costs;
}

struct costs *costs_from_calls(struct arena *arena,
                               const struct profile *profile,
                               enum cycles cycles)
{
    return propagate(arena, profile, cycles, false);
}

struct costs *costs_with_ranges(struct arena *arena,
                                const struct profile *profile)
{
    return propagate(arena, profile, CYCLES_SPLIT, true);
}

double *costs_estimate_calls(struct arena *arena, const struct profile *profile)
{
    return costs_from_calls(arena, profile, CYCLES_SPLIT)->call_cost;
}

static double *estimate_by_walk(struct arena *arena,
                                const struct profile *profile)
{
    return costs_from_calls(arena, profile, CYCLES_WALK)->call_cost;
}

static double *estimate_by_tree(struct arena *arena,
                                const struct profile *profile)
{
    return costs_from_calls(arena, profile, CYCLES_TREE)->call_cost;
}

costs_estimator *costs_estimator_of(enum cycles cycles)
{
    enum cycles way = cycles_of_members(cycles);
    return way == CYCLES_WALK   ? estimate_by_walk
           : way == CYCLES_TREE ? estimate_by_tree
                                : costs_estimate_calls;
}
