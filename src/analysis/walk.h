/* A walk over the tree of stacks: every context is entered once, after its
   parent, and left once, after its children. */
#ifndef ANALYSIS_WALK_H
#define ANALYSIS_WALK_H

#include "model/profile.h"

/* What all walks over a profile have in common. */
struct tree {
    const struct profile *profile;
    uint32_t *order; /* contexts as they are entered */
    double *through; /* by context: context_costs */
    uint32_t height; /* contexts on the longest stack */
};

struct tree *tree_of(struct arena *arena, const struct profile *profile);

struct walk {
    const struct tree *tree;
    uint32_t at;    /* the context entered or left last */
    uint32_t depth; /* contexts above it */
    bool entered;
    uint32_t open;       /* the one entered last that was not left, or NO_ID */
    uint32_t n, n_above; /* contexts entered so far; at open and above it */
};

struct walk walk_start(const struct tree *tree);
/* Moves on: walk->at was entered (walk->entered) or left. False at the end. */
bool walk_on(struct walk *walk);

/* The cost of all samples that go through each context, by context. */
double *context_costs(struct arena *arena, const struct profile *profile);

#endif
