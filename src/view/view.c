#include "view/view.h"

#include "graph/bfs.h"
#include "view/back_edges.h"
#include "view/cap.h"
#include "view/chains.h"
#include "view/join.h"
#include "view/lift.h"
#include "view/prune.h"
#include "view/recount.h"
#include "view/tags.h"

enum { MOST_FILLINGS = 3 };

/* Returns, by function, whether it has dependences but neither cost nor
   executions. Such a function was not measured, so its cost is not known to be
   small. */
static bool *find_uncounted(struct arena *arena, const struct profile *profile)
{
    bool *uncounted = NEW_N(arena, bool, profile->n_functions);
    dependences_mark(profile->dependences, NULL, uncounted);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].count > 0 || profile->functions[f].self > 0)
            uncounted[f] = false;
    return uncounted;
}

/* Returns the most that a function may cost: the high end of the range of its
   total, if it has one. */
static double largest_total(const struct costs *costs, uint32_t f)
{
    struct range range = costs_range(costs, f);
    return range.is_set ? known_or(range.high, costs->total[f])
                        : costs->total[f];
}

static void drop_small_functions(const struct profile *profile,
                                 const struct costs *costs, double whole,
                                 const struct view_options *options, bool *kept)
{
    LOCAL_ARENA(scratch);
    const bool *uncounted = find_uncounted(&scratch, profile);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        bool stays = uncounted[f] || (options->priority &&
                                      options->priority[f] > 0);
        double most = largest_total(costs, f);
        if (view_is_below(most, whole, options->node_thres) && !stays)
            kept[f] = false;
    }
}

static uint32_t count_kept(const bool *kept, uint32_t n_functions)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < n_functions; f++)
        n += kept[f];
    return n;
}

static void list_functions(struct arena *arena, struct view *view,
                           const struct profile *profile, double whole,
                           const bool *kept)
{
    view->functions = NEW_N(arena, uint32_t,
                            count_kept(kept, profile->n_functions));
    view->dropped_cost = whole;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!kept[f])
            continue;
        view->functions[view->n_functions++] = f;
        view->n_tags += profile->functions[f].is_tag;
        view->dropped_cost -= profile->functions[f].self;
    }
    if (view->dropped_cost < SUM_ERROR * whole)
        view->dropped_cost = 0;
}

static void count_calls(struct view *view, const struct profile *profile)
{
    for (uint32_t c = 0; c < view->n_calls; c++) {
        bool of_tag = profile->functions[view->calls[c].caller].is_tag;
        view->n_tag_calls += of_tag;
        view->n_direct += !of_tag && view->calls[c].call != NO_ID;
    }
}

static void mark_back_calls(struct view *view, const struct profile *profile,
                            const struct costs *costs)
{
    LOCAL_ARENA(scratch);
    const bool *back = back_edges_find(&scratch, profile, costs, view->calls,
                                       view->n_calls);
    for (uint32_t c = 0; c < view->n_calls; c++)
        view->calls[c].back = back[c];
}

/* Drops all but `most` of the selected functions. Returns whether there were
   more. */
static bool limit_functions(struct view_source *from, long most,
                            const struct view_options *options, bool joins,
                            bool *kept)
{
    if ((long)count_kept(kept, from->profile->n_functions) <= most)
        return false;
    if (!from->ranking)
        from->ranking = cap_rank(from->arena, from->profile, from->costs,
                                 from->selected);
    cap_functions(from->profile, from->costs, from->ranking, most, options,
                  joins, kept);
    return true;
}

/* Finds the calls between the functions that are kept. */
static void find_calls(struct arena *arena, struct view_source *from,
                       const struct view_options *options, bool joins,
                       const bool *kept, struct view *view)
{
    const struct profile *profile = from->profile;
    const struct costs *costs = from->costs;
    LOCAL_ARENA(scratch);
    const struct kept_stacks *stacks =
        kept_stacks_of(&scratch, costs->tree, kept);
    view->n_small_calls = 0;
    view->calls = recount_calls(arena, profile, costs, kept, stacks,
                                &view->n_calls);
    if (joins)
        view->calls = join_calls(arena, profile, costs, kept, view->calls,
                                 &view->n_calls);
    prune_small_calls(arena, view, profile, costs, from->whole, options);
    if (stacks && options->for_picture && !options->priority && !options->heat)
        lift_calls(arena, stacks, costs, kept,
                   from->whole * options->edge_thres / 100, view);
    SORT(view->calls, view->n_calls, view_call_by_ends);
    mark_back_calls(view, profile, costs);
}

