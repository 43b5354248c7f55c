#include "view/prune.h"

#include "graph/counting_sort.h"
#include "util/ranked.h"

enum {
    MOST_LOOSE = 6, /* functions without calls, which fit in a row */
    PART_OF_BOX = 5, /* a picture leaves out calls of less than this part of its
                        least total */
};

void prune_calls(struct view *view, const bool *kept)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++)
        if (kept[view->calls[c].callee] && kept[view->calls[c].caller])
            view->calls[n++] = view->calls[c];
    view->n_calls = n;
}

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
#define LEAST_TELLING .05

static bool is_telling(const struct costs *costs, uint32_t f, double cost)
{
    return cost > LEAST_TELLING * costs->total[f];
}

/* Returns, by call of the view, whether a picture keeps it though it is small:
   the costliest call to each function, and the costliest call of a function
   that nothing calls. It must be more than next to nothing for the callee, and
   in the second case for the caller. Self-calls do not count. */
static bool *find_only_arrows(struct arena *arena, const struct view *view,
                              const struct costs *costs, uint32_t n_functions)
{
    bool *only = NEW_N(arena, bool, view->n_calls);
    struct costliest *in = NEW_N(arena, struct costliest, n_functions);
    struct costliest *out = NEW_N(arena, struct costliest, n_functions);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        if (call->caller == call->callee ||
            !is_telling(costs, call->callee, call->cost))
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

void prune_small_calls(struct view *view, const struct profile *profile,
                       const struct costs *costs, double whole,
                       const struct view_options *options, const bool *kept)
{
    LOCAL_ARENA(scratch);
    view->call_thres = call_threshold(profile, costs, whole, options, kept);
    const bool *only =
        options->for_picture
            ? find_only_arrows(&scratch, view, costs, profile->n_functions)
            : NULL;
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool may_be_note =
            call->caller == call->callee ||
            costs_in_one_cycle(costs, call->caller, call->callee);
        double least = may_be_note ? options->edge_thres : view->call_thres;
        if (!(only && only[c]) && view_is_below(call->cost, whole, least))
            continue;
        view->calls[n++] = *call;
    }
    view->n_calls = n;
}

/* ---- Functions that a picture can do without ---- */

/* A picture that shows SHOWN_ENOUGH of the whole can leave out functions with
   less than PART_OF_HOTTEST of the hottest one's self cost and without a call
   to others. Where functions without calls crowd, it can leave out those with
   less than PART_WITHOUT_CALLS. */
#define SHOWN_ENOUGH .9
#define PART_OF_HOTTEST .05
#define PART_WITHOUT_CALLS .1

static bool is_needless(const struct profile *profile, uint32_t f,
                        const struct view_options *options, double least)
{
    const struct function *function = &profile->functions[f];
    bool is_wanted = function->is_tag || function->detail ||
                     (options->heat && options->heat[f] > 0) ||
                     (options->priority && options->priority[f] > 0);
    return !is_wanted && function->self < least;
}

/* Clears `kept` for all but some functions of little self cost without calls to
   or from others, if there are functions with calls. */
static void drop_loose_functions(const struct view *view,
                                 const struct profile *profile,
                                 const struct view_options *options, bool *kept)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions, n_loose = 0, n_kept = 0;
    double hottest = 0;
    bool *has_call = NEW_N(&scratch, bool, n);
    struct ranked *loose = NEW_N(&scratch, struct ranked, n);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        if (call->caller != call->callee)
            has_call[call->caller] = has_call[call->callee] = true;
    }
    for (uint32_t f = 0; f < n; f++) {
        n_kept += kept[f];
        hottest = fmax(hottest, kept[f] ? profile->functions[f].self : 0);
        if (kept[f] && !has_call[f])
            loose[n_loose++] =
                (struct ranked){ f, profile->functions[f].self };
    }
    ranked_sort(loose, n_loose);
    for (uint32_t i = MOST_LOOSE; i < n_loose && n_loose < n_kept; i++)
        if (is_needless(profile, loose[i].id, options,
                        PART_WITHOUT_CALLS * hottest))
            kept[loose[i].id] = false;
}

/* Clears `kept` for functions of little self cost that call no others, those of
   least self cost first, as long as enough of the whole is shown, and removes
   the calls to them. */
static void drop_needless_functions(struct view *view,
                                    const struct profile *profile, double whole,
                                    const struct view_options *options,
                                    bool *kept)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions, end = 0;
    double shown = 0, hottest = 0;
    uint32_t *callees = NEW_N(&scratch, uint32_t, n);
    uint32_t *into = NEW_N(&scratch, uint32_t, view->n_calls);
    struct ranked *queue = NEW_N(&scratch, struct ranked, n);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool is_other = call->caller != call->callee;
        callees[call->caller] += is_other;
        into[c] = is_other ? call->callee : NO_ID;
    }
    struct sorted_groups calls_to =
        counting_sort(&scratch, into, view->n_calls, n);
    for (uint32_t f = 0; f < n; f++) {
        if (!kept[f])
            continue;
        shown += profile->functions[f].self;
        hottest = fmax(hottest, profile->functions[f].self);
        if (!callees[f])
            queue[end++] =
                (struct ranked){ f, -profile->functions[f].self };
    }
    ranked_sort(queue, end);
    for (uint32_t i = 0; i < end; i++) {
        uint32_t f = queue[i].id;
        double left = shown - profile->functions[f].self;
        if (left < SHOWN_ENOUGH * whole ||
            !is_needless(profile, f, options, PART_OF_HOTTEST * hottest))
            continue;
        shown = left;
        kept[f] = false;
        view->is_enough = true;
        for (uint32_t k = calls_to.first[f]; k < calls_to.first[f + 1]; k++) {
            uint32_t caller = view->calls[calls_to.ids[k]].caller;
            if (--callees[caller] == 0)
                queue[end++] = (struct ranked){ caller, 0 };
        }
    }
    prune_calls(view, kept);
}

void prune_needless(struct view *view, const struct profile *profile,
                    double whole, const struct view_options *options,
                    bool *kept)
{
    drop_needless_functions(view, profile, whole, options, kept);
    drop_loose_functions(view, profile, options, kept);
}
