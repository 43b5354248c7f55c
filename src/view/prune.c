#include "view/prune.h"

#include "util/ranked.h"
#include "view/back_edges.h"

enum {
    MOST_LOOSE = 5, /* functions without calls, which fit in a row */
    PART_OF_BOX = 5, /* a picture leaves out calls of less than this part of its
                        least total */
};

/* ---- Small calls ---- */

/* The costliest call at one side of a function. */
struct costliest {
    uint32_t call; /* of the view, or NO_ID */
    double cost;
};

static void keep_costliest(struct costliest *costliest, uint32_t call,
                           double cost)
{
    if (cost > costliest->cost)
        *costliest = (struct costliest){ call, cost };
}

/* An arrow of a smaller part of a box's total tells nothing about that box. */
#define LEAST_TELLING .2

static bool is_telling(const struct costs *costs, uint32_t f, double cost)
{
    return cost > LEAST_TELLING * costs->total[f];
}

/* Returns, by call of the view, whether a picture keeps it though it is small:
   the costliest call to each function, and the costliest call of a function
   that nothing calls. It must be more than next to nothing for the callee, and
   in the second case for the caller. Notes do not count. */
static bool *find_only_arrows(struct arena *arena, const struct view *view,
                              const struct costs *costs, uint32_t n_functions,
                              const bool *is_note)
{
    bool *only = NEW_N(arena, bool, view->n_calls);
    struct costliest *in = NEW_N(arena, struct costliest, n_functions);
    struct costliest *out = NEW_N(arena, struct costliest, n_functions);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        if (is_note[c] || !is_telling(costs, call->callee, call->cost))
            continue;
        keep_costliest(&in[call->callee], c, call->cost);
        keep_costliest(&out[call->caller], c, call->cost);
    }
    for (uint32_t f = 0; f < n_functions; f++)
        if (in[f].cost > 0)
            only[in[f].call] = true;
        else if (out[f].cost > 0 && is_telling(costs, f, out[f].cost))
            only[out[f].call] = true;
    return only;
}

/* Returns the threshold of calls in percent. In pictures it is at least a fifth
   of the least total. */
static double call_threshold(const struct profile *profile,
                             const struct costs *costs, double whole,
                             const struct view_options *options,
                             const bool *kept)
{
    double least = HUGE_VAL;
    for (uint32_t f = 0; f < profile->n_functions && whole > 0; f++)
        if (kept[f] && !profile->functions[f].is_tag)
            least = fmin(least, known_or(costs->total[f], HUGE_VAL));
    return options->for_picture && least < HUGE_VAL
               ? fmax(options->edge_thres, 100 * least / whole / PART_OF_BOX)
               : options->edge_thres;
}

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

void prune_small_calls(struct arena *arena, struct view *view,
                       const struct profile *profile,
                       const struct costs *costs, double whole,
                       const struct view_options *options, const bool *kept)
{
    LOCAL_ARENA(scratch);
    bool is_picture = options->for_picture;
    const bool *is_note = NULL, *only = NULL;
    uint32_t n = 0;
    view->call_thres = call_threshold(profile, costs, whole, options, kept);
    if (is_picture) {
        is_note = find_notes(&scratch, view, profile, costs);
        only = find_only_arrows(&scratch, view, costs, profile->n_functions,
                                is_note);
        view->small_calls = NEW_N(arena, struct view_call, view->n_calls);
    }
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool is_arrow = is_picture && !is_note[c];
        bool is_small =
            view_is_below(call->cost, whole,
                          is_arrow ? view->call_thres : options->edge_thres) ||
            (is_arrow && whole > 0 &&
             !profile->functions[call->caller].is_tag &&
             !is_telling(costs, call->callee, call->cost));
        if (!is_small || (only && only[c]))
            view->calls[n++] = *call;
        else if (is_arrow)
            view->small_calls[view->n_small_calls++] = *call;
    }
    view->n_calls = n;
}

/* ---- Functions that a picture can do without ---- */

/* A picture can leave out functions without an arrow to others and with less
   than PALE of the hottest one's self cost or, if it shows SHOWN_ENOUGH of the
   whole, with less than PART_OF_HOTTEST. Where functions without arrows crowd,
   PART_OF_HOTTEST counts for these in any case. */
#define PALE .03
#define SHOWN_ENOUGH .95
#define PART_OF_HOTTEST .125

static bool is_needless(const struct profile *profile, uint32_t f,
                        const struct view_options *options, double least)
{
    const struct function *function = &profile->functions[f];
    bool is_wanted = function->is_tag || function->detail ||
                     (options->heat && options->heat[f] > 0) ||
                     (options->priority && options->priority[f] > 0);
    return !is_wanted && function->self < least;
}

/* Those of least self cost go first. */
bool prune_needless(struct view *view, const struct profile *profile,
                    double whole, const struct view_options *options,
                    bool *kept)
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
        if (!kept[f])
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
        double part = is_enough || crowds ? PART_OF_HOTTEST
                      : view->is_flat     ? 0
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
