#include "analysis/view.h"

#include <stdlib.h>

#include "analysis/back.h"
#include "analysis/cap.h"
#include "analysis/recount.h"
#include "analysis/select.h"

/* A profile without any cost has no shares: nothing is below a threshold. */
static bool below(double cost, double whole, double percent)
{
    return whole > 0 && known(cost) && cost < whole * percent / 100;
}

static void drop_small(const struct profile *profile,
                       const struct costs *costs, double whole,
                       double percent, bool *kept)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (below(costs->total[f], whole, percent))
            kept[f] = false;
}

static void list_functions(struct arena *arena, struct view *view,
                           const struct profile *profile, double whole,
                           const bool *kept)
{
    view->functions = NEW_N(arena, uint32_t, profile->n_functions);
    view->dropped_cost = whole;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!kept[f])
            continue;
        view->functions[view->n_functions++] = f;
        view->dropped_cost -= profile->functions[f].self;
    }
    if (view->dropped_cost < VIEW_NOISE * whole)
        view->dropped_cost = 0;
}

/* Self-calls and back calls have no cost, and stay. */
static void drop_small_calls(struct view *view, double whole, double percent)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++) {
        if (below(view->calls[c].cost, whole, percent))
            continue;
        view->n_direct += view->calls[c].call != NO_ID;
        view->calls[n++] = view->calls[c];
    }
    view->n_calls = n;
}

static int by_ends(const void *left, const void *right)
{
    const struct view_call *a = left, *b = right;
    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    return (a->callee > b->callee) - (a->callee < b->callee);
}

struct view *view_of(struct arena *arena, const struct profile *profile,
                     const struct costs *costs, double whole,
                     const struct view_options *options)
{
    struct view *view = NEW(arena, struct view);
    bool *kept = NEW_N(arena, bool, profile->n_functions);
    if (!select_functions(profile, costs, options, kept))
        return NULL;
    drop_small(profile, costs, whole, options->node_thres, kept);
    if (options->nodecount > 0)
        view->capped =
            cap_functions(profile, costs, options->nodecount, kept);
    list_functions(arena, view, profile, whole, kept);
    recount_calls(arena, view, profile, costs, kept);
    drop_small_calls(view, whole, options->edge_thres);
    if (view->n_calls)
        qsort(view->calls, view->n_calls, sizeof *view->calls, by_ends);
    mark_back_calls(view, profile, costs);
    return view;
}
