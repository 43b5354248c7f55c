/* A walk over the tree of stacks: every context is entered once, after its
   parent, and left once, after its children. */
#ifndef ANALYSIS_WALK_H
#define ANALYSIS_WALK_H

#include "model/profile.h"

struct walk {
    const struct profile *profile;
    uint32_t *child, *sibling; /* first child and next sibling, or NO_ID */
    uint32_t at;               /* the context entered or left last */
    uint32_t next_root;
    bool entered;
};

struct walk walk_start(struct arena *arena, const struct profile *profile);
/* Moves on: walk->at was entered (walk->entered) or left. False at the end. */
bool walk_on(struct walk *walk);

/* The cost of all samples that go through each context, by context. */
double *context_costs(struct arena *arena, const struct profile *profile);

#endif
