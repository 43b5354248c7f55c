/* Costs from whole stacks: one walk over the contexts, nothing estimated. */
#include "cost/costs.h"
#include "model/stack_tree.h"

/* How many frames of the present stack are of a function, call or cycle. Only
   the outermost pays, so that a sample counts once however deep the
   recursion. */
struct depths {
    uint32_t *function, *call, *cycle;
};

static void pay(uint32_t *depth, double *sum, double cost)
{
    if ((*depth)++ == 0)
        *sum += cost;
}

static void enter(struct costs *costs, struct depths *depths,
                  const struct context *context, double cost)
{
    uint32_t f = context->function, call = context->call;
    pay(&depths->function[f], &costs->total[f], cost);
    if (call != NO_ID)
        pay(&depths->call[call], &costs->call_cost[call], cost);
    if (costs->cycle[f]) {
        uint32_t *depth = &depths->cycle[costs->cycle[f] - 1];
        if (*depth == 0)
            costs->entering[f] += cost;
        pay(depth, &costs->cycles[costs->cycle[f] - 1].cost, cost);
    }
}

static void leave(const struct costs *costs, struct depths *depths,
                  const struct context *context)
{
    depths->function[context->function]--;
    if (context->call != NO_ID)
        depths->call[context->call]--;
    if (costs->cycle[context->function])
        depths->cycle[costs->cycle[context->function] - 1]--;
}

/* Every time that a stack comes into a cycle counts. */
static void add_inflow(struct costs *costs, const struct profile *profile,
                       const struct context *context, double cost)
{
    uint32_t cycle = costs->cycle[context->function];
    uint32_t parent = context->parent;
    if (cycle &&
        (parent == NO_ID ||
         costs->cycle[profile->contexts[parent].function] != cycle))
        costs->cycles[cycle - 1].inflow += cost;
}

static void walk_stacks(struct costs *costs, const struct profile *profile,
                        struct arena *scratch)
{
    const double *through = costs->tree->through;
    struct tree_walk walk = tree_walk_start(costs->tree);
    struct depths depths = {
        NEW_N(scratch, uint32_t, profile->n_functions),
        NEW_N(scratch, uint32_t, profile->n_calls),
        NEW_N(scratch, uint32_t, costs->n_cycles),
    };
    while (tree_walk_next(&walk)) {
        const struct context *context = &profile->contexts[walk.at];
        if (!walk.entered) {
            leave(costs, &depths, context);
            continue;
        }
        enter(costs, &depths, context, through[walk.at]);
        add_inflow(costs, profile, context, through[walk.at]);
    }
}

struct costs *costs_from_stacks(struct arena *arena,
                                const struct profile *profile)
{
    struct arena scratch = { 0 };
    struct graph *graph = graph_of(&scratch, profile);
    struct components *components = components_of(arena, profile, graph);
    struct costs *costs = costs_new(arena, profile, components);
    costs->tree = stack_tree_of(arena, profile);
    costs->entering = NEW_N(arena, double, profile->n_functions);
    walk_stacks(costs, profile, &scratch);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        costs->exact[f] = true;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        costs->call_exact[c] = true;
    costs_number_cycles(costs);
    arena_free(&scratch);
    return costs;
}
