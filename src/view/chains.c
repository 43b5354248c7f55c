#include "view/chains.h"

enum { SHORTEST_CHAIN = 2 };

/* A function passes cost on if its own cost is at most KEPT_OF_TOTAL of its
   total or KEPT_OF_WHOLE of the whole, whichever is more, and at most
   KEPT_AT_MOST of its total. */
#define KEPT_OF_TOTAL .05
#define KEPT_OF_WHOLE .005
#define KEPT_AT_MOST .25

/* Returns how much cost may stay in a function that passes it on. */
static double most_kept(double total, double whole)
{
    return fmin(fmax(KEPT_OF_TOTAL * total, KEPT_OF_WHOLE * whole),
                KEPT_AT_MOST * total);
}

/* The facts that the search needs about functions of a view, by function. */
struct neighbours {
    uint32_t *n_callers, *n_callees;
    uint32_t *callee; /* the last one that was seen */
    bool *is_indirect; /* so is the call of that */
    bool *is_alone;   /* it is in no chain */
};

static struct neighbours find_neighbours(struct arena *arena,
                                         const struct profile *profile,
                                         const struct costs *costs,
                                         const struct view *view,
                                         const struct view_options *options,
                                         double whole)
{
    uint32_t n = profile->n_functions;
    struct neighbours is = { .n_callers = NEW_N(arena, uint32_t, n),
                             .n_callees = NEW_N(arena, uint32_t, n),
                             .callee = NEW_N(arena, uint32_t, n),
                             .is_indirect = NEW_N(arena, bool, n),
                             .is_alone = NEW_N(arena, bool, n) };
    bool *in_view = NEW_N(arena, bool, n);
    const double *stands_out = options->heat ? options->heat
                                             : options->priority;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        const struct function *function = &profile->functions[f];
        in_view[f] = true;
        is.is_alone[f] = function->is_tag || function->is_under_study ||
                         !(costs->total[f] > 0) ||
                         function->self > most_kept(costs->total[f], whole) ||
                         (stands_out && stands_out[f] > 0) ||
                         (options->alone && options->alone[f]);
    }
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        is.n_callers[call->callee]++;
        is.n_callees[call->caller]++;
        is.callee[call->caller] = call->callee;
        is.is_indirect[call->caller] = call->indirect > 0;
        if (call->back || call->caller == call->callee)
            is.is_alone[call->caller] = true;
    }
    dependences_mark(profile->dependences, in_view, is.is_alone);
    return is;
}

static bool is_same_total(double total, double other, double whole)
{
    return fabs(total - other) <= most_kept(other, whole);
}

/* Returns the function that follows f in a run, or NO_ID. */
static uint32_t next_of(const struct neighbours *is, const struct costs *costs,
                        double whole, uint32_t f)
{
    uint32_t next = is->callee[f];
    bool continues = is->n_callees[f] == 1 && is->n_callers[next] == 1 &&
                     !is->is_alone[f] && !is->is_alone[next] &&
                     is_same_total(costs->total[next], costs->total[f], whole);
    return continues ? next : NO_ID;
}

/* Appends the chains of the run that begins at f: several if the totals of its
   functions drift apart. */
static void add_chains(struct chains *chains, const struct neighbours *is,
                       const struct costs *costs, double whole, uint32_t f,
                       uint32_t **functions)
{
    while (f != NO_ID) {
        uint32_t *chain = *functions, n = 0;
        double total = costs->total[f];
        bool is_indirect = false;
        do {
            is_indirect |= n > 0 && is->is_indirect[chain[n - 1]];
            chain[n++] = f;
            f = next_of(is, costs, whole, f);
        } while (f != NO_ID && is_same_total(costs->total[f], total, whole));
        if (n < SHORTEST_CHAIN)
            continue;
        for (uint32_t i = 0; i < n; i++)
            chains->of[chain[i]] = chains->n;
        chains->list[chains->n++] = (struct chain){ chain, n, is_indirect };
        chains->n_inner += n - 1;
        *functions += n;
    }
}

struct chains *chains_find(struct arena *arena, const struct profile *profile,
                           const struct costs *costs, const struct view *view,
                           const struct view_options *options, double whole)
{
    LOCAL_ARENA(scratch);
    struct chains *chains = NEW(arena, struct chains);
    struct neighbours is = find_neighbours(&scratch, profile, costs, view,
                                           options, whole);
    uint32_t *functions = NEW_N(arena, uint32_t, view->n_functions);
    bool *follows = NEW_N(&scratch, bool, profile->n_functions);
    chains->list = NEW_N(arena, struct chain, view->n_functions);
    chains->of = index_no_ids(arena, profile->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        uint32_t next = next_of(&is, costs, whole, f);
        if (next != NO_ID)
            follows[next] = true;
    }
    /* Every run has a first function, because a call that closes a circle is a
       back call. */
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (!follows[view->functions[i]])
            add_chains(chains, &is, costs, whole, view->functions[i],
                       &functions);
    return chains;
}

const struct chain *chains_of(const struct chains *chains, uint32_t function)
{
    uint32_t at = chains ? chains->of[function] : NO_ID;
    return at == NO_ID ? NULL : &chains->list[at];
}

bool chains_hold(const struct chains *chains, uint32_t caller, uint32_t callee)
{
    const struct chain *chain = chains_of(chains, caller);
    return chain && caller != callee && chain == chains_of(chains, callee);
}

long chains_count_boxes(const struct view *view)
{
    uint32_t inner = view->chains ? view->chains->n_inner : 0;
    return (long)(view->n_functions - view->n_tags - inner);
}

struct view *chains_fold(struct arena *arena, const struct view *view,
                         const struct chains *chains)
{
    struct view *folded = NEW(arena, struct view);
    *folded = *view;
    folded->functions = NEW_N(arena, uint32_t, view->n_functions);
    folded->calls = NEW_N(arena, struct view_call, view->n_calls);
    folded->n_functions = folded->n_calls = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        const struct chain *chain = chains_of(chains, f);
        if (!chain || chain->functions[0] == f)
            folded->functions[folded->n_functions++] = f;
    }
    for (uint32_t i = 0; i < view->n_calls; i++) {
        struct view_call call = view->calls[i];
        const struct chain *chain = chains_of(chains, call.caller);
        if (chain && chain == chains_of(chains, call.callee))
            continue;
        if (chain)
            call.caller = chain->functions[0];
        folded->calls[folded->n_calls++] = call;
    }
    SORT(folded->calls, folded->n_calls, view_call_by_ends);
    return folded;
}
