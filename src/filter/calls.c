#include "filter/calls.h"

#include "filter/attribution.h"
#include "filter/copy.h"
#include "graph/bfs.h"

/* Holds a copy of a profile while it is changed into the result. */
struct change {
    struct arena scratch;
    const struct profile *from;
    struct profile *profile; /* the copy, with the same ids */
    double *portion;         /* by function: the part of it that is removed,
                                with the same part of its calls */
    bool *gone, *gone_call;  /* by function, by call: removed altogether */
};

static struct change start_change(const struct profile *from)
{
    struct change change = { .from = from };
    struct arena *scratch = &change.scratch;
    change.profile = copy_profile(scratch, from);
    change.portion = NEW_N(scratch, double, from->n_functions);
    change.gone = NEW_N(scratch, bool, from->n_functions);
    change.gone_call = NEW_N(scratch, bool, from->n_calls);
    return change;
}

static struct profile *end_change(struct arena *arena, struct change *change)
{
    struct profile *result = copy_profile_without(
        arena, change->profile, change->gone, change->gone_call);
    profile_free(change->profile);
    arena_free(&change->scratch);
    return result;
}

/* Lets calls of weight zero that count equally (graph/inflow.h) be divided into
   a part that is removed and a part that stays. */
static void make_weights_explicit(struct change *change)
{
    uint32_t n = change->from->n_functions;
    bool *divided = NEW_N(&change->scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        divided[f] = change->portion[f] > 0;
    inflow_make_explicit(change->profile, divided);
}

/* Removes a portion of a function. How often the rest was executed is not
   known. */
static void reduce_function(struct change *change, uint32_t f)
{
    struct function *function = &change->profile->functions[f];
    double portion = change->portion[f];
    function->self *= 1 - portion;
    if (portion > 0)
        function->count = UNKNOWN;
    change->gone[f] = portion >= 1;
}

/* Removes from a call the portion of its caller. */
static void reduce_call(struct change *change, uint32_t c)
{
    struct call *call = &change->profile->calls[c];
    double portion = change->portion[call->caller];
    call->weight *= 1 - portion;
    if (portion > 0)
        call->count = call->cost = UNKNOWN;
    change->gone_call[c] = portion >= 1;
}

struct profile *filter_calls_ignore(struct arena *arena,
                                    const struct profile *profile,
                                    const bool *marked)
{
    struct change change = start_change(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        change.portion[f] = marked[f];
    attribution_of(&change.scratch, profile, marked, 0, change.portion);
    make_weights_explicit(&change);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        reduce_function(&change, f);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        reduce_call(&change, c);
        change.profile->calls[c].cost = UNKNOWN;
    }
    return end_change(arena, &change);
}

struct profile *filter_calls_focus(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    bool *above = NEW_N(&scratch, bool, n), *below = NEW_N(&scratch, bool, n);
    bool *others = NEW_N(&scratch, bool, n);
    struct graph *graph = graph_of(&scratch, profile);
    bfs_mark_reachable(profile, graph, false, marked, NO_ID, above);
    bfs_mark_reachable(profile, graph, true, marked, NO_ID, below);
    for (uint32_t f = 0; f < n; f++)
        others[f] = !above[f] && !below[f];
    struct profile *result = filter_calls_ignore(arena, profile, others);
    arena_free(&scratch);
    return result;
}

/* Turns the parts of calls to marked functions that are removed into entries of
   these functions. No other function keeps an entry. */
static void set_entries(struct change *change, const bool *marked)
{
    struct profile *profile = change->profile;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (!marked[f])
            profile->functions[f].entry = 0;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (marked[call->callee])
            profile->functions[call->callee].entry +=
                call->weight * change->portion[call->caller];
    }
}

struct profile *filter_calls_show_from(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked)
{
    struct change change = start_change(profile);
    uint32_t n = profile->n_functions;
    struct graph *graph = graph_of(&change.scratch, profile);
    bool *reached = NEW_N(&change.scratch, bool, n);
    bool *fixed = NEW_N(&change.scratch, bool, n);
    bfs_mark_reachable(profile, graph, true, marked, NO_ID, reached);
    for (uint32_t f = 0; f < n; f++) {
        fixed[f] = marked[f] || !reached[f];
        change.portion[f] = !reached[f];
    }
    attribution_of(&change.scratch, profile, fixed, 1, change.portion);
    make_weights_explicit(&change);
    set_entries(&change, marked);
    for (uint32_t f = 0; f < n; f++)
        reduce_function(&change, f);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        reduce_call(&change, c);
    return end_change(arena, &change);
}

struct profile *filter_calls_prune_from(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked)
{
    struct change change = start_change(profile);
    uint32_t n = profile->n_functions;
    struct graph *graph = graph_of(&change.scratch, profile);
    bool *leads_to_marked = NEW_N(&change.scratch, bool, n);
    bfs_mark_reachable(profile, graph, false, marked, NO_ID, leads_to_marked);
    for (uint32_t f = 0; f < n; f++)
        change.portion[f] = marked[f];
    struct attribution attribution =
        attribution_of(&change.scratch, profile, marked, 0, change.portion);
    double *collected = attribution_collect_self(&change.scratch, &attribution);
    make_weights_explicit(&change);
    for (uint32_t f = 0; f < n; f++) {
        struct function *function = &change.profile->functions[f];
        if (marked[f])
            function->self += collected[f];
        else if (leads_to_marked[f])
            function->self *= 1 - change.portion[f];
        else
            reduce_function(&change, f);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (!leads_to_marked[profile->calls[c].callee])
            reduce_call(&change, c);
    return end_change(arena, &change);
}

struct profile *filter_calls_cut(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked)
{
    struct change change = start_change(profile);
    bool *callers = NEW_N(&change.scratch, bool, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        callers[profile->calls[c].caller] |= marked[c];
    inflow_make_explicit(change.profile, callers);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &change.profile->calls[c];
        change.gone_call[c] = marked[c];
        if (marked[c])
            change.profile->functions[call->callee].entry += call->weight;
    }
    return end_change(arena, &change);
}
