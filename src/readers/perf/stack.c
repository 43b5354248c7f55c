/*
 * A stack of perf script, from the innermost frame out:
 *
 *     4da5 std::ostream::operator<<+0x675 (inlined)
 *     4da5 main+0x675 (/home/user/src/cxx)
 *     2724a __libc_start_call_main+0x7a (/usr/lib/libc.so.6)
 *
 * An inlined function has no code of its own. Its module is that of the next
 * frame outward that has one, here /home/user/src/cxx.
 */
#include "readers/perf/stack.h"

#include <stdlib.h>

#include "model/profile.h"
#include "readers/frame_text.h"
#include "util/array.h"

/* The module with id 0 is "", for frames without one; inlined frames have no
   id of a module. */
enum { NO_MODULE = 0 };
#define INLINED NO_ID

struct perf_frame_kind {
    uint32_t symbol, module;
    uint32_t function; /* NO_ID: inlined, or not in the profile yet */
};

void perf_stack_init(struct perf_stack *stack, bool addresses, bool places)
{
    *stack = (struct perf_stack){ .addresses = addresses, .places = places };
    strings_add(&stack->modules, &stack->texts, S(""));
}

void perf_stack_free(struct perf_stack *stack)
{
    arena_free(&stack->texts);
    strings_free(&stack->symbols);
    strings_free(&stack->modules);
    pairs_free(&stack->pairs);
    free(stack->is_address);
    free(stack->kinds);
    free(stack->frames);
    free(stack->functions);
    stacks_free(&stack->stacks);
}

void perf_stack_restart(struct perf_stack *stack)
{
    bool addresses = stack->addresses, places = stack->places;
    perf_stack_free(stack);
    perf_stack_init(stack, addresses, places);
}

static uint32_t symbol_id(struct perf_stack *stack,
                          const struct perf_frame *frame)
{
    struct str text = frame->symbol.len   ? frame->symbol
                      : stack->addresses ? frame->address
                                         : UNRESOLVED;
    if (frame->symbol.len && stack->places)
        text.len += frame->offset.len;
    stack->has_symbols |= frame->symbol.len > 0;
    stack->has_offsets |= frame->offset.len > 0;
    uint32_t id = strings_add(&stack->symbols, &stack->texts, text);
    if (!frame->symbol.len && stack->addresses) {
        stack->is_address =
            array_reach(stack->is_address, id, &stack->is_address_room,
                        sizeof *stack->is_address);
        stack->is_address[id] = true;
    }
    return id;
}

/* Most frames are in the same module as the frame before. */
static uint32_t module_id(struct perf_stack *stack,
                          const struct perf_frame *frame)
{
    if (frame->inlined)
        return INLINED;
    if (!str_eq(stack->modules.texts[stack->module], frame->module))
        stack->module =
            strings_add(&stack->modules, &stack->texts, frame->module);
    return stack->module;
}

static uint32_t frame_id(struct perf_stack *stack, uint32_t symbol,
                         uint32_t module)
{
    uint32_t n = stack->pairs.n;
    uint32_t frame = pairs_add(&stack->pairs, symbol, module);
    if (frame == n) {
        stack->kinds = array_grow(stack->kinds, n, &stack->kinds_room,
                                  sizeof *stack->kinds);
        stack->kinds[n] = (struct perf_frame_kind){ symbol, module, NO_ID };
    }
    return frame;
}

void perf_stack_push_id(struct perf_stack *stack, uint32_t frame)
{
    stack->frames = array_grow(stack->frames, stack->n, &stack->frames_room,
                               sizeof *stack->frames);
    stack->frames[stack->n++] = frame;
}

uint32_t perf_stack_push(struct perf_stack *stack,
                         const struct perf_frame *frame)
{
    uint32_t symbol = symbol_id(stack, frame);
    uint32_t id = frame_id(stack, symbol, module_id(stack, frame));
    perf_stack_push_id(stack, id);
    return id;
}

void perf_stack_mark_inlined(struct perf_stack *stack)
{
    uint32_t *frame = &stack->frames[stack->n - 1];
    *frame = frame_id(stack, stack->kinds[*frame].symbol, INLINED);
}

/* Returns the function of a frame, which must have a module, perhaps "". */
static uint32_t function_of(struct perf_stack *stack, struct profile *profile,
                            uint32_t frame)
{
    struct perf_frame_kind *kind = &stack->kinds[frame];
    if (kind->function != NO_ID)
        return kind->function;
    kind->function =
        frame_text_function(profile, stack->symbols.texts[kind->symbol],
                            stack->modules.texts[kind->module]);
    if (kind->symbol < stack->is_address_room &&
        stack->is_address[kind->symbol])
        profile->functions[kind->function].nameless = true;
    return kind->function;
}

uint32_t perf_stack_add(struct perf_stack *stack, struct profile *profile,
                        double cost)
{
    uint32_t module = NO_MODULE, n = stack->n;
    stack->functions = array_reach(stack->functions, n,
                                   &stack->functions_room, sizeof(uint32_t));
    for (uint32_t depth = 0; depth < n; depth++) {
        uint32_t frame = stack->frames[n - 1 - depth];
        const struct perf_frame_kind *kind = &stack->kinds[frame];
        if (kind->module == INLINED)
            frame = frame_id(stack, kind->symbol, module);
        else if (kind->module != NO_MODULE)
            module = kind->module;
        stack->functions[depth] = function_of(stack, profile, frame);
    }
    return stacks_add(&stack->stacks, profile, stack->functions, n, cost);
}
