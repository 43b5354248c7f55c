#include "view/lift.h"

#include "util/map.h"

/* Calls to a function show most of what they can if less than this part of its
   total is missing. */
#define LEAST_MISSING .15
/* A function needs its callers from this part of the hottest one's self cost
   on. */
#define HOT .25
/* An arrow to a function that needs its callers has at least this part of its
   total, if it has less than the least cost of calls. */
#define LEAST_OF_HOT .2
/* An arrow begins at a function from which this part of what is missing
   comes. */
#define COMMON .5

/* If other calls lead to a function, it does not begin at one with more than
   this part of the cost, which is above nearly everything. */
#define GENERAL .65

enum { MOST_KEPT = 200 }; /* functions; a picture of more has room for calls */

struct lift {
    const struct profile *profile;
    const struct kept_stacks *stacks;
    const struct costs *costs;
    const bool *kept;
    const bool *needy; /* by function: find_needy */
    bool *called;      /* by function: a call leads to it */
    double hot;        /* self cost from which on it is hot */
    struct arena scratch;
    struct pairs drawn;      /* (caller, callee) by index in the view */
    uint32_t *place, n_kept; /* by kept function: its place among them */
    double *missing;         /* by place: what comes from drawn functions and no
                                call shows */
    double *from;            /* by place of the callee, then by place: the part
                                of it that comes from this function */
    uint32_t *counted; /* by place: 1 + the last kept context that counted in
                          it */
};

/* Returns, by function, whether it needs its callers in the picture: time is
   spent in it, or no call leads to it. */
static bool *find_needy(struct lift *l, const struct view *view)
{
    const struct function *functions = l->profile->functions;
    uint32_t n = l->profile->n_functions;
    bool *needy = NEW_N(&l->scratch, bool, n);
    l->called = NEW_N(&l->scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        if (l->kept[f])
            l->hot = fmax(l->hot, HOT * functions[f].self);
    for (uint32_t f = 0; f < n; f++)
        needy[f] = l->kept[f];
    for (uint32_t c = 0; c < view->n_calls; c++) {
        uint32_t f = view->calls[c].callee;
        if (f == view->calls[c].caller)
            continue;
        l->called[f] = true;
        needy[f] = functions[f].self >= l->hot;
    }
    return needy;
}

/* Adds what a kept context brings to its function over no drawn call: to that
   function, and to what comes from each of the kept functions above. Where the
   function is on the stack already, its cost has counted there. */
static void add_missing(struct lift *l, uint32_t i)
{
    const struct kept_context *kept = l->stacks->of;
    uint32_t f = kept_function(l->stacks, i), above = kept[i].above;
    double cost = l->stacks->tree->through[kept[i].context];
    if (above == NO_ID ||
        pairs_find(&l->drawn, kept_function(l->stacks, above), f) != NO_ID)
        return;
    for (uint32_t k = above; k != NO_ID; k = kept[k].above)
        if (kept_function(l->stacks, k) == f)
            return;
    l->missing[l->place[f]] += cost;
    for (uint32_t k = above; k != NO_ID; k = kept[k].above) {
        uint32_t from = l->place[kept_function(l->stacks, k)];
        if (l->counted[from] != i + 1)
            l->from[l->place[f] * l->n_kept + from] += cost;
        l->counted[from] = i + 1;
    }
}

/* Adds in the order of contexts, on which sums of fractions depend. */
static void find_missing(struct lift *l)
{
    struct needy_context {
        uint64_t context;
        uint32_t i;
    };
    LIST(struct needy_context) needy = { 0 };
    l->counted = NEW_N(&l->scratch, uint32_t, l->n_kept);
    for (uint32_t i = 0; i < l->stacks->n; i++)
        if (l->needy[kept_function(l->stacks, i)])
            *PUSH_IN(&l->scratch, &needy) =
                (struct needy_context){ l->stacks->of[i].context, i };
    array_sort(needy.of, needy.n, sizeof *needy.of);
    for (size_t i = 0; i < needy.n; i++)
        add_missing(l, needy.of[i].i);
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

/* Takes a call out of those that are too small, if it is one. */
static bool take_small_call(struct view *view, uint32_t caller, uint32_t callee,
                            struct view_call *call)
{
    for (uint32_t i = 0; i < view->n_small_calls; i++) {
        *call = view->small_calls[i];
        if (call->caller != caller || call->callee != callee)
            continue;
        view->small_calls[i] = view->small_calls[--view->n_small_calls];
        return true;
    }
    return false;
}

/* Returns what is left of a cost without a part of it; 0 if that is rounding. */
static double positive_rest(double cost, double part)
{
    return cost - part > SUM_ERROR * cost ? cost - part : 0;
}

static void add_call(struct lift *l, struct view *view, uint32_t caller,
                     uint32_t callee)
{
    double cost = l->from[l->place[callee] * l->n_kept + l->place[caller]];
    uint32_t id = pairs_find(&l->drawn, caller, callee);
    if (id == NO_ID) {
        id = view->n_calls++;
        const struct view_call *small = &view->calls[id];
        if (take_small_call(view, caller, callee, &view->calls[id]))
            cost = positive_rest(cost, small->cost - small->again);
        else
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

static void add_calls(struct lift *l, struct arena *arena, double least,
                      struct view *view)
{
    struct view_call *calls =
        NEW_N(arena, struct view_call, view->n_calls + l->n_kept);
    memcpy(calls, view->calls, view->n_calls * sizeof *calls);
    view->calls = calls;
    for (uint32_t f = 0; f < l->profile->n_functions; f++) {
        double missing = l->needy[f] ? l->missing[l->place[f]] : 0;
        if (!(missing > 0) || missing < LEAST_MISSING * l->costs->total[f])
            continue;
        uint32_t caller = common_caller(l, f);
        if (caller == NO_ID)
            continue;
        bool is_general = l->called[f] && l->costs->total[caller] >
                                              GENERAL * l->costs->whole;
        double cost = l->from[l->place[f] * l->n_kept + l->place[caller]];
        bool is_hot = l->hot > 0 && l->profile->functions[f].self >= l->hot;
        double enough = is_hot ? fmin(least, LEAST_OF_HOT * l->costs->total[f])
                               : least;
        if (cost >= enough && !is_general)
            add_call(l, view, caller, f);
    }
}

void lift_calls(struct arena *arena, const struct kept_stacks *stacks,
                const struct costs *costs, const bool *kept, double least,
                struct view *view)
{
    const struct profile *profile = stacks->tree->profile;
    struct lift l = { .profile = profile, .stacks = stacks, .costs = costs,
                      .kept = kept };
    l.place = NEW_N(&l.scratch, uint32_t, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (kept[f])
            l.place[f] = l.n_kept++;
    if (l.n_kept > 0 && l.n_kept <= MOST_KEPT) {
        l.missing = NEW_N(&l.scratch, double, l.n_kept);
        l.from = NEW_N(&l.scratch, double, (size_t)l.n_kept * l.n_kept);
        for (uint32_t c = 0; c < view->n_calls; c++)
            pairs_add_in(&l.drawn, &l.scratch, view->calls[c].caller,
                         view->calls[c].callee);
        l.needy = find_needy(&l, view);
        find_missing(&l);
        add_calls(&l, arena, least, view);
    }
    arena_free(&l.scratch);
}
