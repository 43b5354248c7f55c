#include "filter/calls.h"

#include "filter/copy.h"
#include "graph/bfs.h"
#include "graph/components.h"
#include "graph/inflow.h"

/* ---- On whose behalf costs arise ---- */

/*
 * Attribution finds, in a profile from calls, which portion of the work of each
 * function is done on behalf of certain functions. Each function is taken to do
 * the same work for each of its callers, as everywhere in such a profile, so
 * that
 *
 *     portion(g) = sum over callers f of w(f,g) * portion(f) / W(g)
 *
 * with W of graph/inflow.h. The functions of a cycle share one portion, that of
 * what enters the cycle.
 */

struct attribution {
    const struct profile *profile;
    const bool *fixed;             /* by function: its portion was given */
    struct graph *graph;           /* without the calls to fixed functions */
    struct components *components; /* of that graph */
    struct inflow *inflows;        /* by component */
    double *portion;               /* by function, 0 to 1 */
};

static bool is_from_outside(const struct attribution *a, uint32_t call)
{
    const struct call *ends = &a->profile->calls[call];
    return a->components->of[ends->caller] != a->components->of[ends->callee];
}

/* Returns the sum of weight * portion(caller) over the calls of f from
   outside. */
static double weigh_callers(const struct attribution *a,
                            const struct inflow *inflow, uint32_t f)
{
    const struct call_lists *in = &a->graph->in;
    double sum = 0;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &a->profile->calls[in->calls[i]];
        if (is_from_outside(a, in->calls[i]))
            sum += inflow_call_weight(inflow, call->weight) *
                   a->portion[call->caller];
    }
    return sum;
}

/* Computes the portions of all functions that are not fixed. `portion` (by
   function) holds those of the fixed functions and receives the others;
   `outside` is the portion of what enters a function from outside the profile.
   The result lives in the arena and refers to the arguments. Components are
   visited callers first. */
static struct attribution attribution_of(struct arena *arena,
                                         const struct profile *profile,
                                         const bool *fixed, double outside,
                                         double *portion)
{
    struct graph *graph = graph_without_calls_to(arena, profile, fixed);
    struct components *components = components_of(arena, profile, graph);
    struct attribution a = {
        .profile = profile,
        .fixed = fixed,
        .graph = graph,
        .components = components,
        .inflows = inflow_by_component(arena, profile, components->of,
                                       components->n),
        .portion = portion,
    };
    for (uint32_t k = components->n; k-- > 0;) {
        uint32_t begin = components->first[k], end = components->first[k + 1];
        const struct inflow *inflow = &a.inflows[k];
        double sum = 0;
        for (uint32_t m = begin; m < end; m++) {
            uint32_t f = components->members[m];
            double entry = profile->functions[f].entry;
            sum += inflow_entry_weight(inflow, entry) * outside;
            sum += weigh_callers(&a, inflow, f);
        }
        for (uint32_t m = begin; m < end; m++)
            if (!fixed[components->members[m]])
                portion[components->members[m]] = sum / inflow_sum(inflow);
    }
    return a;
}

/* Adds to `collected`, for the caller of each call of f from outside, its part
   of the cost of f's component. `sum` is that of weigh_callers over the
   component. */
static void pay(const struct attribution *a, const struct inflow *inflow,
                uint32_t f, double cost, double sum, double *collected)
{
    const struct call_lists *in = &a->graph->in;
    for (uint32_t i = in->first[f]; i < in->first[f + 1]; i++) {
        const struct call *call = &a->profile->calls[in->calls[i]];
        if (is_from_outside(a, in->calls[i]))
            collected[call->caller] +=
                cost * (inflow_call_weight(inflow, call->weight) *
                        a->portion[call->caller] / sum);
    }
}

/* Passes the portion of each function's self cost upwards from callers to their
   callers until it arrives at fixed functions. Returns, by function in the
   arena, what arrived there; 0 for functions that are not fixed. Components are
   visited callees first. */
static double *attribution_collect_self(struct arena *arena,
                                        const struct attribution *a)
{
    const struct components *components = a->components;
    double *collected = NEW_N(arena, double, a->profile->n_functions);
    for (uint32_t k = 0; k < components->n; k++) {
        uint32_t begin = components->first[k], end = components->first[k + 1];
        double cost = 0, sum = 0;
        for (uint32_t m = begin; m < end; m++) {
            uint32_t f = components->members[m];
            if (a->fixed[f])
                continue;
            cost += collected[f];
            cost += a->portion[f] * a->profile->functions[f].self;
            sum += weigh_callers(a, &a->inflows[k], f);
            collected[f] = 0;
        }
        for (uint32_t m = begin; m < end && cost > 0; m++)
            pay(a, &a->inflows[k], components->members[m], cost, sum,
                collected);
    }
    return collected;
}

