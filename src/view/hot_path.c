#include "view/hot_path.h"

/* The path goes only over calls of at least this part of the callee's total. */
#define LEAST_OF_CALLEE .25

/* Returns, by function, the costliest call to it that is no back call, or
   NO_ID. */
static uint32_t *strongest_callers(struct arena *arena, const struct view *view,
                                   uint32_t n_functions)
{
    uint32_t *strongest = index_no_ids(arena, n_functions);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        uint32_t *best = &strongest[call->callee];
        if (call->back || call->caller == call->callee || !known(call->cost))
            continue;
        if (*best == NO_ID || call->cost > view->calls[*best].cost)
            *best = c;
    }
    return strongest;
}

/* Marks a function and the path to it over the costliest calls. */
static void mark_path(const struct hot_path *hot_path, const struct view *view,
                      const struct costs *costs, const uint32_t *strongest,
                      uint32_t at)
{
    while (at != NO_ID && !hot_path->functions[at]) {
        uint32_t call = strongest[at];
        hot_path->functions[at] = true;
        bool ends = call == NO_ID ||
                    view->calls[call].cost <
                        LEAST_OF_CALLEE * costs->total[at];
        if (!ends)
            hot_path->calls[call] = true;
        at = ends ? NO_ID : view->calls[call].caller;
    }
}

/* Does a call cost about as much as the costliest one to its callee? */
static bool is_tie(const struct view *view, const struct view_call *call,
                   uint32_t strongest)
{
    return call->id != strongest && !call->back &&
           call->caller != call->callee && known(call->cost) &&
           call->cost >=
               HOT_PATH_TIE_OF_CALLS * view->calls[strongest].cost;
}

/* Marks the paths that begin with other calls to the hottest functions. */
static void mark_ties(struct hot_path *hot_path, const struct view *view,
                      const struct costs *costs, const uint32_t *strongest,
                      const bool *is_hottest)
{
    for (uint32_t c = 0; c < view->n_calls; c++) {
        uint32_t f = view->calls[c].callee;
        if (!is_hottest[f] || strongest[f] == NO_ID ||
            !hot_path->calls[strongest[f]])
            continue;
        if (is_tie(view, &view->calls[c], strongest[f])) {
            hot_path->calls[c] = true;
            mark_path(hot_path, view, costs, strongest, view->calls[c].caller);
        }
        hot_path->n_ways += hot_path->calls[c];
    }
}

struct hot_path hot_path_find(struct arena *arena,
                              const struct profile *profile,
                              const struct costs *costs,
                              const struct view *view)
{
    LOCAL_ARENA(scratch);
    struct hot_path hot_path = {
        .functions = NEW_N(arena, bool, profile->n_functions),
        .calls = NEW_N(arena, bool, view->n_calls),
    };
    const uint32_t *strongest =
        strongest_callers(&scratch, view, profile->n_functions);
    bool *is_hottest = NEW_N(&scratch, bool, profile->n_functions);
    double most = 0;
    for (uint32_t i = 0; i < view->n_functions; i++)
        most = fmax(most, profile->functions[view->functions[i]].self);
    for (uint32_t i = 0; i < view->n_functions && most > 0; i++) {
        uint32_t f = view->functions[i];
        if (profile->functions[f].self < HOT_PATH_TIE * most)
            continue;
        hot_path.n_hottest++;
        is_hottest[f] = true;
        mark_path(&hot_path, view, costs, strongest, f);
    }
    mark_ties(&hot_path, view, costs, strongest, is_hottest);
    return hot_path;
}
