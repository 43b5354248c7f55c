#include "view/breakdown.h"

#include "model/stack_tree.h"

struct accounting {
    const struct profile *profile;
    const struct costs *costs;
    const struct view *view;
    struct breakdown *accounts;
    struct arena scratch;
    struct pairs drawn; /* (caller, callee) */

    /* From stacks */
    bool *kept;        /* by function */
    bool *drawn_call;  /* by call of the profile */
    bool *seen;        /* by call of the profile: was counted */
    uint32_t *holding; /* by function: its drawn calls on the present stack */
    struct level {
        uint32_t nearest; /* the nearest kept function at or above it */
        bool drawn;       /* it ends a drawn call */
        bool goes_on;     /* something does in it without a drawn call */
    } *levels;            /* by depth + 1: the present stack */
};

static bool is_drawn(const struct accounting *a, uint32_t caller,
                     uint32_t callee)
{
    return pairs_find(&a->drawn, caller, callee) != NO_ID;
}

static void add_drawn_call(struct accounting *a, const struct view_call *call)
{
    struct breakdown *account = &a->accounts[call->caller];
    pairs_add(&a->drawn, call->caller, call->callee);
    account->calls += known(call->cost);
    account->back += known(call->cost) &&
                     (call->back || call->caller == call->callee);
    account->recursive |= call->caller == call->callee;
}

/* From calls, what is not drawn adds up, and the rest is drawn: a random walk
   gives costs that overlap, as they do on stacks. */
static void add_call(struct accounting *a, uint32_t call)
{
    uint32_t f = a->profile->calls[call].caller;
    uint32_t g = a->profile->calls[call].callee;
    double cost = a->costs->call_cost[call];
    if (f == g || !known(cost) || cost <= 0 || is_drawn(a, f, g))
        return;
    a->accounts[f].rest += cost;
    a->accounts[f].callees++;
}

/* Does the context end a drawn call of above, the nearest kept function? */
static bool ends_drawn(const struct accounting *a, uint32_t c, uint32_t above)
{
    const struct context *context = &a->profile->contexts[c];
    uint32_t f = context->function;
    if (above == NO_ID || !a->kept[f])
        return false;
    if (a->profile->contexts[context->parent].function == above)
        return a->drawn_call[context->call];
    return is_drawn(a, above, f);
}

/* A sample that ends in a function is self cost, whatever else it holds. */
static void enter(struct accounting *a, uint32_t c, struct level *level)
{
    const struct context *context = &a->profile->contexts[c];
    uint32_t f = context->function, above = level[-1].nearest;
    *level = (struct level){ .nearest = a->kept[f] ? f : above,
                             .drawn = ends_drawn(a, c, above),
                             .goes_on = context->self > 0 };
    if (level->drawn && a->holding[above]++ == 0)
        a->accounts[above].in_calls += a->costs->tree->through[c];
    if (a->kept[f] && a->holding[f])
        a->accounts[f].in_calls -= context->self;
}

static void count_callee(struct accounting *a, uint32_t call)
{
    uint32_t f = a->profile->calls[call].caller;
    if (!a->seen[call] && a->kept[f] && f != a->profile->calls[call].callee)
        a->accounts[f].callees++;
    a->seen[call] = true;
}

static void leave(struct accounting *a, uint32_t c, struct level *level)
{
    const struct context *context = &a->profile->contexts[c];
    bool goes_on = level->goes_on;
    if (level->drawn)
        a->holding[level[-1].nearest]--;
    if (a->kept[context->function])
        goes_on = !level->drawn && a->costs->tree->through[c] > 0;
    level[-1].goes_on |= goes_on;
    if (goes_on && context->call != NO_ID)
        count_callee(a, context->call);
}

static void mark_drawn(struct accounting *a)
{
    for (uint32_t i = 0; i < a->view->n_functions; i++)
        a->kept[a->view->functions[i]] = true;
    for (uint32_t i = 0; i < a->view->n_calls; i++)
        if (a->view->calls[i].call != NO_ID)
            a->drawn_call[a->view->calls[i].call] = true;
}

static void account_for_stacks(struct accounting *a)
{
    const struct profile *profile = a->profile;
    struct tree_walk walk = tree_walk_start(a->costs->tree);
    a->kept = NEW_N(&a->scratch, bool, profile->n_functions);
    a->holding = NEW_N(&a->scratch, uint32_t, profile->n_functions);
    a->drawn_call = NEW_N(&a->scratch, bool, profile->n_calls);
    a->seen = NEW_N(&a->scratch, bool, profile->n_calls);
    a->levels =
        NEW_N(&a->scratch, struct level, a->costs->tree->height + 1);
    a->levels[0].nearest = NO_ID;
    mark_drawn(a);
    while (tree_walk_next(&walk)) {
        struct level *level = &a->levels[walk.depth + 1];
        if (walk.entered)
            enter(a, walk.at, level);
        else
            leave(a, walk.at, level);
    }
}

/* Sums of the same numbers in another order leave noise. */
static double without_noise(double cost, double total)
{
    return cost > VIEW_NOISE * total ? cost : 0;
}

static void find_rest(struct accounting *a, uint32_t f)
{
    struct breakdown *account = &a->accounts[f];
    double total = a->costs->total[f];
    double below = total - a->profile->functions[f].self;
    if (a->profile->kind == FROM_STACKS) {
        account->rest = without_noise(below - account->in_calls, total);
    } else {
        account->rest = fmin(account->rest, below);
        account->in_calls = without_noise(below - account->rest, total);
    }
    account->recursive |= a->costs->cycle[f] > 0;
}

struct breakdown *breakdown_by_function(struct arena *arena, const struct profile *profile,
                            const struct costs *costs,
                            const struct view *view)
{
    struct accounting a = {
        .profile = profile,
        .costs = costs,
        .view = view,
        .accounts = NEW_N(arena, struct breakdown, profile->n_functions),
    };
    for (uint32_t i = 0; i < view->n_calls; i++)
        add_drawn_call(&a, &view->calls[i]);
    if (profile->kind == FROM_STACKS)
        account_for_stacks(&a);
    else
        for (uint32_t c = 0; c < profile->n_calls; c++)
            add_call(&a, c);
    for (uint32_t i = 0; i < view->n_functions; i++)
        find_rest(&a, view->functions[i]);
    pairs_free(&a.drawn);
    arena_free(&a.scratch);
    return a.accounts;
}
