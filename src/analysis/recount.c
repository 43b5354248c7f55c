#include "analysis/recount.h"

#include <stdlib.h>

#include "analysis/walk.h"

static void copy_calls(struct arena *arena, struct view *view,
                       const struct profile *profile,
                       const struct costs *costs, const bool *kept)
{
    view->calls = NEW_N(arena, struct view_call, profile->n_calls);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (kept[call->caller] && kept[call->callee])
            view->calls[view->n_calls++] = (struct view_call){
                .caller = call->caller,
                .callee = call->callee,
                .call = c,
                .cost = costs->call_cost[c],
                .count = call->count,
                .exact = costs->call_exact[c],
                .back = costs->back[c],
            };
    }
}

/* Pairs of nearest kept functions, and how many of each are on the present
   stack: all, and those that are neighbours in it. */
struct recount {
    struct pairs ids;
    struct pair {
        uint32_t caller, callee;
        uint32_t depth, direct_depth;
        double cost, direct;
    } *pairs;
    size_t room;
    uint32_t *nearest; /* by context: nearest kept function at or above it */
    uint32_t *pair;    /* by context: the pair that ends there, or NO_ID */
};

static uint32_t pair_id(struct recount *r, uint32_t caller, uint32_t callee)
{
    uint32_t n = r->ids.n;
    uint32_t id = pairs_add(&r->ids, caller, callee);
    if (id < n)
        return id;
    r->pairs = array_grow(r->pairs, id, &r->room, sizeof *r->pairs);
    r->pairs[id] = (struct pair){ .caller = caller, .callee = callee };
    return id;
}

static bool is_direct(const struct profile *profile, uint32_t context,
                      const bool *kept)
{
    uint32_t parent = profile->contexts[context].parent;
    return kept[profile->contexts[parent].function];
}

static void enter(struct recount *r, const struct profile *profile,
                  uint32_t c, const bool *kept, double cost)
{
    const struct context *context = &profile->contexts[c];
    uint32_t above =
        context->parent == NO_ID ? NO_ID : r->nearest[context->parent];
    r->nearest[c] = kept[context->function] ? context->function : above;
    r->pair[c] = NO_ID;
    if (!kept[context->function] || above == NO_ID)
        return;
    r->pair[c] = pair_id(r, above, context->function);
    struct pair *pair = &r->pairs[r->pair[c]];
    if (pair->depth++ == 0)
        pair->cost += cost;
    if (is_direct(profile, c, kept) && pair->direct_depth++ == 0)
        pair->direct += cost;
}

static void leave(struct recount *r, const struct profile *profile, uint32_t c,
                  const bool *kept)
{
    if (r->pair[c] == NO_ID)
        return;
    r->pairs[r->pair[c]].depth--;
    if (is_direct(profile, c, kept))
        r->pairs[r->pair[c]].direct_depth--;
}

static void list_pairs(struct arena *arena, struct view *view,
                       const struct profile *profile, const struct recount *r)
{
    view->calls = NEW_N(arena, struct view_call, r->ids.n);
    for (uint32_t i = 0; i < r->ids.n; i++) {
        const struct pair *pair = &r->pairs[i];
        double indirect = pair->cost - pair->direct;
        view->calls[view->n_calls++] = (struct view_call){
            .caller = pair->caller,
            .callee = pair->callee,
            .call = profile_find_call(profile, pair->caller, pair->callee),
            .cost = pair->cost,
            .indirect = indirect > VIEW_NOISE * pair->cost ? indirect : 0,
            .count = UNKNOWN,
            .exact = true,
        };
    }
}

static void walk_stacks(struct arena *arena, struct view *view,
                        const struct profile *profile, const bool *kept)
{
    struct arena scratch = { 0 };
    double *through = context_costs(&scratch, profile);
    struct walk walk = walk_start(&scratch, profile);
    struct recount r = {
        .nearest = NEW_N(&scratch, uint32_t, profile->n_contexts),
        .pair = NEW_N(&scratch, uint32_t, profile->n_contexts),
    };
    while (walk_on(&walk)) {
        if (walk.entered)
            enter(&r, profile, walk.at, kept, through[walk.at]);
        else
            leave(&r, profile, walk.at, kept);
    }
    list_pairs(arena, view, profile, &r);
    pairs_free(&r.ids);
    free(r.pairs);
    arena_free(&scratch);
}

void recount_calls(struct arena *arena, struct view *view,
                   const struct profile *profile, const struct costs *costs,
                   const bool *kept)
{
    if (profile->kind == FROM_CALLS)
        copy_calls(arena, view, profile, costs, kept);
    else
        walk_stacks(arena, view, profile, kept);
}
