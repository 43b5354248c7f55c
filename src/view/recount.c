#include "view/recount.h"

#include <stdlib.h>

#include "model/stack_tree.h"
#include "util/array.h"
#include "util/map.h"

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
    const struct profile *profile;
    const bool *kept; /* by function */
    struct pairs ids;
    struct pair {
        uint32_t caller, callee;
        uint32_t depth, direct_depth;
        double cost, direct;
    } *pairs;
    size_t room;
    uint32_t *of_call; /* by call: its pair + 1, or 0 where not known */
    struct level {
        uint32_t nearest; /* the nearest kept function at or above it */
        uint32_t pair;    /* that ends there, or NO_ID */
        bool kept;        /* its own function */
        bool direct;      /* the pair is a call */
    } *levels;            /* by depth + 1: the present stack */
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

/* Of calls, that their pairs are known saves a search. */
static uint32_t call_pair(struct recount *r, uint32_t call)
{
    const struct call *ends = &r->profile->calls[call];
    if (!r->of_call[call])
        r->of_call[call] = pair_id(r, ends->caller, ends->callee) + 1;
    return r->of_call[call] - 1;
}

static struct level level_below(struct recount *r, const struct level *above,
                                const struct context *context)
{
    uint32_t f = context->function;
    struct level level = { .nearest = above->nearest, .pair = NO_ID };
    if (!r->kept[f])
        return level;
    level.nearest = f;
    level.kept = true;
    level.direct = above->kept;
    if (above->nearest != NO_ID)
        level.pair = above->kept ? call_pair(r, context->call)
                                 : pair_id(r, above->nearest, f);
    return level;
}

static void enter(struct recount *r, const struct level *level, double cost)
{
    if (level->pair == NO_ID)
        return;
    struct pair *pair = &r->pairs[level->pair];
    if (pair->depth++ == 0)
        pair->cost += cost;
    if (level->direct && pair->direct_depth++ == 0)
        pair->direct += cost;
}

static void leave(struct recount *r, const struct level *level)
{
    if (level->pair == NO_ID)
        return;
    r->pairs[level->pair].depth--;
    r->pairs[level->pair].direct_depth -= level->direct;
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
                        const struct stack_tree *tree, const bool *kept)
{
    struct arena scratch = { 0 };
    const struct profile *profile = tree->profile;
    struct tree_walk walk = tree_walk_start(tree);
    struct recount r = {
        .profile = profile,
        .kept = kept,
        .of_call = NEW_N(&scratch, uint32_t, profile->n_calls),
        .levels = NEW_N(&scratch, struct level, tree->height + 1),
    };
    r.levels[0].nearest = NO_ID;
    while (tree_walk_next(&walk)) {
        struct level *above = &r.levels[walk.depth];
        if (!walk.entered) {
            leave(&r, above + 1);
            continue;
        }
        above[1] = level_below(&r, above, &profile->contexts[walk.at]);
        enter(&r, above + 1, tree->through[walk.at]);
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
        walk_stacks(arena, view, costs->tree, kept);
}
