#include "model/stacks.h"

#include <stdlib.h>

#include "util/array.h"

struct stack_slot {
    uint32_t hash;
    uint32_t context_plus_1; /* 0: free */
};

struct stack_step {
    uint32_t function, context;
};

static uint32_t stack_hash(const uint32_t *functions, uint32_t n)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ functions[i] ^ h >> 32) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

/* Is this the stack of the context? Most parents stand just before: the inner
   loop is a run through memory that does not wait for what it reads. */
static bool is_stack(const struct profile *profile, uint32_t context,
                     const uint32_t *functions, uint32_t n)
{
    const struct context *contexts = profile->contexts;
    while (n > 0 && context != NO_ID) {
        uint32_t at = context;
        do {
            if (contexts[at].function != functions[--n])
                return false;
            context = contexts[at].parent;
        } while (n > 0 && at-- > 0 && context == at);
    }
    return n == 0 && context == NO_ID;
}

static struct stack_slot *free_slot(struct stack_slot *slots, size_t room,
                                    uint32_t hash)
{
    size_t i = hash & (room - 1);
    while (slots[i].context_plus_1)
        i = (i + 1) & (room - 1);
    return &slots[i];
}

static void stacks_grow(struct stacks *stacks)
{
    size_t room = stacks->room ? stacks->room * 2 : 256;
    struct stack_slot *slots = array_new(room, sizeof *slots);
    for (size_t i = 0; i < stacks->room; i++)
        if (stacks->slots[i].context_plus_1)
            *free_slot(slots, room, stacks->slots[i].hash) = stacks->slots[i];
    free(stacks->slots);
    stacks->slots = slots;
    stacks->room = room;
}

/* The context of a stack that ended a sample before, or NO_ID. */
static uint32_t seen(const struct stacks *stacks,
                     const struct profile *profile, const uint32_t *functions,
                     uint32_t n, uint32_t hash)
{
    size_t i = hash & (stacks->room - 1);
    while (stacks->room && stacks->slots[i].context_plus_1) {
        uint32_t context = stacks->slots[i].context_plus_1 - 1;
        if (stacks->slots[i].hash == hash &&
            is_stack(profile, context, functions, n))
            return context;
        i = (i + 1) & (stacks->room - 1);
    }
    return NO_ID;
}

/* The context of function, called in the one before it on the path. */
static uint32_t enter(struct stacks *stacks, struct profile *profile,
                      uint32_t depth, uint32_t function)
{
    struct stack_step *path = stacks->path;
    if (depth < stacks->n_path && path[depth].function == function)
        return path[depth].context;
    uint32_t parent = depth ? path[depth - 1].context : NO_ID;
    uint32_t context = profile_context(profile, parent, function);
    path[depth] = (struct stack_step){ function, context };
    stacks->n_path = depth + 1;
    return context;
}

static uint32_t search(struct stacks *stacks, struct profile *profile,
                       const uint32_t *functions, uint32_t n)
{
    uint32_t context = NO_ID;
    stacks->path = array_reach(stacks->path, n, &stacks->path_room,
                               sizeof *stacks->path);
    for (uint32_t depth = 0; depth < n; depth++)
        context = enter(stacks, profile, depth, functions[depth]);
    return context;
}

uint32_t stacks_add(struct stacks *stacks, struct profile *profile,
                    const uint32_t *functions, uint32_t n, double cost)
{
    uint32_t hash = stack_hash(functions, n);
    uint32_t context = seen(stacks, profile, functions, n, hash);
    if (context == NO_ID) {
        context = search(stacks, profile, functions, n);
        if (stacks->n++ >= stacks->room / 2)
            stacks_grow(stacks);
        *free_slot(stacks->slots, stacks->room, hash) =
            (struct stack_slot){ hash, context + 1 };
    }
    profile_sample_below(profile, functions[0], context, cost);
    return context;
}

void stacks_free(struct stacks *stacks)
{
    free(stacks->slots);
    free(stacks->path);
    *stacks = (struct stacks){ 0 };
}
