#include "model/stack_tree.h"

/* Contexts come after their parents, so one run backwards and one forwards see
   all that they need. By context: */
struct places {
    uint32_t *size;  /* contexts in its part of the tree; then its depth */
    uint32_t *inner; /* where in the order its next child goes */
};

static void count_sizes(const struct profile *profile, uint32_t *size)
{
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        uint32_t parent = profile->contexts[c].parent;
        size[c]++;
        if (parent != NO_ID)
            size[parent] += size[c];
    }
}

static void put_in_order(struct stack_tree *tree, struct places *places)
{
    uint32_t next_root = 0;
    for (uint32_t c = 0; c < tree->profile->n_contexts; c++) {
        uint32_t parent = tree->profile->contexts[c].parent, depth = 1;
        uint32_t *next = &next_root;
        if (parent != NO_ID) {
            next = &places->inner[parent];
            depth = places->size[parent] + 1;
        }
        tree->order[*next] = c;
        places->inner[c] = *next + 1;
        *next += places->size[c];
        places->size[c] = depth;
        if (depth > tree->height)
            tree->height = depth;
    }
}

struct stack_tree *stack_tree_of(struct arena *arena, const struct profile *profile)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_contexts;
    struct stack_tree *tree = NEW(arena, struct stack_tree);
    *tree = (struct stack_tree){ .profile = profile,
                           .order = NEW_N(arena, uint32_t, n),
                           .through = stack_tree_costs(arena, profile) };
    struct places places = { NEW_N(&scratch, uint32_t, n),
                             NEW_N(&scratch, uint32_t, n) };
    count_sizes(profile, places.size);
    put_in_order(tree, &places);
    arena_free(&scratch);
    return tree;
}

struct tree_walk tree_walk_start(const struct stack_tree *tree)
{
    return (struct tree_walk){ .tree = tree, .at = NO_ID, .open = NO_ID };
}

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
