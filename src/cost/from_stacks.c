#include "cost/from_stacks.h"

#include "model/stack_tree.h"

/* The number of frames of the present stack by function, call and cycle. Only
   the outermost frame adds its cost, so that a sample counts once however deep
   the recursion is. */
struct frame_counts {
    uint32_t *function, *cycle;
    uint32_t *call; /* and one more if the call was entered before */
};

static void add_first(uint32_t *count, double *sum, double cost)
{
    if ((*count)++ == 0)
        *sum += cost;
}

/* A stack enters a cycle at most once: if it came back into a cycle after it
   left, the functions between would be members too. */
static void enter(struct costs *costs, struct frame_counts *counts,
                  const struct context *context, double cost)
{
    uint32_t f = context->function, call = context->call;
    uint32_t cycle = costs->cycle[f];
    add_first(&counts->function[f], &costs->total[f], cost);
    if (call != NO_ID) {
        uint32_t n = counts->call[call]++;
        if (n == 0) {
            costs->walked[costs->n_walked++] = call;
            counts->call[call]++;
        }
        if (n < 2)
            costs->call_cost[call] += cost;
    }
    if (cycle && counts->cycle[cycle - 1]++ == 0) {
        costs->inflow[f] += cost;
        costs->cycles[cycle - 1].inflow += cost;
        costs->cycles[cycle - 1].cost += cost;
    }
}

static void leave(const struct costs *costs, struct frame_counts *counts,
                  const struct context *context)
{
    counts->function[context->function]--;
    if (context->call != NO_ID)
        counts->call[context->call]--;
    if (costs->cycle[context->function])
        counts->cycle[costs->cycle[context->function] - 1]--;
}

struct costs *costs_from_stacks(struct arena *arena,
                                const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    struct graph *graph = graph_of(&scratch, profile);
    struct components *components = components_of(&scratch, profile, graph);
    struct costs *costs = costs_new(arena, profile, components);
    struct frame_counts counts = {
        .function = NEW_N(&scratch, uint32_t, profile->n_functions),
        .cycle = NEW_N(&scratch, uint32_t, costs->n_cycles),
        .call = NEW_N(&scratch, uint32_t, profile->n_calls),
    };
    costs->walked = NEW_N(arena, uint32_t, profile->n_calls);
    costs->inflow = NEW_N(arena, double, profile->n_functions);
    costs->tree = stack_tree_of(arena, profile);
    struct stack_tree_walk walk = stack_tree_start(costs->tree);
    while (stack_tree_next(&walk)) {
        const struct context *context = &profile->contexts[walk.at];
        if (walk.entered)
            enter(costs, &counts, context, costs->tree->through[walk.at]);
        else
            leave(costs, &counts, context);
    }
    for (uint32_t f = 0; f < profile->n_functions; f++)
        costs->exact[f] = true;
    for (uint32_t c = 0; c < profile->n_calls; c++)
        costs->call_exact[c] = true;
    costs_number_cycles(costs);
    return costs;
}
