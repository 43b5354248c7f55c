/*
 * A walk through all contexts of a profile by depth: each comes before those
 * that it calls, and these come in an order of their functions, so that the
 * same stacks come in the same order however the contexts are numbered. Most
 * contexts have one child; memory is needed for the others only.
 */
#pragma once

#include "graph/counting_sort.h"
#include "model/profile.h"
#include "util/array.h"

struct stack_walk {
    uint32_t at;    /* the context that was reached last; NO_ID at the start */
    uint32_t depth; /* contexts above it */

    /* Private */
    const struct profile *profile;
    struct arena arena;
    uint32_t *fork; /* by context: its group, or 0 if it has one child or none;
                       group 0 has the roots */
    struct groups children;
    LIST(struct pending_context) pending; /* to be reached, the next one last */
};

/* Returns a walk that has reached no context yet. `rank` is by function, and
   different for each. */
struct stack_walk stack_walk_start(const struct profile *profile,
                                   const uint32_t *rank);
/* Reaches the next context. Returns false at the end. */
bool stack_walk_next(struct stack_walk *walk);
void stack_walk_free(struct stack_walk *walk);
