/* Comparisons of views of profiles from stacks with counts on plain stacks. */
#ifndef UNIT_VIEWS_H
#define UNIT_VIEWS_H

#include "plain.h"
#include "view/view.h"

/* Returns a view that is the only one of its profile; NULL after a message. */
static inline struct view *only_view(struct arena *arena,
                                     const struct profile *profile,
                                     const struct costs *costs, double whole,
                                     const struct view_options *options)
{
    struct view_source *source =
        view_source_of(arena, profile, costs, whole, options);
    return source ? view_of(arena, source, options) : NULL;
}

static inline const struct view_call *call_in(const struct view *view,
                                              uint32_t caller, uint32_t callee)
{
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (view->calls[i].caller == caller && view->calls[i].callee == callee)
            return &view->calls[i];
    return NULL;
}

/* Holds what plain stacks say about a pair of kept functions. */
struct pair_count {
    bool exists;
    double cost, direct;
};

static inline struct pair_count
count_pair(const struct stacks *p, const bool *kept, uint32_t f, uint32_t g)
{
    struct pair_count count = { 0 };
    for (uint32_t i = 0; kept[f] && kept[g] && i < p->n; i++) {
        struct stack left = only_kept(&p->of[i], kept);
        if (!pairs_in(&left, f, g))
            continue;
        count.exists = true;
        count.cost += p->of[i].cost;
        count.direct += pairs_in(&p->of[i], f, g) ? p->of[i].cost : 0;
    }
    return count;
}

/* Calls below the limit must be missing. Returns how many direct calls there
   are. kept is by number, not by id. */
static inline uint32_t compare_calls(const struct stacks *p,
                                     const struct profile *profile,
                                     const struct view *view, const bool *kept,
                                     double limit)
{
    uint32_t direct = 0, n = 0;
    for (uint32_t a = 0; a < profile->n_functions; a++)
        for (uint32_t b = 0; b < profile->n_functions; b++) {
            uint32_t f = number_of(profile, a), g = number_of(profile, b);
            struct pair_count count = count_pair(p, kept, f, g);
            const struct view_call *call = call_in(view, a, b);
            if (!expect((call != NULL) ==
                            (count.exists && !(count.cost < limit)),
                        "f%u -> f%u: kept is %d", f, g, call != NULL) ||
                !call)
                continue;
            n++;
            direct += plain_calls(p, f, g);
            expect(call->cost == count.cost, "f%u -> f%u: cost %g, not %g", f,
                   g, call->cost, count.cost);
            expect(call->indirect == count.cost - count.direct,
                   "f%u -> f%u: indirect %g, not %g", f, g, call->indirect,
                   count.cost - count.direct);
            expect(call->call == profile_find_call(profile, a, b),
                   "f%u -> f%u: wrong call", f, g);
            expect(call->exact && !known(call->count),
                   "f%u -> f%u is no estimate", f, g);
        }
    expect(view->n_calls == n, "%u calls, not %u", view->n_calls, n);
    return direct;
}

static inline void compare_view(const struct stacks *p,
                                const struct profile *profile,
                                const struct view *view, double edge_limit,
                                const bool *kept)
{
    double dropped = plain_whole(p);
    uint32_t n = 0;
    for (uint32_t id = 0; id < profile->n_functions; id++) {
        if (!kept[number_of(profile, id)])
            continue;
        expect(n < view->n_functions && view->functions[n] == id,
               "f%u is not kept", number_of(profile, id));
        dropped -= plain_self(p, number_of(profile, id));
        n++;
    }
    expect(view->n_functions == n, "%u functions, not %u", view->n_functions,
           n);
    expect(view->dropped_cost == dropped, "%g dropped, not %g",
           view->dropped_cost, dropped);
    uint32_t direct = compare_calls(p, profile, view, kept, edge_limit);
    expect(view->n_direct == direct, "%u direct calls, not %u", view->n_direct,
           direct);
    for (uint32_t c = 1; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        expect(call[-1].caller < call->caller ||
                   (call[-1].caller == call->caller &&
                    call[-1].callee < call->callee),
               "calls out of order");
    }
}

#endif
