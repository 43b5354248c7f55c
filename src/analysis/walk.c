#include "analysis/walk.h"

/* Contexts come after their parents, so going backwards puts the children of
   each in order. */
struct walk walk_start(struct arena *arena, const struct profile *profile)
{
    uint32_t n = profile->n_contexts, roots = NO_ID;
    struct walk walk = { .profile = profile,
                         .child = NEW_N(arena, uint32_t, n),
                         .sibling = NEW_N(arena, uint32_t, n),
                         .at = NO_ID };
    for (uint32_t c = 0; c < n; c++)
        walk.child[c] = NO_ID;
    for (uint32_t c = n; c-- > 0;) {
        uint32_t parent = profile->contexts[c].parent;
        uint32_t *list = parent == NO_ID ? &roots : &walk.child[parent];
        walk.sibling[c] = *list;
        *list = c;
    }
    walk.next_root = roots;
    return walk;
}

static bool move(struct walk *walk, uint32_t to, bool entered)
{
    walk->at = to;
    walk->entered = entered;
    return to != NO_ID;
}

bool walk_on(struct walk *walk)
{
    uint32_t at = walk->at;
    if (at == NO_ID)
        return move(walk, walk->next_root, true);
    if (walk->entered && walk->child[at] != NO_ID)
        return move(walk, walk->child[at], true);
    if (walk->entered)
        return move(walk, at, false);
    if (walk->sibling[at] != NO_ID)
        return move(walk, walk->sibling[at], true);
    return move(walk, walk->profile->contexts[at].parent, false);
}

double *context_costs(struct arena *arena, const struct profile *profile)
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
