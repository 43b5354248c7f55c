/*
 * Adds samples to a profile by their whole stacks. A stack that came before
 * costs one hash of its functions and one look-up. A new stack searches only
 * for the contexts that it does not share with the new stack before it.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"

/* Empty, and of no profile yet, if all but the arena is zeroed. */
struct stacks {
    struct arena *arena;      /* has all memory */
    struct index index;       /* contexts in which a sample ended, by stack */
    LIST(struct path_step) path; /* the new stack added last, outermost first */
};

/* Adds a sample of this cost. Its stack is these n functions of the profile,
   outermost first, at least one. The profile must be the same in every call.
   Returns the context in which the sample ends. */
uint32_t stacks_add(struct stacks *stacks, struct profile *profile,
                    const uint32_t *functions, uint32_t n, double cost);
