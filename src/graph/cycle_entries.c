#include "graph/cycle_entries.h"

#include "graph/components.h"
#include "graph/inflow.h"
#include "names/roots.h"
#include "util/diag.h"

/* Returns the sum of the costs of calls without self-calls, or UNKNOWN if one
   of them has none. */
static double sum_costs(const struct profile *profile,
                        const struct call_lists *lists, uint32_t f)
{
    double sum = 0;
    for (uint32_t i = lists->first[f]; i < lists->first[f + 1]; i++)
        sum += profile->calls[lists->calls[i]].cost;
    return sum;
}

/* Returns false if the calls of some member have no costs, or if they explain
   all cost. */
static bool enter_by_cost(struct profile *profile, const struct graph *graph,
                          const uint32_t *members, uint32_t n)
{
    double all = 0, left = 0;
    for (uint32_t m = 0; m < n; m++)
        all += sum_costs(profile, &graph->in, members[m]) +
               sum_costs(profile, &graph->out, members[m]);
    for (uint32_t m = 0; m < n && known(all); m++) {
        struct function *function = &profile->functions[members[m]];
        double cost = function->self +
                      sum_costs(profile, &graph->out, members[m]) -
                      sum_costs(profile, &graph->in, members[m]);
        function->entry = cost > all * SUM_ERROR ? cost : 0;
        left += function->entry;
    }
    return left > 0;
}

/* Returns the weight with which a root of unknown weight is entered. */
static double root_weight(const struct profile *profile,
                          const struct graph *graph, uint32_t f)
{
    const struct call_lists *in = &graph->in;
    bool counted = true;
    double sum = 0;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &profile->calls[in->calls[i]];
        counted = counted && call->weight == call->count;
        sum += call->weight;
    }
    return counted || sum <= 0 ? 1 : sum;
}

static void enter_by_name(struct profile *profile, const struct graph *graph,
                          const uint32_t *members, uint32_t n)
{
    uint32_t best = NO_ROOT;
    for (uint32_t m = 0; m < n; m++) {
        uint32_t rank = roots_rank(profile->functions[members[m]].is.name);
        best = rank < best ? rank : best;
    }
    for (uint32_t m = 0; m < n && best != NO_ROOT; m++) {
        struct function *function = &profile->functions[members[m]];
        if (roots_rank(function->is.name) == best)
            function->entry = root_weight(profile, graph, members[m]);
    }
}

/* Returns, by function, whether only calls that did not happen lead to its
   component from outside. */
static bool *find_unreached(struct arena *arena, const struct profile *profile,
                            const struct components *components,
                            const struct inflow *inflows)
{
    bool *unreached = NEW_N(arena, bool, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t k = components->of[call->callee];
        if (!call_happened(call) && components->of[call->caller] != k &&
            !inflow_is_known(&inflows[k]))
            unreached[call->callee] = true;
    }
    return unreached;
}

/* Does one of these functions have cost, and calls from its own component that
   happened? */
static bool any_recurs(const struct profile *profile, const bool *unreached)
{
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (unreached[call->callee] && call_happened(call) &&
            profile->functions[call->callee].self > 0)
            return true;
    }
    return false;
}

/* Names the functions whose cost no caller gets, because only calls that did
   not happen lead to them. */
static void note_unreached(const struct profile *profile,
                           const struct components *components,
                           const struct inflow *inflows)
{
    LOCAL_ARENA(scratch);
    const bool *unreached =
        find_unreached(&scratch, profile, components, inflows);
    uint32_t n = 0, first = NO_ID;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!unreached[f] || profile->functions[f].self <= 0)
            continue;
        first = n++ ? first : f;
    }
    if (n > 0) {
        struct str more = n == 1 ? S("")
                                 : arena_printf(&scratch, " and %u more "
                                                "function%s",
                                                n - 1, n == 2 ? "" : "s");
        diag_note("no caller gets the cost of %s%s: all calls that lead there "
                  "were counted 0 times%s",
                  profile->functions[first].is.name.s, more.s,
                  any_recurs(profile, unreached) ? ", except for recursion"
                                                 : "");
    }
}

void cycle_entries_find(struct profile *profile)
{
    LOCAL_ARENA(scratch);
    if (profile->kind != FROM_CALLS)
        return;
    struct graph *graph = graph_of(&scratch, profile);
    struct components *components = components_of(&scratch, profile, graph);
    const struct inflow *inflows = inflow_by_component(
        &scratch, profile, components->of, components->n);
    for (uint32_t k = 0; k < components->n; k++) {
        const uint32_t *members = components->members + components->first[k];
        uint32_t n = components_size(components, k);
        if (n > 1 && !inflow_is_known(&inflows[k]) &&
            !enter_by_cost(profile, graph, members, n))
            enter_by_name(profile, graph, members, n);
    }
    note_unreached(profile, components, inflows);
}
