#include "cost/cycle/range.h"

#include "cost/cycle/random_walk.h"

static struct costs other_costs(struct arena *arena, const struct costs *costs,
                                const struct profile *profile)
{
    struct costs other = *costs;
    other.total = NEW_N(arena, double, profile->n_functions);
    other.call_cost = NEW_N(arena, double, profile->n_calls);
    return other;
}

struct range_estimates range_estimates_new(struct arena *arena,
                                           const struct costs *costs,
                                           const struct profile *profile)
{
    return (struct range_estimates){ other_costs(arena, costs, profile),
                                     other_costs(arena, costs, profile) };
}

static bool walk(struct costs *costs, enum cycles way,
                 const struct profile *profile, const struct graph *graph,
                 const struct cycle *cycle, const double *own,
                 const double *portion)
{
    struct cycle walked = *cycle;
    walked.way = way;
    return !random_walk_cycle(costs, profile, graph, &walked, own, portion);
}

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

static void set_call_range(struct costs *costs,
                           const struct range_estimates *estimates,
                           const struct profile *profile, uint32_t call)
{
    const struct call *ends = &profile->calls[call];
    struct range *range = &costs->call_range[call];
    *range = range_of(costs->call_cost[call], estimates->walk.call_cost[call],
                      estimates->tree.call_cost[call], costs->whole);
    limit(range, &costs->range[ends->caller]);
    limit(range, &costs->range[ends->callee]);
}

/* A call that split_cycle gave no cost has no range without the walks. */
static void set_open_call_range(struct costs *costs, uint32_t call)
{
    double cost = fmin(costs->call_cost[call], costs->whole);
    if (known(costs->call_cost[call]))
        costs->call_range[call] = (struct range){ true, cost, UNKNOWN };
}

static void set_call_ranges(struct costs *costs,
                            const struct range_estimates *estimates,
                            const struct profile *profile,
                            const struct graph *graph,
                            const struct cycle *cycle, bool is_open)
{
    const struct call_lists *out = &graph->out;
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        uint32_t self_call = profile_find_call(profile, f, f);
        for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++) {
            if (costs->cycle[graph->callees[i]] != costs->cycle[f])
                continue;
            if (is_open)
                set_open_call_range(costs, out->calls[i]);
            else
                set_call_range(costs, estimates, profile, out->calls[i]);
        }
        if (self_call != NO_ID && !is_open &&
            call_happened(&profile->calls[self_call]))
            set_call_range(costs, estimates, profile, self_call);
    }
}

void range_cycle(struct costs *costs, struct range_estimates *estimates,
                 const struct profile *profile, const struct graph *graph,
                 const struct cycle *cycle, const double *own,
                 const double *portion)
{
    bool is_open = !walk(&estimates->walk, CYCLES_WALK, profile, graph, cycle,
                         own, portion) ||
                   !walk(&estimates->tree, CYCLES_TREE, profile, graph, cycle,
                         own, portion);
    double most = fmin(cycle->cost, costs->whole);
    struct range all = { true, most, most };
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        struct range *range = &costs->range[f];
        if (is_open) {
            *range = (struct range){ true, fmin(costs->total[f], most),
                                     UNKNOWN };
        } else {
            *range = range_of(costs->total[f], estimates->walk.total[f],
                              estimates->tree.total[f], costs->whole);
            limit(range, &all);
        }
    }
    set_call_ranges(costs, estimates, profile, graph, cycle, is_open);
}
