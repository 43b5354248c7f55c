#include "analysis/back.h"

#include <stdlib.h>

#include "analysis/group.h"
#include "analysis/inside.h"
#include "analysis/walk.h"

/* A call leads away from the entries if it does so for this part of what enters
   the cycle: of two calls that lead opposite ways only one can. */
#define LEAST_FORTH .5
/* Above this many steps, only the largest entries of a cycle count. */
#define MOST_STEPS 1e8

static bool is_inside(const struct costs *costs, uint32_t caller,
                      uint32_t callee)
{
    return caller != callee && costs->cycle[caller] &&
           costs->cycle[caller] == costs->cycle[callee];
}

/* A sample enters a cycle once, where its stack comes into it first. */
static void add_stacks(double *inflow, const struct profile *profile,
                       const struct costs *costs)
{
    struct arena scratch = { 0 };
    double *through = context_costs(&scratch, profile);
    uint32_t *depth = NEW_N(&scratch, uint32_t, costs->n_cycles + 1);
    struct walk walk = walk_start(&scratch, profile);
    while (walk_on(&walk)) {
        uint32_t f = profile->contexts[walk.at].function;
        uint32_t *open = &depth[costs->cycle[f]];
        if (!walk.entered)
            --*open;
        else if ((*open)++ == 0 && costs->cycle[f])
            inflow[f] += through[walk.at];
    }
    arena_free(&scratch);
}

static void add_calls(double *inflow, const struct profile *profile,
                      const struct costs *costs)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        inflow[f] = profile->functions[f].entry;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (call->caller != call->callee &&
            !is_inside(costs, call->caller, call->callee))
            inflow[call->callee] += call->weight;
    }
}

double *inflows_of(struct arena *arena, const struct profile *profile,
                   const struct costs *costs)
{
    double *inflow = NEW_N(arena, double, profile->n_functions);
    if (profile->kind == FROM_STACKS)
        add_stacks(inflow, profile, costs);
    else
        add_calls(inflow, profile, costs);
    return inflow;
}

struct ranking {
    struct arena scratch;
    const struct profile *profile;
    const struct costs *costs;
    struct view *view;
    const struct graph *graph;
    struct groups calls; /* of the view, by cycle */
    double *inflow;      /* by function: what comes into its cycle there */
    uint32_t *rank;      /* by function: NO_ID: not reached */
    double *forth;       /* by call of the view: for how much of the inflow it
                            leads from a rank to a higher one */
    uint32_t *best;      /* by function: the call inside its cycle for which this
                            is most; NO_ID: none */
    bool *outside;       /* by function: called from outside its cycle */
    uint32_t *main;      /* by function: the costliest call of it by others;
                            NO_ID: none */
};

/* Weights of stacks are not known, and not needed: none is zero. */
static bool weighs(const struct ranking *r, uint32_t call)
{
    return r->profile->kind == FROM_STACKS ||
           r->profile->calls[call].weight > 0;
}

/* Puts what f calls and was not reached before into the queue. */
static void reach_from(struct ranking *r, uint32_t f, bool all,
                       uint32_t *queue, uint32_t *end)
{
    const struct links *out = &r->graph->out;
    for (uint32_t i = out->first[f]; i < out->first[f + 1]; i++) {
        uint32_t to = r->profile->calls[out->calls[i]].callee;
        if (!is_inside(r->costs, f, to) || r->rank[to] != NO_ID ||
            !(all || weighs(r, out->calls[i])))
            continue;
        r->rank[to] = r->rank[f] + 1;
        queue[(*end)++] = to;
    }
}

/* Breadth first over calls of positive weight; what these do not reach, over
   all, from what was reached. */
static void rank_from(struct ranking *r, const struct cycle *cycle,
                      uint32_t entry, uint32_t *queue)
{
    uint32_t end = 1;
    for (uint32_t m = 0; m < cycle->n_members; m++)
        r->rank[cycle->members[m]] = NO_ID;
    r->rank[entry] = 0;
    queue[0] = entry;
    for (uint32_t i = 0; i < end; i++)
        reach_from(r, queue[i], false, queue, &end);
    for (uint32_t i = 0; i < end && end < cycle->n_members; i++)
        reach_from(r, queue[i], true, queue, &end);
}

struct entry {
    uint32_t function;
    double inflow;
};

static int by_inflow(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->inflow != b->inflow)
        return a->inflow < b->inflow ? 1 : -1;
    return a->function < b->function ? -1 : 1;
}

/* All members, if none is an entry. */
static uint32_t list_entries(const struct ranking *r,
                             const struct cycle *cycle, struct entry *entries)
{
    uint32_t n = 0;
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        if (r->inflow[f] > 0)
            entries[n++] = (struct entry){ f, r->inflow[f] };
    }
    for (uint32_t m = 0; n == 0 && m < cycle->n_members; m++)
        entries[m] = (struct entry){ cycle->members[m], 1 };
    if (n == 0)
        n = cycle->n_members;
    qsort(entries, n, sizeof *entries, by_inflow);
    return n;
}

static double steps_of(const struct ranking *r, const struct cycle *cycle)
{
    double steps = cycle->n_members;
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = cycle->members[m];
        steps += r->graph->out.first[f + 1] - r->graph->out.first[f];
    }
    return steps;
}

