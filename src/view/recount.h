/* The calls between the functions that a view keeps. */
#pragma once

#include "cost/costs.h"
#include "model/stack_tree.h"
#include "util/array.h"
#include "view/view_call.h"

/* Describes a context whose function is kept. */
struct kept_context {
    uint32_t context;
    uint32_t above; /* the place of the nearest one above it, or NO_ID */
};

/* Lists these in the order in which walks over the tree enter them. */
struct kept_stacks {
    const struct stack_tree *tree;
    LIST(struct kept_context);
};

/* Returns the function of the context at a place, or NO_ID for no place. */
static inline uint32_t kept_function(const struct kept_stacks *stacks,
                                     uint32_t place)
{
    const struct profile *profile = stacks->tree->profile;
    return place == NO_ID
               ? NO_ID
               : profile->contexts[stacks->of[place].context].function;
}

/* Returns the contexts of kept functions in the arena; NULL if there is no
   tree. `kept` is by function. */
struct kept_stacks *kept_stacks_of(struct arena *arena,
                                   const struct stack_tree *tree,
                                   const bool *kept);

/* Returns the *n calls between kept functions, in the arena and in any order;
   none is marked as a back call. `kept` is by function. From stacks (not NULL),
   calls are counted anew between functions that are neighbours once the others
   are removed. From calls, they are those of the profile. */
struct view_call *recount_calls(struct arena *arena,
                                const struct profile *profile,
                                const struct costs *costs, const bool *kept,
                                const struct kept_stacks *stacks, uint32_t *n);
/* Does the same for a ranking, which does not ask what calls of recursion cost
   again. The calls have an order. */
struct view_call *recount_ranked(struct arena *arena,
                                 const struct profile *profile,
                                 const struct costs *costs, const bool *kept,
                                 uint32_t *n);
