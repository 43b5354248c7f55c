#include "view/breakdown.h"

#include "view/recount.h"

struct breakdown_state {
    const struct profile *profile;
    const struct costs *costs;
    const struct view *view;
    struct breakdown **result; /* by function; NULL: it is not kept */
    struct arena scratch;
    struct pairs drawn; /* (caller, callee) of the calls in view */
    bool *kept;         /* by function */

    /* Only from stacks */
    const struct kept_stacks *stacks;
    bool *drawn_call; /* by call of the profile */
    bool *is_callee;  /* by kept context: of a drawn call whose caller is
                         the nearest one above it */
    bool *enters;     /* by call of the profile: its caller is in `n_callers` */
    /* By function, on the present stack: */
    uint32_t *n_drawn;  /* its drawn calls */
    uint32_t *n_active; /* its contexts */
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
        struct breakdown *breakdown = b->result[call->caller];
        pairs_add_in(&b->drawn, &b->scratch, call->caller, call->callee);
        breakdown->recursive |= call->caller == call->callee;
        breakdown->n_calls += known(call->cost) && !is_joined(b, call) &&
                              !view_call_is_lifted(call);
        if (call->caller != call->callee)
            b->result[call->callee]->elsewhere -=
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
        if (!b->result[f] || f == g || !known(cost) || cost <= 0 ||
            is_drawn(b, f, g))
            continue;
        b->result[f]->rest += cost;
        b->result[f]->n_callees++;
    }
}

/* From calls, a function that is in no cycle gets its total from its callers
   and from outside. */
static void add_origins_of_calls(struct breakdown_state *b)
{
    const struct profile *profile = b->profile;
    double *called = NEW_N(&b->scratch, double, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        uint32_t f = profile->calls[c].caller, g = profile->calls[c].callee;
        double cost = known_or(b->costs->call_cost[c], 0);
        if (f == g)
            continue;
        called[g] += cost;
        if (!b->kept[g] || cost <= 0 || is_drawn(b, f, g))
            continue;
        b->result[g]->n_callers++;
        b->result[g]->caller = f;
    }
    for (uint32_t i = 0; i < b->view->n_functions; i++) {
        uint32_t f = b->view->functions[i];
        b->result[f]->elsewhere = called[f];
        b->result[f]->uncalled = b->costs->total[f] - called[f];
    }
    for (uint32_t c = 0; c < b->view->n_calls; c++) {
        const struct view_call *call = &b->view->calls[c];
        if (call->caller != call->callee)
            b->result[call->callee]->elsewhere -= known_or(call->cost, 0);
    }
}

/* An arrow over functions that have no box, or over other boxes, is not that of
   one caller. */
static void forget_callers(struct breakdown_state *b)
{
    for (uint32_t c = 0; c < b->view->n_calls; c++) {
        const struct view_call *call = &b->view->calls[c];
        if (is_joined(b, call) || call->lifted > 0)
            b->result[call->callee]->n_callers = 0;
    }
}

/* Returns whether the context is the callee of a drawn call of `above`, which
   is the nearest kept function above it. */
static bool ends_drawn_call(const struct breakdown_state *b,
                            const struct context *context, uint32_t above)
{
    if (above == NO_ID)
        return false;
    if (b->profile->contexts[context->parent].function == above)
        return b->drawn_call[context->call];
    return is_drawn(b, above, context->function);
}

static void count_caller(struct breakdown_state *b, uint32_t call)
{
    uint32_t f = b->profile->calls[call].callee;
    uint32_t caller = b->profile->calls[call].caller;
    if (!b->enters[call] && f != caller) {
        b->result[f]->n_callers++;
        b->result[f]->caller = caller;
    }
    b->enters[call] = true;
}

/* A sample that holds a drawn call of a function, but ends in the function
   itself, is self cost and so is subtracted again. */
