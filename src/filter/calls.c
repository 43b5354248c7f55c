#include "filter/calls.h"

#include "filter/attribution.h"
#include "filter/copy_calls.h"
#include "graph/bfs.h"

/* A copy of the profile that becomes the result. */
struct change {
    struct arena scratch;
    const struct profile *from;
    struct profile *profile;
    double *portion;        /* by function: what goes of it and of its calls */
    bool *gone, *gone_call; /* by function, by call */
};

static struct change start_change(const struct profile *from)
{
    struct change change = { .from = from };
    struct arena *scratch = &change.scratch;
    change.profile = copy_calls(scratch, from);
    change.portion = NEW_N(scratch, double, from->n_functions);
    change.gone = NEW_N(scratch, bool, from->n_functions);
    change.gone_call = NEW_N(scratch, bool, from->n_calls);
    return change;
}

static struct profile *end_change(struct arena *arena, struct change *change)
{
    struct profile *result =
        copy_calls_without(arena, change->profile, change->gone, change->gone_call);
    profile_free(change->profile);
    arena_free(&change->scratch);
    return result;
}

/* Calls of weight zero are to be divided among callers that go and stay. */
static void weigh(struct change *change)
{
    uint32_t n = change->from->n_functions;
    bool *callers = NEW_N(&change->scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        callers[f] = change->portion[f] > 0;
    copy_calls_weigh_zeros(change->profile, callers);
}

/* How often something was executed is not known of a part of it. */
static void reduce_function(struct change *change, uint32_t f)
{
    struct function *function = &change->profile->functions[f];
    double portion = change->portion[f];
    function->self *= 1 - portion;
    if (portion > 0)
        function->count = UNKNOWN;
    change->gone[f] = portion >= 1;
}

static void reduce_call(struct change *change, uint32_t c)
{
    struct call *call = &change->profile->calls[c];
    double portion = change->portion[call->caller];
    call->weight *= 1 - portion;
    if (portion > 0)
        call->count = call->cost = UNKNOWN;
    change->gone_call[c] = portion >= 1;
}

struct profile *filter_calls_ignore(struct arena *arena, const struct profile *profile,
                             const bool *marked)
{
    struct change change = start_change(profile);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        change.portion[f] = marked[f];
    attribution_of(&change.scratch, profile, marked, 0, change.portion);
    weigh(&change);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        reduce_function(&change, f);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        reduce_call(&change, c);
        change.profile->calls[c].cost = UNKNOWN;
    }
    return end_change(arena, &change);
}

struct profile *filter_calls_focus(struct arena *arena, const struct profile *profile,
                            const bool *marked)
{
    struct arena scratch = { 0 };
    uint32_t n = profile->n_functions;
    bool *above = NEW_N(&scratch, bool, n), *below = NEW_N(&scratch, bool, n);
    bool *others = NEW_N(&scratch, bool, n);
    struct graph *graph = graph_of(&scratch, profile);
    bfs_mark_reachable(profile, graph, false, marked, -1, above);
    bfs_mark_reachable(profile, graph, true, marked, -1, below);
    for (uint32_t f = 0; f < n; f++)
        others[f] = !above[f] && !below[f];
    struct profile *result = filter_calls_ignore(arena, profile, others);
    arena_free(&scratch);
    return result;
}

/* Marked functions stay as they are; what calls them from where nothing is
   left becomes an entry. Nothing else is entered. */
static void enter_marked(struct change *change, const bool *marked)
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
    bfs_mark_reachable(profile, graph, true, marked, -1, reached);
    for (uint32_t f = 0; f < n; f++) {
        fixed[f] = marked[f] || !reached[f];
        change.portion[f] = !reached[f];
    }
    attribution_of(&change.scratch, profile, fixed, 1, change.portion);
    weigh(&change);
    enter_marked(&change, marked);
    for (uint32_t f = 0; f < n; f++)
        reduce_function(&change, f);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        reduce_call(&change, c);
    return end_change(arena, &change);
}

/* What leads to a marked function stays, without the cost that it has below
   another one. */
static void prune_function(struct change *change, uint32_t f, bool marked,
                           bool leads, double moved)
{
    struct function *function = &change->profile->functions[f];
    if (marked)
        function->self += moved;
    else if (leads)
        function->self *= 1 - change->portion[f];
    else
        reduce_function(change, f);
}

struct profile *filter_calls_prune_from(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked)
{
    struct change change = start_change(profile);
    uint32_t n = profile->n_functions;
    struct graph *graph = graph_of(&change.scratch, profile);
    bool *leads = NEW_N(&change.scratch, bool, n);
    bfs_mark_reachable(profile, graph, false, marked, -1, leads);
    for (uint32_t f = 0; f < n; f++)
        change.portion[f] = marked[f];
    struct attribution below =
        attribution_of(&change.scratch, profile, marked, 0, change.portion);
    double *moved = attribution_move_up(&change.scratch, &below, marked);
    weigh(&change);
    for (uint32_t f = 0; f < n; f++)
        prune_function(&change, f, marked[f], leads[f], moved[f]);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (!leads[profile->calls[c].callee])
            reduce_call(&change, c);
    return end_change(arena, &change);
}

struct profile *filter_calls_cut(struct arena *arena, const struct profile *profile,
                          const bool *marked)
{
    struct change change = start_change(profile);
    bool *callers = NEW_N(&change.scratch, bool, profile->n_functions);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        callers[profile->calls[c].caller] |= marked[c];
    copy_calls_weigh_zeros(change.profile, callers);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &change.profile->calls[c];
        change.gone_call[c] = marked[c];
        if (marked[c])
            change.profile->functions[call->callee].entry += call->weight;
    }
    return end_change(arena, &change);
}
