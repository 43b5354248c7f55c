#include "view/recount.h"

struct call_list {
    LIST(struct view_call);
};

static struct view_call *list_kept_calls(struct arena *arena,
                                         const struct profile *profile,
                                         const struct costs *costs,
                                         const bool *kept, uint32_t *n)
{
    struct call_list list = { 0 };
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (kept[call->caller] && kept[call->callee])
            *PUSH_IN(arena, &list) = (struct view_call){
                .caller = call->caller,
                .callee = call->callee,
                .call = c,
                .cost = costs->call_cost[c],
                .count = call->count,
                .exact = costs->call_exact[c],
            };
    }
    *n = (uint32_t)list.n;
    return list.of ? list.of : NEW(arena, struct view_call);
}

/* Describes a pair of kept functions that are neighbours on some stack once the
   others are removed. */
struct kept_pair {
    double cost;   /* of the samples whose stack holds the pair */
    double direct; /* of the samples whose stack holds it as a call */
    double first;  /* of those in which the callee is not higher on the stack */
    uint32_t n, n_direct; /* how often the present stack holds it */
    uint32_t call; /* of the profile, or NO_ID if it is none */
};

/* Describes a context of the present stack whose function is kept. */
struct recount_level {
    uint32_t place;    /* NO_ID in levels[0], which is above all stacks */
    uint32_t context;
    uint32_t function;
    uint32_t pair;     /* the pair whose callee it is, or NO_ID */
    bool direct;       /* the pair is a call */
};

struct recount {
    struct arena *scratch;
    const struct profile *profile;
    LIST(struct kept_pair) pairs;
    struct pairs ids;        /* (caller, callee) by place in pairs; empty until
                                there is a pair that is no call */
    uint32_t *pair_of_call; /* by call: its place in pairs + 1; 0 if it has
                               none yet */
    uint32_t *n_on_stack;   /* by kept function */
};

static uint32_t add_pair(struct recount *r, uint32_t caller, uint32_t callee)
{
    uint32_t id = pairs_add_in(&r->ids, r->scratch, caller, callee);
    if (id == r->pairs.n)
        *PUSH_IN(r->scratch, &r->pairs) = (struct kept_pair){ .call = NO_ID };
    return id;
}

static uint32_t add_ends(struct recount *r, uint32_t call)
{
    const struct call *ends = &r->profile->calls[call];
    return add_pair(r, ends->caller, ends->callee);
}

/* Adds a pair that is not a call here, though it may be one elsewhere. */
static uint32_t add_indirect(struct recount *r, uint32_t caller,
                             uint32_t callee)
{
    for (uint32_t i = r->ids.n; i < r->pairs.n; i++)
        add_ends(r, r->pairs.of[i].call);
    return add_pair(r, caller, callee);
}

/* Adds the pair of a call, which is then looked up only once. If all pairs are
   calls, none needs a look-up. */
static uint32_t add_call(struct recount *r, uint32_t call)
{
    if (!r->pair_of_call[call]) {
        uint32_t id = (uint32_t)r->pairs.n;
        if (r->ids.n)
            id = add_ends(r, call);
        else
            *PUSH_IN(r->scratch, &r->pairs) = (struct kept_pair){ 0 };
        r->pairs.of[id].call = call;
        r->pair_of_call[call] = id + 1;
    }
    return r->pair_of_call[call] - 1;
}

/* Each sample counts once for a pair, so only the outermost of several equal
   pairs on a stack adds its cost. */
static void enter(struct recount *r, struct recount_level *level, double cost)
{
    const struct recount_level *above = level - 1;
    bool is_first = r->n_on_stack[level->function]++ == 0;
    if (above->place == NO_ID)
        return;
    const struct context *context = &r->profile->contexts[level->context];
    level->direct = context->parent == above->context;
    level->pair = level->direct
                      ? add_call(r, context->call)
                      : add_indirect(r, above->function, level->function);
    struct kept_pair *pair = &r->pairs.of[level->pair];
    if (pair->n++ == 0)
        pair->cost += cost;
    if (level->direct && pair->n_direct++ == 0)
        pair->direct += cost;
    if (is_first)
        pair->first += cost;
}

static void leave(struct recount *r, const struct recount_level *level)
{
    r->n_on_stack[level->function]--;
    if (level->pair == NO_ID)
        return;
    r->pairs.of[level->pair].n--;
    r->pairs.of[level->pair].n_direct -= level->direct;
}

