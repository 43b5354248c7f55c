#include "view/prune.h"

#include "util/ranked.h"
#include "view/back_edges.h"

enum { MOST_LOOSE = 5 }; /* functions without calls, which fit in a row */

/* ---- Small calls ---- */

/* An arrow tells something about a box from this part of its total on, and is
   drawn even below edge_thres from MOST_OF_CALLEE on. */
#define LEAST_OF_CALLEE .2
#define MOST_OF_CALLEE .5

/* Returns, by call of the view, whether it is a note in a box. */
static bool *find_notes(struct arena *arena, const struct view *view,
                        const struct profile *profile,
                        const struct costs *costs)
{
    bool *is_note = back_edges_find(arena, profile, costs, view->calls,
                                    view->n_calls);
    for (uint32_t c = 0; c < view->n_calls; c++)
        is_note[c] |= view->calls[c].caller == view->calls[c].callee;
    return is_note;
}

/* Moves calls that are small whether they are arrows or notes to
   view->small_calls, but for those of a function to itself. */
static void move_smallest(struct arena *arena, struct view *view,
                          const struct costs *costs, double whole,
                          const struct view_options *options)
{
    uint32_t n = 0;
    view->small_calls = NEW_N(arena, struct view_call, view->n_calls);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        if (!view_is_below(call->cost, whole, options->edge_thres) ||
            call->cost >= MOST_OF_CALLEE * costs->total[call->callee])
            view->calls[n++] = *call;
        else if (call->caller != call->callee)
            view->small_calls[view->n_small_calls++] = *call;
    }
    view->n_calls = n;
}

void prune_small_calls(struct arena *arena, struct view *view,
                       const struct profile *profile,
                       const struct costs *costs, double whole,
                       const struct view_options *options)
{
    LOCAL_ARENA(scratch);
    bool is_picture = options->for_picture && whole > 0;
    const bool *is_note = NULL;
    uint32_t n = 0;
    if (is_picture) {
        move_smallest(arena, view, costs, whole, options);
        is_note = find_notes(&scratch, view, profile, costs);
    }
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool is_arrow = is_picture && !is_note[c];
        bool is_small = view_is_below(call->cost, whole, options->edge_thres);
        double part = is_small ? MOST_OF_CALLEE : LEAST_OF_CALLEE;
        if (is_arrow && !profile->functions[call->caller].is_tag)
            is_small = call->cost < part * costs->total[call->callee];
        if (!is_small)
            view->calls[n++] = *call;
        else if (is_arrow)
            view->small_calls[view->n_small_calls++] = *call;
    }
    view->n_calls = n;
}

/* ---- Functions that a picture can do without ---- */

/* A picture can leave out functions without an arrow to others and with less
   than PALE of the hottest one's self cost, unless their total is MUCH of the
   whole. If it shows SHOWN_ENOUGH of the whole, or where functions without any
   arrow crowd, it can leave out those with less than PART_OF_HOTTEST. */
#define PALE .03
#define MUCH .1
#define SHOWN_ENOUGH .95
#define PART_OF_HOTTEST .125

static bool is_needless(const struct profile *profile, uint32_t f,
                        const struct view_options *options, double least)
{
    const struct function *function = &profile->functions[f];
    bool is_wanted = function->is_under_study ||
                     (options->heat && options->heat[f] > 0) ||
                     (options->priority && options->priority[f] > 0);
    return !is_wanted && function->self < least;
}

/* Those of least self cost go first. */
bool prune_needless(struct view *view, const struct profile *profile,
                    const struct costs *costs, double whole,
                    const struct view_options *options, bool *kept)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions, n_kept = 0, n_leaves = 0, n_loose = 0;
    double shown = 0, hottest = 0;
    bool any = false;
    bool *calls = NEW_N(&scratch, bool, n), *called = NEW_N(&scratch, bool, n);
    struct ranked *leaves = NEW_N(&scratch, struct ranked, n);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        if (call->caller != call->callee && !call->back)
            calls[call->caller] = called[call->callee] = true;
    }
    for (uint32_t f = 0; f < n; f++) {
        if (!kept[f] || profile->functions[f].is_tag)
            continue;
        double self = profile->functions[f].self;
        n_kept++;
        shown += self;
        hottest = fmax(hottest, self);
        if (!calls[f])
            leaves[n_leaves++] = (struct ranked){ f, -self };
        n_loose += !calls[f] && !called[f];
    }
    ranked_sort(leaves, n_leaves);
    for (uint32_t i = 0; i < n_leaves; i++) {
        uint32_t f = leaves[i].id;
        double left = shown + leaves[i].cost;
        bool is_enough = left >= SHOWN_ENOUGH * whole;
        bool crowds = !called[f] && n_loose > MOST_LOOSE && n_loose < n_kept;
        bool leads_to_much = costs->total[f] >= MUCH * whole;
        double part = is_enough || crowds               ? PART_OF_HOTTEST
                      : view->is_flat || leads_to_much ? 0
                                                        : PALE;
        if (!is_needless(profile, f, options, part * hottest))
            continue;
        shown = left;
        kept[f] = false;
        any = true;
        n_kept--;
        n_loose -= !called[f];
        view->is_enough |= is_enough;
    }
    return any;
}
