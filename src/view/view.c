#include "view/view.h"

#include "graph/bfs.h"
#include "graph/counting_sort.h"
#include "util/ranked.h"
#include "view/back_edges.h"
#include "view/cap.h"
#include "view/chains.h"
#include "view/join.h"
#include "view/lift.h"
#include "view/recount.h"

int view_call_by_ends(const void *left, const void *right)
{
    const struct view_call *a = left, *b = right;
    int order = COMPARE(a->caller, b->caller);
    return order ? order : COMPARE(a->callee, b->callee);
}

enum {
    MOST_FILLINGS = 3,
    MOST_LOOSE = 6, /* functions without calls, which fit in a row */
    PART_OF_BOX = 5, /* a picture leaves out calls of less than this part of its
                        least total */
};

/* Is a cost below a threshold? Not in a profile without cost, where there are
   no shares. */
static bool is_below(double cost, double whole, double percent)
{
    return whole > 0 && known(cost) && cost < whole * percent / 100;
}

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
        if (is_below(largest_total(costs, f), whole, options->node_thres) &&
            !stays)
            kept[f] = false;
    }
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
    uint32_t left = 0;
    for (uint32_t c = 0; c < view->n_calls; c++)
        if (kept[view->calls[c].callee] && kept[view->calls[c].caller])
            view->calls[left++] = view->calls[c];
    view->n_calls = left;
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

/* Removes calls below the threshold. Calls of unknown cost stay, such as the
   back calls of split cycles. Calls within a cycle only need edge_thres,
   because they may be notes in boxes, which take no room. */
static void drop_small_calls(struct view *view, const struct costs *costs,
                             uint32_t n_functions, double whole,
                             const struct view_options *options)
{
    LOCAL_ARENA(scratch);
    const bool *only =
        options->for_picture
            ? find_only_arrows(&scratch, view, costs, n_functions)
            : NULL;
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool may_be_note =
            call->caller == call->callee ||
            costs_in_one_cycle(costs, call->caller, call->callee);
        double least = may_be_note ? options->edge_thres : view->call_thres;
        if (!(only && only[c]) && is_below(call->cost, whole, least))
            continue;
        view->calls[n++] = *call;
    }
    view->n_calls = n;
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

/*
 * Tags are boxes such as "comm: make" above the functions
 * (filter/tag_frames.h). Functions are selected as if there were no tags, and
 * the tags follow them.
 */

/* Marks the tags in `kept` (by function): of each key the `most` with the
   greatest totals, or all if most is 0. */
static void keep_tags(const struct profile *profile, const struct costs *costs,
                      long most, bool *kept)
{
    LOCAL_ARENA(scratch);
    struct ranked *tags = NEW_N(&scratch, struct ranked, profile->n_functions);
    struct strings keys = { 0 };
    uint32_t *n_kept = NEW_N(&scratch, uint32_t, profile->n_functions);
    size_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (profile->functions[f].is_tag)
            tags[n++] = (struct ranked){ f, costs->total[f] };
    ranked_sort(tags, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t f = tags[i].id;
        struct str key = profile->functions[f].is.tag;
        uint32_t id = strings_add(&keys, &scratch, key);
        kept[f] = most == 0 || n_kept[id]++ < (uint64_t)most;
    }
}

/* Clears `kept` for tags from which no calls of the view lead to a function,
   and removes the calls to these tags. A call to a tag comes from a tag of the
   key before, so there are as many rounds as there are keys. */
static void drop_unused_tags(const struct profile *profile, struct view *view,
                             bool *kept)
{
    LOCAL_ARENA(scratch);
    const struct function *functions = profile->functions;
    bool *used = NEW_N(&scratch, bool, profile->n_functions);
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t c = 0; c < view->n_calls; c++) {
            const struct view_call *call = &view->calls[c];
            bool leads_on = !functions[call->callee].is_tag ||
                            used[call->callee];
            if (!functions[call->caller].is_tag || used[call->caller] ||
                !leads_on)
                continue;
            changed = used[call->caller] = true;
        }
    }
    for (uint32_t f = 0; f < profile->n_functions; f++)
        kept[f] = kept[f] && (!functions[f].is_tag || used[f]);
    uint32_t n = 0;
    for (uint32_t c = 0; c < view->n_calls; c++)
        if (kept[view->calls[c].callee] && kept[view->calls[c].caller])
            view->calls[n++] = view->calls[c];
    view->n_calls = n;
}

/* Drops all but `most` of the selected functions. Returns whether there were
   more. */
static bool limit_functions(struct view_source *from, long most,
                            const struct view_options *options, bool joins,
                            bool *kept)
{
    long n = 0;
    for (uint32_t f = 0; f < from->profile->n_functions; f++)
        n += kept[f];
    if (n <= most)
        return false;
    if (!from->ranking)
        from->ranking = cap_rank(from->arena, from->profile, from->costs,
                                 from->selected);
    cap_functions(from->profile, from->costs, from->ranking, most, options,
                  joins, kept);
    return true;
}

/* Returns the view of at most `most` of the selected functions; 0: no limit. */
static struct view *view_within(struct arena *arena, struct view_source *from,
                                const struct view_options *options, long most)
{
    const struct profile *profile = from->profile;
    const struct costs *costs = from->costs;
    struct view *view = NEW(arena, struct view);
    uint32_t n = profile->n_functions;
    bool *kept = NEW_N(arena, bool, n);
    bool joins = options->for_picture && !options->priority &&
                 profile->kind == FROM_CALLS;
    memcpy(kept, from->selected, n * sizeof *kept);
    if (most > 0)
        view->capped = limit_functions(from, most, options, joins, kept);
    view->is_flat = view->capped && cap_is_flat(from->ranking, options);
    keep_tags(profile, costs, options->nodecount, kept);
    view->calls = recount_calls(arena, profile, costs, kept, &view->n_calls);
    if (joins)
        view->calls = join_calls(arena, profile, costs, kept, view->calls,
                                 &view->n_calls);
    view->call_thres =
        call_threshold(profile, costs, from->whole, options, kept);
    drop_small_calls(view, costs, n, from->whole, options);
    if (options->for_picture && !options->priority && !options->heat)
        lift_calls(arena, profile, costs, kept,
                   from->whole * view->call_thres / 100, view);
    if (options->drops_needless) {
        drop_needless_functions(view, profile, from->whole, options, kept);
        drop_loose_functions(view, profile, options, kept);
    }
    drop_unused_tags(profile, view, kept);
    list_functions(arena, view, profile, from->whole, kept);
    count_calls(view, profile);
    SORT(view->calls, view->n_calls, view_call_by_ends);
    for (uint32_t c = 0; c < view->n_calls; c++)
        view->calls[c].id = c;
    mark_back_calls(view, profile, costs);
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
    for (int i = 0; i < MOST_FILLINGS && view->capped && !view->is_enough; i++) {
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
