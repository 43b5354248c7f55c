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
#include "readers/perf_stack.h"

#include <stdlib.h>

#include "model/names.h"

/* Ids of texts. The first module is "", none printed. */
enum { NO_MODULE = 0 };
#define INLINED NO_ID

struct stack_frame {
    uint32_t symbol, module;
};

struct stack_step {
    struct stack_frame frame;
    uint32_t context;
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
    free(stack->functions);
    free(stack->frames);
    free(stack->path);
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

void perf_stack_push(struct perf_stack *stack, const struct perf_frame *frame)
{
    stack->frames = array_grow(stack->frames, stack->n, &stack->frames_room,
                               sizeof *stack->frames);
    stack->frames[stack->n++] = (struct stack_frame){ symbol_id(stack, frame),
                                                      module_id(stack, frame) };
}

void perf_stack_inlined(struct perf_stack *stack)
{
    stack->frames[stack->n - 1].module = INLINED;
}

/* The function of a frame; a new pair of texts makes a function. */
static uint32_t function_of(struct perf_stack *stack, struct profile *profile,
                            struct stack_frame frame)
{
    uint32_t n = stack->pairs.n;
    uint32_t pair = pairs_add(&stack->pairs, frame.symbol, frame.module);
    if (pair < n)
        return stack->functions[pair];
    stack->functions = array_grow(stack->functions, pair,
                                  &stack->functions_room, sizeof(uint32_t));
    struct identity is = { .name = stack->symbols.texts[frame.symbol],
                           .module = stack->modules.texts[frame.module] };
    uint32_t id = profile_function(profile, is);
    if (frame.symbol < stack->bare_room && stack->bare[frame.symbol])
        profile->functions[id].nameless = true;
    return stack->functions[pair] = id;
}

/* Is the step at this depth of the stack before into the same frame? */
static bool known_step(const struct perf_stack *stack, uint32_t depth,
                       struct stack_frame frame)
{
    return depth < stack->n_path &&
           stack->path[depth].frame.symbol == frame.symbol &&
           stack->path[depth].frame.module == frame.module;
}

/* The context of frame, called in the one before it on the path. What the
   stack has in common with the one before needs no search. */
static uint32_t enter(struct perf_stack *stack, struct profile *profile,
                      uint32_t depth, struct stack_frame frame)
{
    if (known_step(stack, depth, frame))
        return stack->path[depth].context;
    uint32_t parent = depth ? stack->path[depth - 1].context : NO_ID;
    uint32_t context =
        profile_context(profile, parent, function_of(stack, profile, frame));
    stack->path =
        array_grow(stack->path, depth, &stack->path_room, sizeof *stack->path);
    stack->path[depth] = (struct stack_step){ frame, context };
    stack->n_path = depth + 1;
    return context;
}

void perf_stack_add(struct perf_stack *stack, struct profile *profile,
                    double cost)
{
    uint32_t context = NO_ID, module = NO_MODULE;
    for (uint32_t depth = 0; depth < stack->n; depth++) {
        struct stack_frame frame = stack->frames[stack->n - 1 - depth];
        if (frame.module == INLINED)
            frame.module = module;
        else if (frame.module != NO_MODULE)
            module = frame.module;
        context = enter(stack, profile, depth, frame);
    }
    profile_sample(profile, context, cost);
}
