#include "view/breakdown.h"

#include "model/stack_tree.h"

/* Describes a context of the present stack. */
struct breakdown_level {
    uint32_t nearest; /* the innermost kept function at or above it, or NO_ID */
    bool drawn;       /* it is the callee of a drawn call of the nearest kept
                         function above it */
    bool passes_undrawn; /* some sample goes from the nearest kept function
                            through this context, but over no drawn call, so the
                            call belongs to the rest */
};

struct breakdown_state {
    const struct profile *profile;
    const struct costs *costs;
    const struct view *view;
    struct breakdown *result; /* by function */
    struct arena scratch;
    struct pairs drawn; /* (caller, callee) of the calls in view */
    bool *kept;         /* by function */

    /* Only from stacks */
    bool *drawn_call; /* by call of the profile */
    bool *counted;    /* by call of the profile: its callee is in `callees` */
    uint32_t *n_drawn; /* by function: its drawn calls on the present stack */
    struct breakdown_level *levels; /* by depth + 1; levels[0] is above all
                                       roots */
};

static bool is_drawn(const struct breakdown_state *b, uint32_t caller,
                     uint32_t callee)
{
    return pairs_find(&b->drawn, caller, callee) != NO_ID;
}

/* Is it an arrow over functions that the view leaves out, in a profile from
   calls? Its cost is a part of the calls to these. */
static bool is_joined(const struct breakdown_state *b,
                      const struct view_call *call)
{
    return b->profile->kind == FROM_CALLS && call->call == NO_ID;
}

static void add_drawn_calls(struct breakdown_state *b)
{
    for (uint32_t c = 0; c < b->view->n_calls; c++) {
        const struct view_call *call = &b->view->calls[c];
        struct breakdown *breakdown = &b->result[call->caller];
        pairs_add_in(&b->drawn, &b->scratch, call->caller, call->callee);
        breakdown->recursive |= call->caller == call->callee;
        breakdown->n_calls += known(call->cost) && !is_joined(b, call) &&
                              !view_call_is_lifted(call);
        if (call->caller != call->callee)
            b->result[call->callee].elsewhere -=
                known_or(call->cost, 0) - call->again;
    }
}

/* From calls, the rest is the sum of the calls that are not drawn, and
   in_calls is what remains of the total. The sum of the drawn calls would
   be too much after a random walk, where the costs of calls overlap as they
   do on stacks. */
static void add_rest_of_calls(struct breakdown_state *b)
{
    for (uint32_t c = 0; c < b->profile->n_calls; c++) {
        uint32_t f = b->profile->calls[c].caller;
        uint32_t g = b->profile->calls[c].callee;
        double cost = b->costs->call_cost[c];
        if (!b->kept[f] || f == g || !known(cost) || cost <= 0 ||
            is_drawn(b, f, g))
            continue;
        b->result[f].rest += cost;
        b->result[f].n_callees++;
    }
}

/* From calls, a function that is in no cycle gets its total from its callers
   and from outside. */
static void add_origins_of_calls(struct breakdown_state *b)
{
    const struct profile *profile = b->profile;
    double *called = NEW_N(&b->scratch, double, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->calls[c].caller != profile->calls[c].callee)
            called[profile->calls[c].callee] +=
                known_or(b->costs->call_cost[c], 0);
    for (uint32_t i = 0; i < b->view->n_functions; i++) {
        uint32_t f = b->view->functions[i];
        b->result[f].elsewhere = called[f];
        b->result[f].uncalled = b->costs->total[f] - called[f];
    }
    for (uint32_t c = 0; c < b->view->n_calls; c++) {
        const struct view_call *call = &b->view->calls[c];
        if (call->caller != call->callee)
            b->result[call->callee].elsewhere -= known_or(call->cost, 0);
    }
}

/* Returns whether the context is the callee of a drawn call of `above`, which
   is the nearest kept function above it. */
static bool ends_drawn_call(const struct breakdown_state *b, uint32_t c,
                            uint32_t above)
{
    const struct context *context = &b->profile->contexts[c];
    uint32_t f = context->function;
    if (above == NO_ID || !b->kept[f])
        return false;
    if (b->profile->contexts[context->parent].function == above)
        return b->drawn_call[context->call];
    return is_drawn(b, above, f);
}

/* A sample that holds a drawn call of a function, but ends in the function
   itself, is self cost and so is subtracted again. */
