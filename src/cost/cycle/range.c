#include "cost/cycle/range.h"

/* Returns the range of three estimates, of which the first may be UNKNOWN. */
static struct range range_of(double split, double walk, double tree,
                             double whole)
{
    double least = fmin(walk, tree), largest = fmax(walk, tree);
    if (known(split)) {
        least = fmin(least, split);
        largest = fmax(largest, split);
    }
    return (struct range){ true, least,
                           largest + fmin(largest, RANGE_MARGIN * whole) };
}

static void limit(struct range *range, const struct range *by)
{
    range->low = fmin(range->low, by->low);
    range->high = fmax(fmin(range->high, by->high), range->low);
}

/* Returns the range of the cost of a call, given those of its ends. */
static struct range call_range(struct range range, struct range caller,
                               struct range callee)
{
    limit(&range, &caller);
    limit(&range, &callee);
    return range;
}

/* Sets the ranges of the calls between the members, and of themselves. */
static void set_call_ranges(struct costs *costs, const struct profile *profile,
                            const struct cycle_graph *inside,
                            const struct random_walks *walks)
{
    const struct random_walk *walk = &walks->walk, *tree = &walks->tree;
    for (uint32_t e = 0; e < inside->n_edges; e++) {
        const struct cycle_edge *edge = &inside->edges[e];
        struct range range =
            range_of(costs->call_cost[edge->call], walk->call_cost[e],
                     tree->call_cost[e], costs->whole);
        costs->call_range[edge->call] =
            call_range(range, costs->range[inside->members[edge->from]],
                       costs->range[inside->members[edge->to]]);
    }
    for (uint32_t m = 0; m < inside->n; m++) {
        uint32_t f = inside->members[m];
        uint32_t call = inside->self_call[f];
        if (call == NO_ID || !call_happened(&profile->calls[call]))
            continue;
        struct range range = range_of(UNKNOWN, walk->self_call[m],
                                      tree->self_call[m], costs->whole);
        costs->call_range[call] =
            call_range(range, costs->range[f], costs->range[f]);
    }
}

/* Sets ranges without a high end. A call that split_cycle gave no cost has none
   without the walks. */
static void set_open_ranges(struct costs *costs,
                            const struct cycle_graph *inside, double most)
{
    for (uint32_t m = 0; m < inside->n; m++) {
        uint32_t f = inside->members[m];
        costs->range[f] =
            (struct range){ true, fmin(costs->total[f], most), UNKNOWN };
    }
    for (uint32_t e = 0; e < inside->n_edges; e++) {
        uint32_t call = inside->edges[e].call;
        double cost = fmin(costs->call_cost[call], costs->whole);
        if (known(costs->call_cost[call]))
            costs->call_range[call] = (struct range){ true, cost, UNKNOWN };
    }
}

void range_cycle(struct costs *costs, const struct profile *profile,
                 const struct cycle_graph *inside, const struct cycle *cycle,
                 const struct random_walks *walks)
{
    double most = fmin(cycle->cost, costs->whole);
    const struct range all = { true, most, most };
    if (walks->walk.problem || walks->tree.problem) {
        set_open_ranges(costs, inside, most);
        return;
    }
    for (uint32_t m = 0; m < inside->n; m++) {
        struct range *range = &costs->range[inside->members[m]];
        *range = range_of(costs->total[inside->members[m]],
                          walks->walk.total[m], walks->tree.total[m],
                          costs->whole);
        limit(range, &all);
    }
    set_call_ranges(costs, profile, inside, walks);
}
