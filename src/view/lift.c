#include "view/lift.h"

#include "model/stack_tree.h"
#include "util/map.h"

/* Calls to a function show most of what they can if less than this part of its
   total is missing. */
#define LEAST_MISSING .3
#define HOT .5    /* of the hottest one's self cost: the function needs callers */
#define COMMON .5 /* of what is missing: it comes from one function */

enum { MOST_KEPT = 200 }; /* functions; a picture of more has room for calls */

/* The state of a walk over all stacks. */
struct lift {
    const struct profile *profile;
    const struct costs *costs;
    const bool *kept;
    struct arena scratch;
    struct pairs drawn;      /* (caller, callee) by index in the view */
    uint32_t *place, n_kept; /* by kept function: its place among them */
    double *missing;         /* by place: what comes from drawn functions and no
                                call shows */
    double *from;            /* by place of the callee, then by place: the part
                                of it that comes from this function */
    uint32_t *n_on_stack;    /* by kept function */
    uint32_t *open, n_open;  /* kept functions on the present stack */
    uint32_t *nearest;       /* by depth + 1: the innermost kept function at or
                                above it, or NO_ID */
};

static void add_missing(struct lift *l, uint32_t f, double cost)
{
    uint32_t to = l->place[f];
    l->missing[to] += cost;
    for (uint32_t i = 0; i < l->n_open; i++)
        l->from[to * l->n_kept + l->place[l->open[i]]] += cost;
}

/* Each sample counts once, where its stack enters the function first. */
static void enter(struct lift *l, uint32_t context, uint32_t depth)
{
    uint32_t f = l->profile->contexts[context].function;
    uint32_t above = l->nearest[depth];
    l->nearest[depth + 1] = l->kept[f] ? f : above;
    if (!l->kept[f] || l->n_on_stack[f]++ > 0)
        return;
    if (above != NO_ID && pairs_find(&l->drawn, above, f) == NO_ID)
        add_missing(l, f, l->costs->tree->through[context]);
    l->open[l->n_open++] = f;
}

static void leave(struct lift *l, uint32_t context)
{
    uint32_t f = l->profile->contexts[context].function;
    if (l->kept[f] && --l->n_on_stack[f] == 0)
        l->n_open--;
}

static void walk_stacks(struct lift *l)
{
    struct stack_tree_walk walk = stack_tree_start(l->costs->tree);
    l->n_on_stack = NEW_N(&l->scratch, uint32_t, l->profile->n_functions);
    l->open = NEW_N(&l->scratch, uint32_t, l->n_kept);
    l->nearest = NEW_N(&l->scratch, uint32_t, l->costs->tree->height + 1);
    l->nearest[0] = NO_ID;
    while (stack_tree_next(&walk))
        if (walk.entered)
            enter(l, walk.at, walk.depth);
        else
            leave(l, walk.at);
}

/* Returns the innermost function with a common part of what is missing at f, or
   NO_ID. The one of least total is the innermost. */
static uint32_t common_caller(const struct lift *l, uint32_t f)
{
    const double *from = &l->from[l->place[f] * l->n_kept];
    const double *total = l->costs->total;
    uint32_t best = NO_ID;
    for (uint32_t g = 0; g < l->profile->n_functions; g++)
        if (l->kept[g] && !l->profile->functions[g].is_tag &&
            from[l->place[g]] >= COMMON * l->missing[l->place[f]] &&
            (best == NO_ID || total[g] < total[best]))
            best = g;
    return best;
}

static void add_call(struct lift *l, struct view *view, uint32_t caller,
                     uint32_t callee)
{
    double cost = l->from[l->place[callee] * l->n_kept + l->place[caller]];
    uint32_t id = pairs_find(&l->drawn, caller, callee);
    if (id == NO_ID) {
        id = view->n_calls++;
        view->calls[id] = (struct view_call){ .caller = caller,
                                              .callee = callee,
                                              .call = NO_ID,
                                              .count = UNKNOWN,
                                              .exact = true };
    }
    struct view_call *call = &view->calls[id];
    call->cost += cost;
    call->indirect += cost;
    call->lifted = cost;
    if (view_call_is_indirect(call))
        call->count = UNKNOWN;
}

/* Returns, by function, whether it needs its callers in the picture: time is
   spent in it, or no call leads to it. */
static bool *find_needy(struct lift *l, const struct view *view)
{
    const struct function *functions = l->profile->functions;
    uint32_t n = l->profile->n_functions;
    bool *needy = NEW_N(&l->scratch, bool, n);
    double hottest = 0;
    for (uint32_t f = 0; f < n; f++)
        if (l->kept[f])
            hottest = fmax(hottest, functions[f].self);
    for (uint32_t f = 0; f < n; f++)
        needy[f] = l->kept[f];
    for (uint32_t c = 0; c < view->n_calls; c++) {
        uint32_t f = view->calls[c].callee;
        if (f != view->calls[c].caller)
            needy[f] = functions[f].self >= HOT * hottest;
    }
    return needy;
}

static void add_calls(struct lift *l, struct arena *arena, double least,
                      struct view *view)
{
    const bool *needy = find_needy(l, view);
    struct view_call *calls =
        NEW_N(arena, struct view_call, view->n_calls + l->n_kept);
    memcpy(calls, view->calls, view->n_calls * sizeof *calls);
    view->calls = calls;
    for (uint32_t f = 0; f < l->profile->n_functions; f++) {
        double missing = needy[f] ? l->missing[l->place[f]] : 0;
        if (!(missing > 0) || missing < LEAST_MISSING * l->costs->total[f])
            continue;
        uint32_t caller = common_caller(l, f);
        if (caller != NO_ID &&
            l->from[l->place[f] * l->n_kept + l->place[caller]] >= least)
            add_call(l, view, caller, f);
    }
}

void lift_calls(struct arena *arena, const struct profile *profile,
                const struct costs *costs, const bool *kept, double least,
                struct view *view)
{
    struct lift l = { .profile = profile, .costs = costs, .kept = kept };
    l.place = NEW_N(&l.scratch, uint32_t, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (kept[f])
            l.place[f] = l.n_kept++;
    if (profile->kind == FROM_STACKS && l.n_kept > 0 && l.n_kept <= MOST_KEPT) {
        l.missing = NEW_N(&l.scratch, double, l.n_kept);
        l.from = NEW_N(&l.scratch, double, (size_t)l.n_kept * l.n_kept);
        for (uint32_t c = 0; c < view->n_calls; c++)
            pairs_add_in(&l.drawn, &l.scratch, view->calls[c].caller,
                         view->calls[c].callee);
        walk_stacks(&l);
        add_calls(&l, arena, least, view);
    }
    arena_free(&l.scratch);
}