static void enter(struct breakdown_state *b, uint32_t c,
                  struct breakdown_level *level)
{
    const struct context *context = &b->profile->contexts[c];
    uint32_t f = context->function, above = level[-1].nearest;
    *level = (struct breakdown_level){ .nearest = b->kept[f] ? f : above,
                                       .drawn = ends_drawn_call(b, c, above),
                                       .passes_undrawn = context->self > 0 };
    if (level->drawn && b->n_drawn[above]++ == 0)
        b->result[above].in_calls += b->costs->tree->through[c];
    if (b->kept[f] && b->n_drawn[f])
        b->result[f].in_calls -= context->self;
}

static void count_callee(struct breakdown_state *b, uint32_t call)
{
    uint32_t f = b->profile->calls[call].caller;
    if (!b->counted[call] && b->kept[f] && f != b->profile->calls[call].callee)
        b->result[f].n_callees++;
    b->counted[call] = true;
}

static void leave(struct breakdown_state *b, uint32_t c,
                  struct breakdown_level *level)
{
    const struct context *context = &b->profile->contexts[c];
    bool passes_undrawn = level->passes_undrawn;
    if (level->drawn)
        b->n_drawn[level[-1].nearest]--;
    if (b->kept[context->function])
        passes_undrawn = !level->drawn && b->costs->tree->through[c] > 0;
    level[-1].passes_undrawn |= passes_undrawn;
    if (passes_undrawn && context->call != NO_ID)
        count_callee(b, context->call);
}

static void walk_stacks(struct breakdown_state *b)
{
    const struct profile *profile = b->profile;
    struct stack_tree_walk walk = stack_tree_start(b->costs->tree);
    b->n_drawn = NEW_N(&b->scratch, uint32_t, profile->n_functions);
    b->drawn_call = NEW_N(&b->scratch, bool, profile->n_calls);
    b->counted = NEW_N(&b->scratch, bool, profile->n_calls);
    b->levels = NEW_N(&b->scratch, struct breakdown_level,
                      b->costs->tree->height + 1);
    b->levels[0].nearest = NO_ID;
    for (uint32_t i = 0; i < b->view->n_calls; i++)
        if (b->view->calls[i].call != NO_ID)
            b->drawn_call[b->view->calls[i].call] = true;
    while (stack_tree_next(&walk)) {
        struct breakdown_level *level = &b->levels[walk.depth + 1];
        if (walk.entered)
            enter(b, walk.at, level);
        else
            leave(b, walk.at, level);
    }
}

/* Returns the cost, or 0 if it is only the rounding error of a difference. */
static double without_noise(double cost, double total)
{
    return cost > SUM_ERROR * total ? cost : 0;
}

static void finish_function(struct breakdown_state *b, uint32_t f)
{
    struct breakdown *breakdown = &b->result[f];
    double total = b->costs->total[f];
    double below = total - b->profile->functions[f].self;
    if (b->profile->kind == FROM_STACKS) {
        breakdown->uncalled = b->profile->functions[f].entry;
        breakdown->elsewhere += total - breakdown->uncalled;
        breakdown->rest = without_noise(below - breakdown->in_calls, total);
    } else {
        breakdown->rest = fmin(breakdown->rest, below);
        breakdown->in_calls = without_noise(below - breakdown->rest, total);
    }
    breakdown->recursive |= b->costs->cycle[f] > 0;
    bool is_known = b->profile->kind == FROM_STACKS || !b->costs->cycle[f];
    breakdown->elsewhere =
        is_known ? without_noise(breakdown->elsewhere, total) : 0;
    breakdown->uncalled =
        is_known ? without_noise(breakdown->uncalled, total) : 0;
}

struct breakdown *breakdown_by_function(struct arena *arena,
                                        const struct profile *profile,
                                        const struct costs *costs,
                                        const struct view *view)
{
    struct breakdown_state b = {
        .profile = profile,
        .costs = costs,
        .view = view,
        .result = NEW_N(arena, struct breakdown, profile->n_functions),
    };
    b.kept = NEW_N(&b.scratch, bool, profile->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        b.kept[view->functions[i]] = true;
    add_drawn_calls(&b);
    if (profile->kind == FROM_STACKS) {
        walk_stacks(&b);
    } else {
        add_rest_of_calls(&b);
        add_origins_of_calls(&b);
    }
    for (uint32_t i = 0; i < view->n_functions; i++)
        finish_function(&b, view->functions[i]);
    arena_free(&b.scratch);
    return b.result;
}
