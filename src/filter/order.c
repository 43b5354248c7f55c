#include "filter/order.h"

#include "graph/stack_walk.h"
#include "model/renumber.h"

/* A function with the 8 bytes that follow what all names begin with, as a number
   that has their order. Most names differ there, and need not be fetched. */
struct sorted_function {
    uint64_t key;
    const struct function *function;
};

static int by_key(const void *left, const void *right)
{
    const struct sorted_function *a = left, *b = right;
    const struct function *l = a->function, *r = b->function;
    int order = COMPARE(a->key, b->key);
    order = order ? order : str_cmp(l->is.name, r->is.name);
    order = order ? order : str_cmp(l->is.file, r->is.file);
    order = order ? order : COMPARE(l->line, r->line);
    order = order ? order : str_cmp(l->is.module, r->is.module);
    return order ? order : str_cmp(l->is.tag, r->is.tag);
}

/* Returns how many bytes all names have in common at their beginning. */
static size_t common_length(const struct profile *profile)
{
    struct str common = profile->functions[0].is.name;
    for (uint32_t f = 1; f < profile->n_functions; f++) {
        struct str name = profile->functions[f].is.name;
        while (!str_starts(name, common))
            common.len--;
    }
    return common.len;
}

static uint64_t key_of(struct str name, size_t common)
{
    uint64_t key = 0;
    for (size_t i = common; i < common + sizeof key; i++)
        key = key << 8 | (i < name.len ? (unsigned char)name.s[i] : 0);
    return key;
}

uint32_t *order_functions(struct arena *arena, const struct profile *profile,
                          uint32_t *rank)
{
    uint32_t n = profile->n_functions;
    uint32_t *order = NEW_N(arena, uint32_t, n);
    struct sorted_function *sorted = NEW_N(arena, struct sorted_function, n);
    size_t common = n ? common_length(profile) : 0;
    for (uint32_t f = 0; f < n; f++) {
        const struct function *function = &profile->functions[f];
        sorted[f] = (struct sorted_function){
            key_of(function->is.name, common), function
        };
    }
    SORT(sorted, n, by_key);
    for (uint32_t i = 0; i < n; i++) {
        order[i] = (uint32_t)(sorted[i].function - profile->functions);
        rank[order[i]] = i;
    }
    return order;
}

static uint32_t *renumber_calls(struct arena *arena,
                                const struct profile *profile,
                                const uint32_t *rank)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_calls;
    uint32_t *caller = NEW_N(&scratch, uint32_t, n);
    uint32_t *callee = NEW_N(&scratch, uint32_t, n);
    uint32_t *new_id = NEW_N(arena, uint32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        caller[c] = rank[profile->calls[c].caller];
        callee[c] = rank[profile->calls[c].callee];
    }
    struct sorted_groups sorted =
        counting_sort_by(&scratch, caller, profile->n_functions, callee,
                         profile->n_functions, n);
    for (uint32_t i = 0; i < n; i++)
        new_id[sorted.ids[i]] = i;
    return new_id;
}

/* Lists the contexts as a walk reaches them that goes through the children of
   each in the order of their functions. Contexts without a function are left
   out, as are all that are below them. */
static void walk_contexts(struct arena *arena, const struct profile *profile,
                          const uint32_t *rank, struct profile_new_ids *ids)
{
    struct stack_walk walk = stack_walk_start(profile, rank);
    uint32_t *contexts = NEW_N(arena, uint32_t, profile->n_contexts);
    uint32_t *depths = NEW_N(arena, uint32_t, profile->n_contexts);
    uint32_t n = 0;
    for (; stack_walk_next(&walk); n++) {
        contexts[n] = walk.at;
        depths[n] = walk.depth;
    }
    stack_walk_free(&walk);
    ids->contexts = contexts;
    ids->depths = depths;
    ids->n_contexts = n;
}

/* If the profile has contexts without a function, removes the ranks of
   functions that have no contexts. Returns the number of the others. */
static uint32_t rank_used(const struct profile *profile, const uint32_t *order,
                          uint32_t *rank)
{
    LOCAL_ARENA(scratch);
    bool *used = NEW_N(&scratch, bool, profile->n_functions), all = true;
    uint32_t n = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t f = profile->contexts[c].function;
        all &= f != NO_ID;
        if (f != NO_ID)
            used[f] = true;
    }
    for (uint32_t i = 0; i < profile->n_functions; i++)
        rank[order[i]] = all || used[order[i]] ? n++ : NO_ID;
    return n;
}

/* Adds up the costs of functions again in the new order of contexts, because
   sums of fractions depend on the order of their terms. */
static void add_up_contexts(struct profile *profile)
{
    LOCAL_ARENA(scratch);
    uint32_t *root = NEW_N(&scratch, uint32_t, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        struct function *function = &profile->functions[context->function];
        function->self = function->entry = 0;
    }
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        root[c] = context->parent == NO_ID ? context->function
                                           : root[context->parent];
        profile->functions[context->function].self += context->self;
        profile->functions[root[c]].entry += context->self;
    }
}

void order_profile(struct profile *profile)
{
    LOCAL_ARENA(scratch);
    uint32_t *rank = NEW_N(&scratch, uint32_t, profile->n_functions);
    struct profile_new_ids ids = { .functions = rank };
    const uint32_t *order = order_functions(&scratch, profile, rank);
    ids.n_functions = rank_used(profile, order, rank);
    if (profile->kind == FROM_CALLS)
        ids.calls = renumber_calls(&scratch, profile, rank);
    else
        walk_contexts(&scratch, profile, rank, &ids);
    renumber_profile(profile, &ids);
    add_up_contexts(profile);
}
