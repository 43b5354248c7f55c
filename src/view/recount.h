/* The calls between the functions that a view keeps. */
#pragma once

#include "cost/costs.h"
#include "view/view_call.h"

/* Returns the *n calls between kept functions (kept is by function), in the
   arena and in any order; none is marked as a back call. From stacks, they are
   counted anew between functions that are neighbours once the others are
   removed. From calls, they are those of the profile. */
struct view_call *recount_calls(struct arena *arena,
                                const struct profile *profile,
                                const struct costs *costs, const bool *kept,
                                uint32_t *n);
/* Does the same for a ranking, which does not ask what calls of recursion cost
   again. The calls have an order. */
struct view_call *recount_ranked(struct arena *arena,
                                 const struct profile *profile,
                                 const struct costs *costs, const bool *kept,
                                 uint32_t *n);