/* Adds what enters at one function to the calls that lead away from it. */
static void add_entry(struct ranking *r, uint32_t k, struct entry entry,
                      uint32_t *queue)
{
    rank_from(r, &r->costs->cycles[k], entry.function, queue);
    for (uint32_t i = r->calls.first[k]; i < r->calls.first[k + 1]; i++) {
        uint32_t c = r->calls.ids[i];
        const struct view_call *call = &r->view->calls[c];
        if (r->rank[call->caller] < r->rank[call->callee])
            r->forth[c] += entry.inflow;
    }
}

/* The best of the ways to each function: ties by order of the calls. */
static void find_best(struct ranking *r, uint32_t k)
{
    for (uint32_t i = r->calls.first[k]; i < r->calls.first[k + 1]; i++) {
        uint32_t c = r->calls.ids[i];
        uint32_t *best = &r->best[r->view->calls[c].callee];
        if (*best == NO_ID || r->forth[c] > r->forth[*best])
            *best = c;
    }
}

/* The call the other way, or NO_ID. Calls are in order of caller and callee. */
static uint32_t find_reverse(const struct view *view, uint32_t call)
{
    uint32_t low = 0, high = view->n_calls;
    uint32_t caller = view->calls[call].callee;
    uint32_t callee = view->calls[call].caller;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct view_call *at = &view->calls[middle];
        if (at->caller == caller && at->callee == callee)
            return middle;
        if (at->caller < caller ||
            (at->caller == caller && at->callee < callee))
            low = middle + 1;
        else
            high = middle;
    }
    return NO_ID;
}

/* Is it the way that a function is mostly called, and not the lesser one of a
   pair that call each other? */
static bool is_main(const struct ranking *r, uint32_t call)
{
    uint32_t reverse = find_reverse(r->view, call);
    return r->main[r->view->calls[call].callee] == call &&
           (reverse == NO_ID || r->forth[call] > r->forth[reverse]);
}

/* Must it be seen, or is it the best way to a function that nothing else leads
   to? */
static bool is_needed(const struct ranking *r, uint32_t call)
{
    uint32_t f = r->view->calls[call].callee;
    return is_main(r, call) || (r->best[f] == call && !r->outside[f]);
}

/* Ties by order of the calls. */
static void find_main(struct ranking *r)
{
    const struct view *view = r->view;
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        uint32_t *main = &r->main[call->callee];
        if (call->caller != call->callee && known(call->cost) &&
            (*main == NO_ID || call->cost > view->calls[*main].cost))
            *main = i;
    }
}

static void rank_cycle(struct ranking *r, uint32_t k)
{
    const struct cycle *cycle = &r->costs->cycles[k];
    struct arena scratch = { 0 };
    struct entry *entries = NEW_N(&scratch, struct entry, cycle->n_members);
    uint32_t *queue = NEW_N(&scratch, uint32_t, cycle->n_members);
    uint32_t n = list_entries(r, cycle, entries);
    double sum = 0, steps = 0;
    for (uint32_t e = 0; e < n && (e == 0 || steps < MOST_STEPS); e++) {
        add_entry(r, k, entries[e], queue);
        sum += entries[e].inflow;
        steps += steps_of(r, cycle);
    }
    find_best(r, k);
    for (uint32_t i = r->calls.first[k]; i < r->calls.first[k + 1]; i++) {
        uint32_t c = r->calls.ids[i];
        struct view_call *call = &r->view->calls[c];
        call->back = r->forth[c] <= 0 || (r->forth[c] < LEAST_FORTH * sum &&
                                          !is_needed(r, c));
    }
    arena_free(&scratch);
}

static bool is_split(const struct ranking *r, uint32_t k)
{
    return r->profile->kind == FROM_CALLS &&
           r->costs->cycles[k].way == CYCLES_SPLIT;
}

static void group_calls(struct ranking *r)
{
    const struct view *view = r->view;
    uint32_t *cycle_of = NEW_N(&r->scratch, uint32_t, view->n_calls);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        if (call->caller != call->callee)
            r->outside[call->callee] |=
                !is_inside(r->costs, call->caller, call->callee);
        cycle_of[i] = is_inside(r->costs, call->caller, call->callee)
                          ? r->costs->cycle[call->caller] - 1
                          : NO_ID;
    }
    r->calls = group_ids(&r->scratch, cycle_of, view->n_calls,
                         r->costs->n_cycles);
}

void mark_back_calls(struct view *view, const struct profile *profile,
                     const struct costs *costs)
{
    uint32_t n = profile->n_functions;
    struct ranking r = { .profile = profile, .costs = costs, .view = view };
    if (costs->n_cycles == 0)
        return;
    r.graph = graph_of(&r.scratch, profile);
    r.inflow = inflows_of(&r.scratch, profile, costs);
    r.rank = NEW_N(&r.scratch, uint32_t, n);
    r.outside = NEW_N(&r.scratch, bool, n);
    r.best = NEW_N(&r.scratch, uint32_t, n);
    r.main = NEW_N(&r.scratch, uint32_t, n);
    for (uint32_t f = 0; f < n; f++)
        r.best[f] = r.main[f] = NO_ID;
    r.forth = NEW_N(&r.scratch, double, view->n_calls);
    group_calls(&r);
    find_main(&r);
    for (uint32_t k = 0; k < costs->n_cycles; k++)
        if (r.calls.first[k] < r.calls.first[k + 1] && !is_split(&r, k))
            rank_cycle(&r, k);
    arena_free(&r.scratch);
}
