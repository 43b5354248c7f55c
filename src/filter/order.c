#include "filter/order.h"

#include <stdlib.h>

#include "graph/counting_sort.h"
#include "model/merge.h"

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_functions(const void *left, const void *right)
{
    const struct function *l = *(struct function *const *)left;
    const struct function *r = *(struct function *const *)right;
    int order = str_cmp(l->is.name, r->is.name);
    order = order ? order : str_cmp(l->is.file, r->is.file);
    order = order ? order : compare_numbers(l->line, r->line);
    order = order ? order : str_cmp(l->is.module, r->is.module);
    return order ? order : str_cmp(l->is.tag, r->is.tag);
}

uint32_t *order_functions(struct arena *arena, const struct profile *profile,
                          uint32_t *rank)
{
    uint32_t n = profile->n_functions;
    uint32_t *order = NEW_N(arena, uint32_t, n);
    const struct function **sorted = NEW_N(arena, const struct function *, n);
    for (uint32_t f = 0; f < n; f++)
        sorted[f] = &profile->functions[f];
    qsort(sorted, n, sizeof *sorted, compare_functions);
    for (uint32_t i = 0; i < n; i++) {
        order[i] = (uint32_t)(sorted[i] - profile->functions);
        rank[order[i]] = i;
    }
    return order;
}

static uint32_t *order_calls(struct arena *arena, const struct profile *profile,
                             const uint32_t *rank)
{
    struct arena scratch = { 0 };
    uint32_t *caller = NEW_N(&scratch, uint32_t, profile->n_calls);
    uint32_t *callee = NEW_N(&scratch, uint32_t, profile->n_calls);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        caller[c] = rank[profile->calls[c].caller];
        callee[c] = rank[profile->calls[c].callee];
    }
    uint32_t *order =
        counting_sort_by(arena, caller, profile->n_functions, callee,
                         profile->n_functions, profile->n_calls)
            .ids;
    arena_free(&scratch);
    return order;
}

/* Contexts come in the order of a walk by depth: the roots, and then the
   children of each. Group 0 has the roots, and group c + 1 the children of c.
   Returns the place of each context. */
static uint32_t *order_contexts(struct arena *arena,
                                const struct profile *profile,
                                const uint32_t *rank)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_contexts;
    uint32_t *group = NEW_N(&scratch, uint32_t, n);
    uint32_t *function = NEW_N(&scratch, uint32_t, n);
    uint32_t *order = NEW_N(&scratch, uint32_t, n);
    uint32_t *place = NEW_N(arena, uint32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        uint32_t parent = profile->contexts[c].parent;
        group[c] = parent == NO_ID ? 0 : parent + 1;
        function[c] = rank[profile->contexts[c].function];
    }
    struct groups family = counting_sort_by(&scratch, group, n + 1, function,
                                            profile->n_functions, n);
    uint32_t found = 0;
    for (uint32_t i = 0; i <= n; i++) {
        uint32_t g = i ? order[i - 1] + 1 : 0;
        for (uint32_t k = family.first[g]; k < family.first[g + 1]; k++) {
            place[family.ids[k]] = found;
            order[found++] = family.ids[k];
        }
    }
    arena_free(&scratch);
    return place;
}

/* Adds up the costs of functions once more. Sums of fractions depend on the
   order of their parts, which was that of the samples. */
static void add_up_contexts(struct profile *profile)
{
    struct arena scratch = { 0 };
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
    arena_free(&scratch);
}

struct profile *order_profile(struct arena *arena, struct profile *profile)
{
    struct arena scratch = { 0 };
    uint32_t *rank = NEW_N(&scratch, uint32_t, profile->n_functions);
    struct merge_order order = { 0 };
    order.functions = order_functions(&scratch, profile, rank);
    if (profile->kind == FROM_CALLS)
        order.calls = order_calls(&scratch, profile, rank);
    else
        order.context_places = order_contexts(&scratch, profile, rank);
    struct profile *ordered = merge_ordered(arena, profile, &order);
    add_up_contexts(ordered);
    arena_free(&scratch);
    return ordered;
}