static struct view_call *list_pairs(struct arena *arena,
                                    const struct recount *r, uint32_t *n)
{
    *n = (uint32_t)r->pairs.n;
    struct view_call *calls = NEW_N(arena, struct view_call, *n);
    for (uint32_t i = 0; i < *n; i++) {
        const struct kept_pair *pair = &r->pairs.of[i];
        const struct call *call =
            pair->call == NO_ID ? NULL : &r->profile->calls[pair->call];
        double indirect = pair->cost - pair->direct;
        calls[i] = (struct view_call){
            .caller = call ? call->caller : r->ids.keys[i].a,
            .callee = call ? call->callee : r->ids.keys[i].b,
            .call = pair->call,
            .cost = pair->cost,
            .indirect = indirect > SUM_ERROR * pair->cost ? indirect : 0,
            .again = pair->cost - pair->first,
            .count = call ? call->count : UNKNOWN,
            .exact = true,
        };
    }
    return calls;
}

struct kept_stacks *kept_stacks_of(struct arena *arena,
                                   const struct stack_tree *tree,
                                   const bool *kept)
{
    if (!tree)
        return NULL;
    LOCAL_ARENA(scratch);
    const struct profile *profile = tree->profile;
    struct kept_stacks *stacks = NEW(arena, struct kept_stacks);
    /* By context: the place of the nearest one at or above it, or NO_ID. */
    uint32_t *nearest = NEW_N(&scratch, uint32_t, profile->n_contexts);
    stacks->tree = tree;
    for (uint32_t i = 0; i < profile->n_contexts; i++) {
        uint32_t c = tree->order[i], parent = profile->contexts[c].parent;
        nearest[c] = parent == NO_ID ? NO_ID : nearest[parent];
        if (!kept[profile->contexts[c].function])
            continue;
        *PUSH_IN(arena, stacks) = (struct kept_context){ c, nearest[c] };
        nearest[c] = (uint32_t)stacks->n - 1;
    }
    return stacks;
}

/* Visits only contexts whose functions are kept. The present stack ends at the
   nearest of them above. */
static struct view_call *count_pairs(struct arena *arena,
                                     const struct kept_stacks *stacks,
                                     uint32_t *n)
{
    LOCAL_ARENA(scratch);
    const struct stack_tree *tree = stacks->tree;
    const struct profile *profile = tree->profile;
    struct recount r = {
        .scratch = &scratch,
        .profile = profile,
        .pair_of_call = NEW_N(&scratch, uint32_t, profile->n_calls),
        .n_on_stack = NEW_N(&scratch, uint32_t, profile->n_functions),
    };
    struct recount_level *level =
        NEW_N(&scratch, struct recount_level, tree->height + 1);
    level->place = NO_ID;
    for (uint32_t i = 0; i < stacks->n; i++) {
        uint32_t c = stacks->of[i].context;
        while (level->place != stacks->of[i].above)
            leave(&r, level--);
        *++level = (struct recount_level){ i, c, profile->contexts[c].function,
                                           NO_ID, false };
        enter(&r, level, tree->through[c]);
    }
    return list_pairs(arena, &r, n);
}

struct view_call *recount_ranked(struct arena *arena,
                                 const struct profile *profile,
                                 const struct costs *costs, const bool *kept,
                                 uint32_t *n)
{
    LOCAL_ARENA(scratch);
    if (!costs->tree || memchr(kept, 0, profile->n_functions))
        return recount_calls(arena, profile, costs, kept,
                             kept_stacks_of(&scratch, costs->tree, kept), n);
    struct view_call *calls = NEW_N(arena, struct view_call, costs->n_walked);
    *n = costs->n_walked;
    for (uint32_t i = 0; i < *n; i++) {
        uint32_t c = costs->walked[i];
        calls[i] = (struct view_call){ .caller = profile->calls[c].caller,
                                       .callee = profile->calls[c].callee,
                                       .call = c,
                                       .cost = costs->call_cost[c],
                                       .count = profile->calls[c].count,
                                       .exact = true };
    }
    return calls;
}

struct view_call *recount_calls(struct arena *arena,
                                const struct profile *profile,
                                const struct costs *costs, const bool *kept,
                                const struct kept_stacks *stacks, uint32_t *n)
{
    return stacks ? count_pairs(arena, stacks, n)
                  : list_kept_calls(arena, profile, costs, kept, n);
}
