#include "model/stack_tree.h"

double *stack_tree_costs(struct arena *arena, const struct profile *profile)
{
    double *costs = NEW_N(arena, double, profile->n_contexts);
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        const struct context *context = &profile->contexts[c];
        costs[c] += context->self;
        if (context->parent != NO_ID)
            costs[context->parent] += costs[c];
    }
    return costs;
}

/* Returns, by context, how many contexts its subtree has, itself included. */
static uint32_t *count_subtrees(struct arena *arena,
                                const struct profile *profile)
{
    uint32_t *size = NEW_N(arena, uint32_t, profile->n_contexts);
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        uint32_t parent = profile->contexts[c].parent;
        size[c]++;
        if (parent != NO_ID)
            size[parent] += size[c];
    }
    return size;
}

/* Sorts the contexts so that each is followed by its subtree. Parents come
   before their children in the profile, so that one pass finds all places: a
   context takes the next free place in the range of its parent, and the places
   after it are the range of its children. The size of a subtree is not needed
   once its range is known; its memory then holds the depth. */
static void sort_contexts(struct stack_tree *tree, uint32_t *size_or_depth)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = tree->profile;
    uint32_t *next_child = NEW_N(&scratch, uint32_t, profile->n_contexts);
    uint32_t next_root = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t parent = profile->contexts[c].parent, depth = 1;
        uint32_t *next = &next_root;
        if (parent != NO_ID) {
            next = &next_child[parent];
            depth = size_or_depth[parent] + 1;
        }
        tree->order[*next] = c;
        next_child[c] = *next + 1;
        *next += size_or_depth[c];
        size_or_depth[c] = depth;
        if (depth > tree->height)
            tree->height = depth;
    }
}

struct stack_tree *stack_tree_of(struct arena *arena,
                                 const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    struct stack_tree *tree = NEW(arena, struct stack_tree);
    tree->profile = profile;
    tree->order = NEW_N(arena, uint32_t, profile->n_contexts);
    tree->through = stack_tree_costs(arena, profile);
    sort_contexts(tree, count_subtrees(&scratch, profile));
    return tree;
}

struct stack_tree_walk stack_tree_start(const struct stack_tree *tree)
{
    return (struct stack_tree_walk){ .tree = tree,
                                     .at = NO_ID,
                                     .innermost = NO_ID };
}

bool *stack_tree_outermost(struct arena *arena, const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    struct stack_tree *tree = stack_tree_of(&scratch, profile);
    struct stack_tree_walk walk = stack_tree_start(tree);
    uint32_t *on_stack = NEW_N(&scratch, uint32_t, profile->n_functions);
    bool *outermost = NEW_N(arena, bool, profile->n_contexts);
    while (stack_tree_next(&walk)) {
        uint32_t f = profile->contexts[walk.at].function;
        if (walk.entered)
            outermost[walk.at] = on_stack[f]++ == 0;
        else
            on_stack[f]--;
    }
    return outermost;
}

void stack_tree_totals(const struct profile *profile, const bool *outermost,
                       double *costs, double *total)
{
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        const struct context *context = &profile->contexts[c];
        if (costs[c] == 0)
            continue;
        if (outermost[c])
            total[context->function] += costs[c];
        if (context->parent != NO_ID)
            costs[context->parent] += costs[c];
        costs[c] = 0;
    }
}
