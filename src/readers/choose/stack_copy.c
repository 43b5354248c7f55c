#include "readers/choose/stack_copy.h"

static uint32_t *new_ids(struct arena *arena, uint32_t n)
{
    uint32_t *ids = NEW_N(arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        ids[i] = NO_ID;
    return ids;
}

struct stack_copy stack_copy_of(struct arena *arena, struct profile *to,
                                const struct profile *from)
{
    return (struct stack_copy){
        .from = from,
        .to = to,
        .functions = new_ids(arena, from->n_functions),
        .contexts = new_ids(arena, from->n_contexts),
        .path = NEW_N(arena, uint32_t, from->n_contexts),
    };
}

static uint32_t copy_function(struct stack_copy *copy, uint32_t f)
{
    if (copy->functions[f] == NO_ID)
        copy->functions[f] =
            profile_copy_function(copy->to, &copy->from->functions[f]);
    return copy->functions[f];
}

uint32_t stack_copy_context(struct stack_copy *copy, uint32_t context)
{
    const struct context *from = copy->from->contexts;
    uint32_t depth = 0, id = NO_ID;
    for (; context != NO_ID && copy->contexts[context] == NO_ID;
         context = from[context].parent)
        copy->path[depth++] = context;
    if (context != NO_ID)
        id = copy->contexts[context];
    while (depth-- > 0) {
        uint32_t at = copy->path[depth];
        uint32_t f = copy_function(copy, from[at].function), call = NO_ID;
        if (from[at].call != NO_ID) {
            call = profile_call(copy->to, copy->to->contexts[id].function, f);
            copy->to->calls[call].count =
                copy->from->calls[from[at].call].count;
        }
        id = profile_context_of_call(copy->to, id, f, call);
        copy->contexts[at] = id;
    }
    return id;
}
