/*
 * Gathers the frames of one sample, which perf script prints innermost first,
 * and adds them to a profile. Symbols, modules and frames are kept once each.
 */
#ifndef READERS_PERF_STACK_H
#define READERS_PERF_STACK_H

#include "model/stacks.h"
#include "readers/perf/frame.h"
#include "util/map.h"

struct perf_stack {
    bool addresses; /* a frame without a symbol is named by its address, not
                       [unknown] */
    bool places;    /* a frame with a symbol is named by symbol and offset */
    bool has_symbols, has_offsets; /* some frame has one */
    uint32_t *frames; /* of the sample, innermost first, as frame ids */
    size_t frames_room;
    uint32_t n; /* frames of the sample; the user sets it to 0 for the next */

    /* All frames met so far: */
    struct arena texts;
    struct strings symbols, modules;
    bool *is_address; /* by symbol, as far as is_address_room goes */
    size_t is_address_room;
    uint32_t module;    /* of the frame met last */
    struct pairs pairs; /* (symbol, module); their ids are the frame ids */
    struct perf_frame_kind *kinds; /* by frame id */
    size_t kinds_room;

    uint32_t *functions; /* scratch: the sample's, outermost first */
    size_t functions_room;
    struct stacks stacks;
};

/* Begin with perf_stack_init and end with perf_stack_free. */
void perf_stack_init(struct perf_stack *stack, bool addresses, bool places);
void perf_stack_free(struct perf_stack *stack);
/* Forgets everything but the options, in order to fill another profile. */
void perf_stack_restart(struct perf_stack *stack);

/* Appends a frame to the sample and returns its id, which is the same for all
   frames with the same symbol and module. */
uint32_t perf_stack_push(struct perf_stack *stack,
                         const struct perf_frame *frame);
/* Appends a frame by the id that perf_stack_push has returned for it. */
void perf_stack_push_id(struct perf_stack *stack, uint32_t frame);
/* Marks the frame appended last as inlined, because perf prints "(inlined)" on
   the line after it if source lines are printed. */
void perf_stack_mark_inlined(struct perf_stack *stack);
/* Adds the sample, which must have frames, to the profile, and returns its
   context. The frames stay. */
uint32_t perf_stack_add(struct perf_stack *stack, struct profile *profile,
                        double cost);

#endif
