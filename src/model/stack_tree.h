/* A walk over the tree of stacks: every context is entered once, after its
   parent, and left once, after its children. */
#ifndef MODEL_STACK_TREE_H
#define MODEL_STACK_TREE_H

#include "model/profile.h"

/* What all walks over a profile have in common. */
struct stack_tree {
    const struct profile *profile;
    uint32_t *order; /* contexts as they are entered */
    double *through; /* by context: context_costs */
    uint32_t height; /* contexts on the longest stack */
};

struct stack_tree *stack_tree_of(struct arena *arena, const struct profile *profile);

struct tree_walk {
    const struct stack_tree *tree;
    uint32_t at;    /* the context entered or left last */
    uint32_t depth; /* contexts above it */
    bool entered;
    uint32_t open;       /* the one entered last that was not left, or NO_ID */
    uint32_t n, n_above; /* contexts entered so far; at open and above it */
};

struct tree_walk tree_walk_start(const struct stack_tree *tree);
/* Moves on: walk->at was entered (walk->entered) or left. False at the end. */
static inline bool tree_walk_next(struct tree_walk *walk)
{
    const struct profile *profile = walk->tree->profile;
    uint32_t next = walk->n < profile->n_contexts ? walk->tree->order[walk->n]
                                                  : NO_ID;
    walk->entered =
        next != NO_ID && profile->contexts[next].parent == walk->open;
    if (walk->entered) {
        walk->n++;
        walk->depth = walk->n_above++;
        walk->at = walk->open = next;
        return true;
    }
    if (walk->open == NO_ID)
        return false;
    walk->depth = --walk->n_above;
    walk->at = walk->open;
    walk->open = profile->contexts[walk->at].parent;
    return true;
}

/* The cost of all samples that go through each context, by context. */
double *stack_tree_costs(struct arena *arena, const struct profile *profile);

#endif
