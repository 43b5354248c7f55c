/*
 * Adds samples to a profile by their whole stacks. A stack that was seen
 * before costs a hash of its functions and one look-up; of another one, what
 * it has in common with the stack before it needs no search.
 */
#ifndef MODEL_STACKS_H
#define MODEL_STACKS_H

#include "model/profile.h"

/* Zeroed is empty, of no profile yet; release with stacks_free. */
struct stacks {
    struct stack_slot *slots; /* contexts in which a sample ended */
    size_t room;              /* a power of two, or 0 */
    size_t n;
    struct stack_step *path; /* outermost first: the stack searched last */
    size_t path_room;
    uint32_t n_path;
};

/* A sample of this cost whose stack is these n functions of the profile, at
   least one, outermost first. Always the same profile. Returns the context
   it ends in. */
uint32_t stacks_add(struct stacks *stacks, struct profile *profile,
                    const uint32_t *functions, uint32_t n, double cost);
void stacks_free(struct stacks *stacks);

#endif