/* ---- Filters on calls ---- */

/* Holds a copy of a profile while it is changed into the result. */
struct edit {
    struct arena scratch;
    const struct profile *from;
    struct profile *profile; /* the copy, with the same ids */
    double *portion;         /* by function: the part of it and of its calls
                                that is removed */
    bool *gone, *gone_call;  /* by function, and by call: wholly removed */
};

static struct edit start_edit(const struct profile *from)
{
    struct edit edit = { .from = from };
    struct arena *scratch = &edit.scratch;
    edit.profile = copy_profile(scratch, from);
    edit.portion = NEW_N(scratch, double, from->n_functions);
    edit.gone = NEW_N(scratch, bool, from->n_functions);
    edit.gone_call = NEW_N(scratch, bool, from->n_calls);
    return edit;
}

static struct profile *end_edit(struct arena *arena, struct edit *edit)
{
    struct profile *result = copy_profile_without(
        arena, edit->profile, edit->gone, edit->gone_call);
    profile_free(edit->profile);
    arena_free(&edit->scratch);
    return result;
}

/* Lets calls of weight zero that count equally (graph/inflow.h) be divided into
   a part that is removed and a part that stays. */
static void make_weights_explicit(struct edit *edit)
{
    uint32_t n = edit->from->n_functions;
    bool *divided = NEW_N(&edit->scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        divided[f] = edit->portion[f] > 0;
    inflow_make_explicit(edit->profile, divided);
}

/* Removes a portion of a function. The count of the rest is UNKNOWN. */
static void reduce_function(struct edit *edit, uint32_t f)
{
    struct function *function = &edit->profile->functions[f];
    double portion = edit->portion[f];
    function->self *= 1 - portion;
    if (portion > 0)
        function->count = UNKNOWN;
    edit->gone[f] = portion >= 1;
}

/* Removes from a call the portion of its caller. A call that did not happen has
   nothing to lose, and its count stays 0. */
static void reduce_call(struct edit *edit, uint32_t c)
{
    struct call *call = &edit->profile->calls[c];
    double portion = edit->portion[call->caller];
    if (portion > 0 && call_happened(call))
        call->count = call->cost = UNKNOWN;
    call->weight *= 1 - portion;
}

/* Removes from all functions and calls their portions. */
static void reduce(struct edit *edit)
{
    for (uint32_t f = 0; f < edit->from->n_functions; f++)
        reduce_function(edit, f);
    for (uint32_t c = 0; c < edit->from->n_calls; c++)
        reduce_call(edit, c);
}

struct profile *filter_calls_ignore(struct arena *arena,
                                    const struct profile *profile,
                                    const bool *marked)
{
    struct edit edit = start_edit(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        edit.portion[f] = marked[f];
    attribution_of(&edit.scratch, profile, marked, 0, edit.portion);
    make_weights_explicit(&edit);
    reduce(&edit);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        edit.profile->calls[c].cost = UNKNOWN;
    return end_edit(arena, &edit);
}

struct profile *filter_calls_focus(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    bool *above = NEW_N(&scratch, bool, n), *below = NEW_N(&scratch, bool, n);
    bool *others = NEW_N(&scratch, bool, n);
    struct graph *graph = graph_of(&scratch, profile);
    bfs_mark_reachable(profile, graph, false, marked, NO_ID, above);
    bfs_mark_reachable(profile, graph, true, marked, NO_ID, below);
    for (uint32_t f = 0; f < n; f++)
        others[f] = !above[f] && !below[f];
    return filter_calls_ignore(arena, profile, others);
}

struct profile *filter_calls_collapse(struct arena *arena,
                                      const struct profile *profile,
                                      const bool *marked)
{
    struct edit edit = start_edit(profile);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        edit.gone_call[c] =
            call->caller == call->callee && marked[call->caller];
    }
    return end_edit(arena, &edit);
}

/* Turns the parts of calls to marked functions that are removed into entries of
   these functions. No other function keeps an entry. */
static void set_entries(struct edit *edit, const bool *marked)
{
    struct profile *profile = edit->profile;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (!marked[f])
            profile->functions[f].entry = 0;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (marked[call->callee])
            profile->functions[call->callee].entry +=
                call->weight * edit->portion[call->caller];
    }
}

