/*
 * Gathers the frames of one sample, which perf script prints innermost first,
 * and adds them to a profile. Each distinct symbol and module is kept once;
 * a frame that was seen before costs no memory.
 */
#ifndef READERS_PERF_STACK_H
#define READERS_PERF_STACK_H

#include "model/stacks.h"
#include "readers/perf/frame.h"
#include "util/map.h"

struct perf_stack {
    bool addresses; /* keep unresolved addresses of one module apart */
    struct arena texts;
    struct strings symbols, modules;
    bool *bare; /* by symbol, the first bare_room: only an address */
    size_t bare_room;
    uint32_t module;     /* the one seen last */
    struct pairs pairs;  /* (symbol, module): these are the frames */
    struct frame_kind *kinds; /* of each */
    size_t kinds_room;
    uint32_t *frames; /* of the sample, innermost first */
    size_t frames_room;
    uint32_t n;
    uint32_t *functions; /* the same, outermost first */
    size_t functions_room;
    struct stacks stacks;
};

/* Begin with perf_stack_init, end with perf_stack_free. */
void perf_stack_init(struct perf_stack *stack, bool addresses);
void perf_stack_free(struct perf_stack *stack);

/* Returns the frame's number, the same whenever it comes again. */
uint32_t perf_stack_push(struct perf_stack *stack,
                         const struct perf_frame *frame);
void perf_stack_push_again(struct perf_stack *stack, uint32_t frame);
/* The frame pushed last: "(inlined)" was printed on the line after it. */
void perf_stack_inlined(struct perf_stack *stack);
/* Adds a sample of this cost. There must be frames; they stay. */
void perf_stack_add(struct perf_stack *stack, struct profile *profile,
                    double cost);
/* Forgets all but the options, for another profile. */
void perf_stack_restart(struct perf_stack *stack);

#endif
