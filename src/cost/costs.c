#include "cost/costs.h"

const char *costs_cycles_name(enum cycles cycles)
{
    switch (cycles) {
    case CYCLES_SPLIT: return "split";
    case CYCLES_WALK: return "walk";
    case CYCLES_TREE: return "tree";
    case CYCLES_COLLAPSE: return "collapse";
    }
    return "";
}

static void find_cycles(struct arena *arena, struct costs *costs,
                        const struct profile *profile,
                        const struct components *components)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < components->n; k++)
        costs->n_cycles += components_size(components, k) > 1;
    costs->cycles = NEW_N(arena, struct cycle, costs->n_cycles);
    for (uint32_t k = 0; k < components->n; k++) {
        if (components_size(components, k) < 2)
            continue;
        struct cycle *cycle = &costs->cycles[n++];
        cycle->n_members = components_size(components, k);
        cycle->members =
            memcpy(NEW_N(arena, uint32_t, cycle->n_members),
                   components->members + components->first[k],
                   cycle->n_members * sizeof *components->members);
        for (uint32_t m = 0; m < cycle->n_members; m++) {
            cycle->self += profile->functions[cycle->members[m]].self;
            costs->cycle[cycle->members[m]] = n;
        }
    }
}

struct costs *costs_new(struct arena *arena, const struct profile *profile,
                        const struct components *components)
{
    struct costs *costs = NEW(arena, struct costs);
    *costs = (struct costs){
        .whole = profile_whole(profile),
        .total = NEW_N(arena, double, profile->n_functions),
        .call_cost = NEW_N(arena, double, profile->n_calls),
        .exact = NEW_N(arena, bool, profile->n_functions),
        .call_exact = NEW_N(arena, bool, profile->n_calls),
        .back = NEW_N(arena, bool, profile->n_calls),
        .cycle = NEW_N(arena, uint32_t, profile->n_functions),
    };
    find_cycles(arena, costs, profile, components);
    return costs;
}

static int by_cost(const void *left, const void *right)
{
    const struct cycle *a = left, *b = right;
    if (a->cost != b->cost)
        return a->cost < b->cost ? 1 : -1;
    return a->members[0] < b->members[0] ? -1 : 1;
}

void costs_number_cycles(struct costs *costs)
{
    SORT(costs->cycles, costs->n_cycles, by_cost);
    for (uint32_t k = 0; k < costs->n_cycles; k++)
        for (uint32_t m = 0; m < costs->cycles[k].n_members; m++)
            costs->cycle[costs->cycles[k].members[m]] = k + 1;
}
