#include "model/stacks.h"

#include "util/hash.h"

struct path_step {
    uint32_t function, context;
};

/* A stack, outermost function first. */
struct stack_key {
    const uint32_t *functions;
    uint32_t n;
};

static bool is_stack(const void *contexts, uint32_t context, const void *key)
{
    const struct context *nodes = contexts;
    const struct stack_key *stack = key;
    uint32_t n = stack->n;
    for (; n > 0 && context != NO_ID; context = nodes[context].parent)
        if (nodes[context].function != stack->functions[--n])
            return false;
    return n == 0 && context == NO_ID;
}

/* Finds or adds the contexts of a stack, beginning where it differs from the
   path. Returns the innermost one. */
static uint32_t enter_stack(struct stacks *stacks, struct profile *profile,
                            const struct stack_key *stack)
{
    uint32_t depth = 0, context = NO_ID;
    const struct path_step *path = stacks->path.of;
    while (depth < stacks->path.n && depth < stack->n &&
           path[depth].function == stack->functions[depth])
        context = path[depth++].context;
    for (stacks->path.n = depth; depth < stack->n; depth++) {
        uint32_t function = stack->functions[depth];
        context = profile_context(profile, context, function);
        *PUSH_IN(stacks->arena, &stacks->path) = (struct path_step){ function, context };
    }
    return context;
}

uint32_t stacks_add(struct stacks *stacks, struct profile *profile,
                    const uint32_t *functions, uint32_t n, double cost)
{
    struct stack_key stack = { functions, n };
    uint32_t hash = hash_numbers(functions, n);
    uint32_t context = index_find(&stacks->index, hash, is_stack,
                                  profile->contexts, &stack);
    if (context == NO_ID) {
        context = enter_stack(stacks, profile, &stack);
        index_add_in(&stacks->index, stacks->arena, hash, context);
    }
    profile_sample(profile, context, cost);
    return context;
}
