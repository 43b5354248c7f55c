/*
 * A stack of perf script, from the innermost frame out:
 *
 *     4da5 std::ostream::operator<<+0x675 (inlined)
 *     4da5 main+0x675 (/home/user/src/cxx)
 *     2724a __libc_start_call_main+0x7a (/usr/lib/libc.so.6)
 *
 * An inlined function has no code of its own: its module is that of the next
 * frame outward that has one, here /home/user/src/cxx.
 */
#include "readers/perf/stack.h"

#include <stdlib.h>

#include "model/profile.h"
#include "util/array.h"

/* Ids of texts. The first module is "", none printed. */
enum { NO_MODULE = 0 };
#define INLINED NO_ID

struct frame_kind {
    uint32_t symbol, module;
    uint32_t function; /* NO_ID: not known yet, or inlined */
};

void perf_stack_init(struct perf_stack *stack, bool addresses)
{
    *stack = (struct perf_stack){ .addresses = addresses };
    strings_add(&stack->modules, &stack->texts, S(""));
}

void perf_stack_free(struct perf_stack *stack)
{
    arena_free(&stack->texts);
    strings_free(&stack->symbols);
    strings_free(&stack->modules);
    pairs_free(&stack->pairs);
    free(stack->bare);
    free(stack->kinds);
    free(stack->frames);
    free(stack->functions);
    stacks_free(&stack->stacks);
}

void perf_stack_restart(struct perf_stack *stack)
{
    bool addresses = stack->addresses;
    perf_stack_free(stack);
    perf_stack_init(stack, addresses);
}

static uint32_t text_id(struct perf_stack *stack, struct str symbol)
{
    return strings_add(&stack->symbols, &stack->texts, symbol);
}

static uint32_t symbol_id(struct perf_stack *stack,
                          const struct perf_frame *frame)
{
    if (frame->symbol.len)
        return text_id(stack, frame->symbol);
    if (!stack->addresses)
        return text_id(stack, UNRESOLVED);
    uint32_t id = text_id(stack, frame->address);
    stack->bare = array_reach(stack->bare, id, &stack->bare_room,
                              sizeof *stack->bare);
    stack->bare[id] = true;
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

static uint32_t frame_of(struct perf_stack *stack, uint32_t symbol,
                         uint32_t module)
{
    uint32_t n = stack->pairs.n;
    uint32_t frame = pairs_add(&stack->pairs, symbol, module);
    if (frame == n) {
        stack->kinds = array_grow(stack->kinds, n, &stack->kinds_room,
                                  sizeof *stack->kinds);
        stack->kinds[n] = (struct frame_kind){ symbol, module, NO_ID };
    }
    return frame;
}

void perf_stack_push_again(struct perf_stack *stack, uint32_t frame)
{
    stack->frames = array_grow(stack->frames, stack->n, &stack->frames_room,
                               sizeof *stack->frames);
    stack->frames[stack->n++] = frame;
}

uint32_t perf_stack_push(struct perf_stack *stack,
                         const struct perf_frame *frame)
{
    uint32_t symbol = symbol_id(stack, frame);
    uint32_t id = frame_of(stack, symbol, module_id(stack, frame));
    perf_stack_push_again(stack, id);
    return id;
}

void perf_stack_inlined(struct perf_stack *stack)
{
    uint32_t *frame = &stack->frames[stack->n - 1];
    *frame = frame_of(stack, stack->kinds[*frame].symbol, INLINED);
}

/* The function of a frame that is not inlined. */
static uint32_t function_of(struct perf_stack *stack, struct profile *profile,
                            uint32_t frame)
{
    struct frame_kind *kind = &stack->kinds[frame];
    if (kind->function != NO_ID)
        return kind->function;
    struct identity is = { .name = stack->symbols.texts[kind->symbol],
                           .module = stack->modules.texts[kind->module] };
    kind->function = profile_function(profile, is);
    if (kind->symbol < stack->bare_room && stack->bare[kind->symbol])
        profile->functions[kind->function].nameless = true;
    return kind->function;
}

void perf_stack_add(struct perf_stack *stack, struct profile *profile,
                    double cost)
{
    uint32_t module = NO_MODULE, n = stack->n;
    stack->functions = array_reach(stack->functions, n,
                                   &stack->functions_room, sizeof(uint32_t));
    for (uint32_t depth = 0; depth < n; depth++) {
        uint32_t frame = stack->frames[n - 1 - depth];
        const struct frame_kind *kind = &stack->kinds[frame];
        if (kind->module == INLINED)
            frame = frame_of(stack, kind->symbol, module);
        else if (kind->module != NO_MODULE)
            module = kind->module;
        stack->functions[depth] = function_of(stack, profile, frame);
    }
    stacks_add(&stack->stacks, profile, stack->functions, n, cost);
}
