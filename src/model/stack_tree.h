/* Walks over the tree of contexts of a profile from stacks. A walk enters every
   context once, after its parent, and leaves it once, after its children. */
#pragma once

#include "model/profile.h"

/* Holds what all walks over one profile share. */
struct stack_tree {
    const struct profile *profile;
    uint32_t *order; /* contexts in the order in which walks enter them */
    double *through; /* by context: stack_tree_costs */
    uint32_t height; /* contexts on the longest stack */
};

/* Returns the tree, which lives in the arena. The profile must live as long,
   and not change. */
struct stack_tree *stack_tree_of(struct arena *arena,
                                 const struct profile *profile);

/* Returns, by context in the arena, the cost of all samples whose stack goes
   through the context. */
double *stack_tree_costs(struct arena *arena, const struct profile *profile);

/* Returns, by context in the arena, whether no caller above it has the same
   function. The costs that go through the outermost contexts of a function are
   its total cost. */
bool *stack_tree_outermost(struct arena *arena, const struct profile *profile);

/* Adds costs of contexts to the totals of all functions on their stacks, once
   each. `outermost` comes from stack_tree_outermost. `costs` is by context and
   is zeroed; `total` is by function. */
void stack_tree_totals(const struct profile *profile, const bool *outermost,
                       double *costs, double *total);

/* Holds the state of a walk. */
struct stack_tree_walk {
    const struct stack_tree *tree;
    uint32_t at;    /* the context that was entered or left last */
    uint32_t depth; /* contexts above it */
    bool entered;   /* `at` was entered; else it was left */

    /* Private */
    uint32_t innermost; /* the last context that was entered and not left, or
                           NO_ID */
    uint32_t n_entered; /* contexts that were entered so far */
    uint32_t n_open;    /* contexts that were entered and not left */
};

/* Returns a walk that has entered no context yet. */
struct stack_tree_walk stack_tree_start(const struct stack_tree *tree);

/* Enters or leaves the next context, which becomes walk->at. Returns false at
   the end. */
static inline bool stack_tree_next(struct stack_tree_walk *walk)
{
    const struct profile *profile = walk->tree->profile;
    uint32_t next = walk->n_entered < profile->n_contexts
                        ? walk->tree->order[walk->n_entered]
                        : NO_ID;
    walk->entered =
        next != NO_ID && profile->contexts[next].parent == walk->innermost;
    if (walk->entered) {
        walk->n_entered++;
        walk->depth = walk->n_open++;
        walk->at = walk->innermost = next;
        return true;
    }
    if (walk->innermost == NO_ID)
        return false;
    walk->depth = --walk->n_open;
    walk->at = walk->innermost;
    walk->innermost = profile->contexts[walk->at].parent;
    return true;
}
