#include "view/view.h"

#include <stdlib.h>
#include <string.h>

#include "view/back_edges.h"
#include "view/cap.h"
#include "view/chains.h"
#include "view/recount.h"
#include "view/select.h"
#include "view/tags.h"

enum { MOST_FILLINGS = 3 };

/* Nothing is below a threshold if the profile has no cost, and so no shares. */
static bool is_below(double cost, double whole, double percent)
{
    return whole > 0 && known(cost) && cost < whole * percent / 100;
}

/* Returns, by function, whether it has dependences but neither cost nor
   executions. Such a function was not measured, so its cost is not known to be
   small. */
static bool *find_uncounted(struct arena *arena, const struct profile *profile)
{
    const struct dependences *d = &profile->dependences;
    bool *uncounted = NEW_N(arena, bool, profile->n_functions);
    for (uint32_t i = 0; i < d->n; i++)
        uncounted[d->of[i].writer.function] =
            uncounted[d->of[i].reader.function] = true;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].count > 0 || profile->functions[f].self > 0)
            uncounted[f] = false;
    return uncounted;
}

static void drop_small_functions(const struct profile *profile,
                                 const struct costs *costs, double whole,
                                 const struct view_options *options, bool *kept)
{
    struct arena scratch = { 0 };
    const bool *uncounted = find_uncounted(&scratch, profile);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        bool stays = uncounted[f] || (options->priority &&
                                      options->priority[f] > 0);
        if (is_below(costs->total[f], whole, options->node_thres) && !stays)
            kept[f] = false;
    }
    arena_free(&scratch);
}

static void list_dependences(struct arena *arena, struct view *view,
                             const struct profile *profile, const bool *kept)
{
    const struct dependences *d = &profile->dependences;
    view->dependences = NEW_N(arena, const struct dependence *, d->n);
    for (uint32_t i = 0; i < d->n; i++)
        if (kept[d->of[i].writer.function] && kept[d->of[i].reader.function])
            view->dependences[view->n_dependences++] = &d->of[i];
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
        view->n_tags += profile->functions[f].is_tag;
        view->dropped_cost -= profile->functions[f].self;
    }
    if (view->dropped_cost < VIEW_NOISE * whole)
        view->dropped_cost = 0;
}

/* Returns the cost of the costliest call to each function, self-calls left
   out. */
static double *find_most_in(struct arena *arena, const struct view *view,
                            uint32_t n_functions)
{
    double *most = NEW_N(arena, double, n_functions);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        if (call->caller != call->callee && call->cost > most[call->callee])
            most[call->callee] = call->cost;
    }
    return most;
}

/* Calls of unknown cost stay, such as the back calls of split cycles. */
static void drop_small_calls(struct view *view, uint32_t n_functions,
                             double whole, const struct view_options *options)
{
    struct arena scratch = { 0 };
    const double *most = options->keep_callers
                             ? find_most_in(&scratch, view, n_functions)
                             : NULL;
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool is_kept = most && call->caller != call->callee &&
                       call->cost > 0 && call->cost >= most[call->callee];
        if (!is_kept && is_below(call->cost, whole, options->edge_thres))
            continue;
        view->calls[n++] = *call;
    }
    view->n_calls = n;
    arena_free(&scratch);
}

static void count_calls(struct view *view, const struct profile *profile)
{
    for (uint32_t c = 0; c < view->n_calls; c++) {
        bool of_tag = profile->functions[view->calls[c].caller].is_tag;
        view->n_tag_calls += of_tag;
        view->n_direct += !of_tag && view->calls[c].call != NO_ID;
    }
}

int view_call_by_ends(const void *left, const void *right)
{
    const struct view_call *a = left, *b = right;
    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    return (a->callee > b->callee) - (a->callee < b->callee);
}

static void mark_back_calls(struct view *view, const struct profile *profile,
                            const struct costs *costs)
{
    struct arena scratch = { 0 };
    const bool *back = back_edges_find(&scratch, profile, costs, view->calls,
                                       view->n_calls);
    for (uint32_t c = 0; c < view->n_calls; c++)
        view->calls[c].back = back[c];
    arena_free(&scratch);
}

void view_sort_calls(struct view *view)
{
    if (view->n_calls)
        qsort(view->calls, view->n_calls, sizeof *view->calls,
              view_call_by_ends);
}

/* The arguments of view_of, for views of several sizes. */
struct source {
    const struct profile *profile;
    const struct costs *costs;
    double whole;
    const struct view_options *options;
    bool *selected; /* by function */
};

/* Returns the view of at most `most` of the selected functions; 0: no limit. */
static struct view *view_within(struct arena *arena, const struct source *from,
                                long most)
{
    const struct profile *profile = from->profile;
    const struct costs *costs = from->costs;
    const struct view_options *options = from->options;
    struct view *view = NEW(arena, struct view);
    uint32_t n = profile->n_functions;
    bool *kept = NEW_N(arena, bool, n);
    memcpy(kept, from->selected, n * sizeof *kept);
    if (most > 0)
        view->capped = cap_functions(profile, costs, most, options->priority,
                                     kept);
    tags_keep(profile, costs, options->nodecount, kept);
    view->calls =
        recount_calls(arena, profile, costs, kept, &view->n_calls);
    drop_small_calls(view, n, from->whole, options);
    tags_drop_unused(profile, view, kept);
    list_functions(arena, view, profile, from->whole, kept);
    count_calls(view, profile);
    list_dependences(arena, view, profile, kept);
    view_sort_calls(view);
    for (uint32_t c = 0; c < view->n_calls; c++)
        view->calls[c].id = c;
    mark_back_calls(view, profile, costs);
    if (options->chains == CHAINS_FOLD)
        view->chains = chains_find(arena, profile, costs, view, options,
                                   from->whole * options->node_thres / 100);
    return view;
}

/* Gives the room that chains leave to other functions. These may break chains
   or make new ones, so it tries several times until the picture is full. */
static struct view *fill_room(struct arena *arena, const struct source *from,
                              struct view *view)
{
    long limit = from->options->nodecount, most = limit;
    for (int i = 0; i < MOST_FILLINGS && view->capped; i++) {
        long boxes = chains_count_boxes(view);
        if (boxes >= limit)
            break;
        most += limit - boxes;
        struct view *fuller = view_within(arena, from, most);
        if (chains_count_boxes(fuller) > limit)
            break;
        view = fuller;
    }
    return view;
}

struct view *view_of(struct arena *arena, const struct profile *profile,
                     const struct costs *costs, double whole,
                     const struct view_options *options)
{
    const struct source from = { profile, costs, whole, options,
                                 NEW_N(arena, bool, profile->n_functions) };
    if (!select_functions(profile, costs, options, from.selected))
        return NULL;
    drop_small_functions(profile, costs, whole, options, from.selected);
    struct view *view = view_within(arena, &from, options->nodecount);
    return options->chains == CHAINS_FOLD ? fill_room(arena, &from, view)
                                          : view;
}
