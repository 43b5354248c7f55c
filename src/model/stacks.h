/*
 * Adds samples to a profile by their whole stacks. A known stack costs one hash
 * of its functions and one look-up. A new stack looks up only the contexts that
 * the new stack before it does not share.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"

/* Is empty, and bound to no profile, if all but `arena` is zeroed. */
struct stacks {
    struct arena *arena;      /* has all memory */
    struct index index;       /* contexts in which a sample ended, by stack */
    LIST(struct path_step) path; /* the new stack added last, outermost first */
};

/* Adds a sample whose stack is these n functions, at least one, outermost
   first. All calls must give the same profile. Returns the context in which the
   sample ends. */
uint32_t stacks_add(struct stacks *stacks, struct profile *profile,
                    const uint32_t *functions, uint32_t n, double cost);
