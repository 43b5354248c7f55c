/* Collects a stack whose frames come one by one, innermost first. */
#pragma once

#include "model/stacks.h"
#include "util/array.h"

/* Empty if all but the arena is zeroed. */
struct leaf_stack {
    struct arena *arena; /* has all memory */
    LIST(uint32_t); /* ids in the profile, innermost first */
    struct stacks stacks;
};

/* Appends the caller of the frames so far. The text of the frame names a
   function as readers/frames/frame_text.h describes it, perhaps with an offset
   such as "+0x1f" or "+31" at its end. An address, or "", is unresolved code of
   the module or, if `addresses` is set, a function of its own. */
void leaf_stack_push(struct leaf_stack *stack, struct profile *profile,
                     struct str text, struct str module, bool addresses);
/* Appends a function of the profile as the caller of the frames so far. */
void leaf_stack_push_function(struct leaf_stack *stack, uint32_t function);
/* Adds the frames as a sample of this cost, and removes them. Returns their
   context in the profile, or NO_ID if there are no frames. */
uint32_t leaf_stack_add(struct leaf_stack *stack, struct profile *profile,
                        double cost);