struct profile *filter_calls_show_from(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked)
{
    struct edit edit = start_edit(profile);
    uint32_t n = profile->n_functions;
    struct graph *graph = graph_of(&edit.scratch, profile);
    bool *reached = NEW_N(&edit.scratch, bool, n);
    bool *fixed = NEW_N(&edit.scratch, bool, n);
    bfs_mark_reachable(profile, graph, true, marked, NO_ID, reached);
    for (uint32_t f = 0; f < n; f++) {
        fixed[f] = marked[f] || !reached[f];
        edit.portion[f] = !reached[f];
    }
    attribution_of(&edit.scratch, profile, fixed, 1, edit.portion);
    make_weights_explicit(&edit);
    set_entries(&edit, marked);
    reduce(&edit);
    return end_edit(arena, &edit);
}

/*
 * Returns, by function in the arena, the portion of its total cost that is
 * spent in marked functions and below them. It is 1 for marked functions. The
 * functions of a component of the attribution share one portion. `cost` is by
 * call; `reaches` tells by function whether it calls a marked function,
 * directly or not.
 *
 * Components are visited callees first.
 */
static double *find_marked_portions(struct arena *arena,
                                    const struct attribution *a,
                                    const struct graph *graph,
                                    const double *cost, const bool *reaches)
{
    const struct components *components = a->components;
    const struct profile *profile = a->profile;
    double *portion = NEW_N(arena, double, profile->n_functions);
    for (uint32_t k = 0; k < components->n; k++) {
        uint32_t begin = components->first[k], end = components->first[k + 1];
        double total = 0, in_marked = 0;
        for (uint32_t m = begin; m < end; m++) {
            uint32_t f = components->members[m];
            total += profile->functions[f].self;
            for (uint32_t i = graph->out.first[f]; i < graph->out.first[f + 1];
                 i++) {
                uint32_t call = graph->out.calls[i];
                uint32_t g = profile->calls[call].callee;
                if (components->of[g] == k)
                    continue;
                total += known_or(cost[call], 0);
                in_marked += known_or(cost[call], 0) *
                             (a->fixed[g] ? 1 : portion[g]);
            }
        }
        for (uint32_t m = begin; m < end; m++) {
            uint32_t f = components->members[m];
            portion[f] = a->fixed[f]  ? 1
                         : total > 0 ? in_marked / total
                                     : reaches[f];
        }
    }
    return portion;
}

/* Removes from a call what is done on behalf of marked functions and does not
   lead on into a marked function; `marked_portion` is that of the callee. */
static void prune_call(struct edit *edit, uint32_t c, double marked_portion)
{
    struct call *call = &edit->profile->calls[c];
    double removed = edit->portion[call->caller] * (1 - marked_portion);
    if (removed > 0 && call_happened(call))
        call->count = call->cost = UNKNOWN;
    call->weight *= 1 - removed;
}

struct profile *filter_calls_prune_from(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked,
                                        call_cost_estimate *estimate)
{
    struct edit edit = start_edit(profile);
    uint32_t n = profile->n_functions;
    struct graph *graph = graph_of(&edit.scratch, profile);
    bool *reaches = NEW_N(&edit.scratch, bool, n);
    bfs_mark_reachable(profile, graph, false, marked, NO_ID, reaches);
    for (uint32_t f = 0; f < n; f++)
        edit.portion[f] = marked[f];
    struct attribution attribution =
        attribution_of(&edit.scratch, profile, marked, 0, edit.portion);
    const double *collected =
        attribution_collect_self(&edit.scratch, &attribution);
    const double *marked_portion = find_marked_portions(
        &edit.scratch, &attribution, graph,
        estimate(&edit.scratch, profile), reaches);
    make_weights_explicit(&edit);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        prune_call(&edit, c, marked_portion[call->callee]);
        edit.gone_call[c] =
            edit.portion[call->caller] >= 1 && !reaches[call->callee];
    }
    for (uint32_t f = 0; f < n; f++) {
        if (marked[f])
            edit.profile->functions[f].self += collected[f];
        else
            reduce_function(&edit, f);
        edit.gone[f] &= !reaches[f];
    }
    return end_edit(arena, &edit);
}

struct profile *filter_calls_cut(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked)
{
    struct edit edit = start_edit(profile);
    bool *callers = NEW_N(&edit.scratch, bool, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        callers[profile->calls[c].caller] |= marked[c];
    inflow_make_explicit(edit.profile, callers);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &edit.profile->calls[c];
        edit.gone_call[c] = marked[c];
        if (marked[c])
            edit.profile->functions[call->callee].entry += call->weight;
    }
    return end_edit(arena, &edit);
}