static void enter(struct breakdown_state *b, uint32_t i)
{
    uint32_t c = b->stacks->of[i].context;
    const struct context *context = &b->profile->contexts[c];
    uint32_t f = context->function;
    uint32_t above = kept_function(b->stacks, b->stacks->of[i].above);
    b->is_callee[i] = ends_drawn_call(b, context, above);
    if (b->is_callee[i] && b->n_drawn[above]++ == 0)
        b->result[above]->in_calls += b->costs->tree->through[c];
    if (b->n_active[f]++ == 0 && !b->is_callee[i] && context->call != NO_ID &&
        b->costs->tree->through[c] > 0)
        count_caller(b, context->call);
    if (b->n_drawn[f])
        b->result[f]->in_calls -= context->self;
}

static void add_drawn_costs(struct breakdown_state *b)
{
    const struct kept_stacks *stacks = b->stacks;
    uint32_t at = NO_ID;
    b->n_drawn = NEW_N(&b->scratch, uint32_t, b->profile->n_functions);
    b->n_active = NEW_N(&b->scratch, uint32_t, b->profile->n_functions);
    b->drawn_call = NEW_N(&b->scratch, bool, b->profile->n_calls);
    b->is_callee = NEW_N(&b->scratch, bool, stacks->n);
    b->enters = NEW_N(&b->scratch, bool, b->profile->n_calls);
    for (uint32_t i = 0; i < b->view->n_calls; i++)
        if (b->view->calls[i].call != NO_ID)
            b->drawn_call[b->view->calls[i].call] = true;
    for (uint32_t i = 0; i < stacks->n; at = i++) {
        for (; at != stacks->of[i].above; at = stacks->of[at].above) {
            b->n_active[kept_function(stacks, at)]--;
            if (b->is_callee[at])
                b->n_drawn[kept_function(stacks, stacks->of[at].above)]--;
        }
        enter(b, i);
    }
}

/* Counts the calls of kept functions over which some sample goes, but not over
   a drawn call: these are in the rest. Children come before their parents. */
static void count_callees(struct breakdown_state *b)
{
    const struct profile *profile = b->profile;
    const struct kept_stacks *stacks = b->stacks;
    bool *counted = NEW_N(&b->scratch, bool, profile->n_calls);
    bool *passes = NEW_N(&b->scratch, bool, profile->n_contexts);
    for (uint32_t i = 0; i < stacks->n; i++)
        passes[stacks->of[i].context] =
            !b->is_callee[i] &&
            b->costs->tree->through[stacks->of[i].context] > 0;
    for (uint32_t c = profile->n_contexts; c-- > 0;) {
        const struct context *context = &profile->contexts[c];
        bool is_end = !b->kept[context->function] && context->self > 0;
        if (context->parent == NO_ID || !(passes[c] || is_end))
            continue;
        uint32_t f = profile->contexts[context->parent].function;
        if (!b->kept[f]) {
            passes[context->parent] = true;
        } else if (!counted[context->call]) {
            counted[context->call] = true;
            b->result[f]->n_callees += f != context->function;
        }
    }
}

/* Returns the cost, or 0 if it is only the rounding error of a difference. */
static double without_noise(double cost, double total)
{
    return cost > SUM_ERROR * total ? cost : 0;
}

static void finish_function(struct breakdown_state *b, uint32_t f)
{
    struct breakdown *breakdown = b->result[f];
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

struct breakdown **breakdown_by_function(struct arena *arena,
                                         const struct profile *profile,
                                         const struct costs *costs,
                                         const struct view *view)
{
    struct breakdown_state b = {
        .profile = profile,
        .costs = costs,
        .view = view,
        .result = NEW_N(arena, struct breakdown *, profile->n_functions),
    };
    b.kept = NEW_N(&b.scratch, bool, profile->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        b.kept[view->functions[i]] = true;
        b.result[view->functions[i]] = NEW(arena, struct breakdown);
    }
    add_drawn_calls(&b);
    if (profile->kind == FROM_STACKS) {
        b.stacks = kept_stacks_of(&b.scratch, costs->tree, b.kept);
        add_drawn_costs(&b);
        count_callees(&b);
    } else {
        add_rest_of_calls(&b);
        add_origins_of_calls(&b);
    }
    forget_callers(&b);
    for (uint32_t i = 0; i < view->n_functions; i++)
        finish_function(&b, view->functions[i]);
    arena_free(&b.scratch);
    return b.result;
}