/* Returns the view of at most `most` of the selected functions; 0: no limit. */
static struct view *view_within(struct arena *arena, struct view_source *from,
                                const struct view_options *options, long most)
{
    const struct profile *profile = from->profile;
    const struct costs *costs = from->costs;
    LOCAL_ARENA(scratch);
    struct view *view = NEW(arena, struct view);
    uint32_t n = profile->n_functions;
    bool *kept = NEW_N(&scratch, bool, n);
    bool joins = options->for_picture && !options->priority &&
                 profile->kind == FROM_CALLS;
    memcpy(kept, from->selected, n * sizeof *kept);
    if (most > 0)
        view->capped = limit_functions(from, most, options, joins, kept);
    view->is_flat = view->capped && cap_is_flat(from->ranking, options);
    tags_keep(profile, costs, options->nodecount, kept);
    find_calls(arena, from, options, joins, kept, view);
    /* Calls of functions that are left out become calls of their callers. */
    while (options->drops_needless &&
           prune_needless(view, profile, costs, from->whole, options, kept))
        find_calls(arena, from, options, joins, kept, view);
    tags_drop_unused(profile, view, kept);
    list_functions(arena, view, profile, from->whole, kept);
    count_calls(view, profile);
    for (uint32_t c = 0; c < view->n_calls; c++)
        view->calls[c].id = c;
    if (options->chains == CHAINS_FOLD)
        view->chains = chains_find(arena, profile, costs, view, options,
                                   from->whole);
    return view;
}

/* Fills the places that folded chains leave free with other functions. These
   may break chains or make new ones, so it tries several times. */
static struct view *fill_room(struct arena *arena, struct view_source *from,
                              const struct view_options *options,
                              struct view *view)
{
    long limit = options->nodecount, most = limit;
    for (int i = 0;
         i < MOST_FILLINGS && view->capped && !view->is_enough; i++) {
        long boxes = chains_count_boxes(view);
        if (boxes >= limit)
            break;
        most += limit - boxes;
        struct view *fuller = view_within(arena, from, options, most);
        if (chains_count_boxes(fuller) > limit)
            break;
        view = fuller;
    }
    return view;
}

struct view_source *view_source_of(struct arena *arena,
                                   const struct profile *profile,
                                   const struct costs *costs, double whole,
                                   const struct view_options *options)
{
    struct view_source *source = NEW(arena, struct view_source);
    bool *selected = NEW_N(arena, bool, profile->n_functions);
    if (!view_select_functions(profile, costs, options, selected))
        return NULL;
    drop_small_functions(profile, costs, whole, options, selected);
    *source = (struct view_source){ .arena = arena,
                                    .profile = profile,
                                    .costs = costs,
                                    .whole = whole,
                                    .selected = selected };
    return source;
}

struct view *view_of(struct arena *arena, struct view_source *source,
                     const struct view_options *options)
{
    struct view *view = view_within(arena, source, options, options->nodecount);
    return options->chains == CHAINS_FOLD
               ? fill_room(arena, source, options, view)
               : view;
}

/* ---- Selection by root, leaf and depth ---- */

/* Clears `kept` for functions that are not within `depth` calls of the marked
   functions. */
static void keep_reachable(const struct profile *profile,
                           const struct graph *graph, bool down,
                           const bool *marked, long depth, bool *kept)
{
    LOCAL_ARENA(scratch);
    bool *reached = NEW_N(&scratch, bool, profile->n_functions);
    uint32_t max_distance =
        depth < 0 || (unsigned long)depth > NO_ID ? NO_ID : (uint32_t)depth;
    bfs_mark_reachable(profile, graph, down, marked, max_distance, reached);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        kept[f] = kept[f] && reached[f];
}

/* Marks where the profile is entered: functions with an entry, functions
   without callers, functions below tags, and the members of cycles that nothing
   enters. */
static void mark_entries(const struct profile *profile,
                         const struct graph *graph, const struct costs *costs,
                         bool *marked)
{
    const struct call_lists *in = &graph->in;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint32_t cycle = costs->cycle[f];
        marked[f] = profile->functions[f].entry > 0 ||
                    in->first[f] == in->first[f + 1] ||
                    (cycle && costs->cycles[cycle - 1].inflow <= 0);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->functions[profile->calls[c].caller].is_tag)
            marked[profile->calls[c].callee] = true;
}

bool view_select_functions(const struct profile *profile,
                           const struct costs *costs,
                           const struct view_options *options, bool *kept)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    bool *roots = NEW_N(&scratch, bool, n), *leaves = NEW_N(&scratch, bool, n);
    bool by_root = options->root.n > 0, by_leaf = options->leaf.n > 0;
    bool by_depth = !by_root && !by_leaf && options->depth >= 0;
    for (uint32_t f = 0; f < n; f++)
        kept[f] = !profile->functions[f].is_tag;
    if (!patterns_match_names(profile, options->aliases, &options->root,
                              "--root", roots) ||
        !patterns_match_names(profile, options->aliases, &options->leaf,
                              "--leaf", leaves))
        return false;
    if (!by_root && !by_leaf && !by_depth)
        return true;
    const struct graph *graph = graph_of(&scratch, profile);
    if (by_depth)
        mark_entries(profile, graph, costs, roots);
    if (by_root || by_depth)
        keep_reachable(profile, graph, true, roots, options->depth, kept);
    if (by_leaf)
        keep_reachable(profile, graph, false, leaves, options->depth, kept);
    return true;
}
