/*
 * A depth-first walk through all contexts of a profile: each comes before its
 * children, which come in the order of their functions. So equal stacks come in
 * the same order however contexts are numbered. Only contexts with several
 * children take memory. A context without a function, and what is below it, is
 * not reached.
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
    uint32_t *fork; /* by context: the group of its children, or 0 if it has at
                       most one; group 0 has the roots */
    struct sorted_groups children;
    LIST(struct pending_context) pending; /* contexts to reach, the next one
                                             last */
};

/* Returns a walk that has reached no context yet. `rank`, by function, is
   different for each and gives their order. */
struct stack_walk stack_walk_start(const struct profile *profile,
                                   const uint32_t *rank);
/* Reaches the next context. Returns false at the end. */
bool stack_walk_next(struct stack_walk *walk);
void stack_walk_free(struct stack_walk *walk);
