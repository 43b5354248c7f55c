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

struct hot_path hot_path_find(struct arena *arena,
                              const struct profile *profile,
                              const struct costs *costs,
                              const struct view *view)
{
    LOCAL_ARENA(scratch);
    struct hot_path hot_path = { NEW_N(arena, bool, profile->n_functions),
                                 NEW_N(arena, bool, view->n_calls) };
    const uint32_t *strongest =
        strongest_callers(&scratch, view, profile->n_functions);
    uint32_t at = NO_ID;
    double most = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (profile->functions[f].self > most) {
            most = profile->functions[f].self;
            at = f;
        }
    }
    while (at != NO_ID && !hot_path.functions[at]) {
        uint32_t call = strongest[at];
        hot_path.functions[at] = true;
        bool ends = call == NO_ID ||
                    view->calls[call].cost <
                        LEAST_OF_CALLEE * costs->total[at];
        at = ends ? NO_ID : view->calls[call].caller;
        if (at != NO_ID && !hot_path.functions[at])
            hot_path.calls[call] = true;
    }
    return hot_path;
}
