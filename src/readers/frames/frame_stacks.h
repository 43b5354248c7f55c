/*
 * The stacks of an input whose frames are numbers that it describes elsewhere.
 * Each distinct stack is stored once, as a node of a tree, with its cost by
 * event, so memory does not grow with the number of samples.
 */
#pragma once

#include "model/profile.h"
#include "util/array.h"
#include "util/files/paths.h"
#include "util/map.h"

/* Empty if all but the arena is zeroed. */
struct frame_stacks {
    struct arena *arena; /* has all memory */
    struct paths stacks; /* frames from the outermost one on */
    struct pairs rows;   /* stack, event */
    LIST(double) costs;  /* by row */
};

/* Returns the stack that has one more frame than `stack`, which is NO_ID for
   the empty stack. */
uint32_t frame_stacks_push(struct frame_stacks *stacks, uint32_t stack,
                           uint32_t frame);
/* The same for n frames, the innermost one first, on the empty stack. */
uint32_t frame_stacks_push_all(struct frame_stacks *stacks,
                               const uint32_t *frames, size_t n);
/* Adds to the cost that a stack has of an event, a number. The empty stack has
   no costs. */
void frame_stacks_add(struct frame_stacks *stacks, uint32_t stack,
                      uint32_t event, double cost);
/* Removes innermost frames from all stacks with costs as long as `cut` (of n
   frames) is true for them. The outermost frame stays. */
void frame_stacks_cut(struct frame_stacks *stacks, const bool *cut, size_t n);
/* Adds the costs of one event to the profile. `find` returns the function of a
   frame, or NO_ID if the input lacks it. It is called for the frames below n in
   stacks with costs, in rising order. Returns the number of stacks that are
   left out because of an unknown frame. */
size_t frame_stacks_fill(const struct frame_stacks *stacks,
                         struct profile *profile, uint32_t event,
                         uint32_t (*find)(void *reader, uint32_t frame),
                         void *reader, size_t n);
