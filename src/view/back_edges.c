#include "view/back_edges.h"

#include "cost/cycle/inflow.h"
#include "cost/cycle/rank.h"
#include "graph/counting_sort.h"

/* A call leads away from the entries if it does so for this part of what enters
   the cycle: of two calls that lead opposite ways only one can. */
#define LEAST_FORTH .5
/* Above this many steps, only the largest entries of a cycle count. */
#define MOST_STEPS 1e8

/* The calls of a view that stay inside a cycle, while it is looked at. */
struct marking {
    struct arena scratch;
    const struct profile *profile;
    const struct costs *costs;
    struct view *view;
    const struct graph *graph;
    struct groups calls; /* of the view, by cycle */
    double *inflow;      /* by function: what comes into its cycle there */
    double *forth;       /* by call of the view: for how much of the inflow it
                            leads from a rank to a higher one */
    uint32_t *best;      /* by function: the call inside its cycle for which
                            this is most; NO_ID: none */
    bool *outside;       /* by function: called from outside its cycle */
    uint32_t *main;      /* by function: the costliest call of it by others;
                            NO_ID: none */
};

/* All members, if none is an entry. */
static uint32_t list_entries(const struct cycle_graph *in, const double *inflow,
                             struct entry *entries)
{
    uint32_t n = cycle_graph_entries(in, inflow, entries);
    for (uint32_t m = 0; n == 0 && m < in->n; m++)
        entries[m] = (struct entry){ m, 1 };
    return n ? n : in->n;
}

/* A call of the view, between members. */
struct step {
    uint32_t from, to, call;
};

static struct step *list_steps(struct arena *arena, const struct marking *mark,
                               const struct cycle_graph *in, uint32_t cycle)
{
    uint32_t first = mark->calls.first[cycle];
    uint32_t n = mark->calls.first[cycle + 1] - first;
    struct step *steps = NEW_N(arena, struct step, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = mark->calls.ids[first + i];
        const struct view_call *call = &mark->view->calls[c];
        steps[i] = (struct step){ cycle_graph_member(in, call->caller),
                                  cycle_graph_member(in, call->callee), c };
    }
    return steps;
}

/* Adds up, over the entries, for how much each step leads away from them.
   Returns what enters in all. */
static double add_entries(struct marking *mark, struct cycle_graph in,
                          uint32_t cycle)
{
    struct arena scratch = { 0 };
    struct ranking ranking = ranking_of(&scratch, in);
    struct entry *entries = NEW_N(&scratch, struct entry, in.n);
    const struct step *steps = list_steps(&scratch, mark, &in, cycle);
    uint32_t n = list_entries(&in, mark->inflow, entries);
    uint32_t n_steps = mark->calls.first[cycle + 1] - mark->calls.first[cycle];
    double sum = 0, work = 0;
    ranking_ignore_all(&ranking);
    for (uint32_t i = 0; i < n_steps; i++) {
        ranking_want(&ranking, steps[i].from);
        ranking_want(&ranking, steps[i].to);
    }
    for (uint32_t e = 0; e < n && (e == 0 || work < MOST_STEPS); e++) {
        rank_members(&ranking, entries[e].member);
        for (uint32_t i = 0; i < n_steps; i++)
            if (ranking.rank[steps[i].from] < ranking.rank[steps[i].to])
                mark->forth[steps[i].call] += entries[e].portion;
        sum += entries[e].portion;
        work += in.n + in.n_edges;
    }
    arena_free(&scratch);
    return sum;
}

/* The best of the ways to each function: ties by order of the calls. */
static void find_best(struct marking *mark, uint32_t cycle)
{
    const uint32_t *first = &mark->calls.first[cycle];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        uint32_t c = mark->calls.ids[i];
        uint32_t *best = &mark->best[mark->view->calls[c].callee];
        if (*best == NO_ID || mark->forth[c] > mark->forth[*best])
            *best = c;
    }
}

/* Is it the way that a function is mostly called, and not the lesser one of a
   pair that call each other? */
static bool is_main(const struct marking *mark, uint32_t call)
{
    const struct view *view = mark->view;
    const struct view_call *there = &view->calls[call];
    uint32_t back = view_find_call(view, there->callee, there->caller);
    return mark->main[there->callee] == call &&
           (back == NO_ID || mark->forth[call] > mark->forth[back]);
}

/* Must it be seen, or is it the best way to a function that nothing else leads
   to? */
static bool is_needed(const struct marking *mark, uint32_t call)
{
    uint32_t f = mark->view->calls[call].callee;
    return is_main(mark, call) || (mark->best[f] == call && !mark->outside[f]);
}

/* Ties by order of the calls. */
static void find_main(struct marking *mark)
{
    const struct view *view = mark->view;
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        uint32_t *main = &mark->main[call->callee];
        if (call->caller != call->callee && known(call->cost) &&
            (*main == NO_ID || call->cost > view->calls[*main].cost))
            *main = i;
    }
}

static void mark_cycle(struct marking *mark, uint32_t cycle)
{
    struct arena scratch = { 0 };
    struct cycle_graph in = cycle_graph_of(&scratch, mark->profile, mark->graph,
                                 &mark->costs->cycles[cycle],
                                 mark->costs->cycle);
    double sum = add_entries(mark, in, cycle);
    find_best(mark, cycle);
    const uint32_t *first = &mark->calls.first[cycle];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        uint32_t c = mark->calls.ids[i];
        mark->view->calls[c].back =
            mark->forth[c] <= 0 ||
            (mark->forth[c] < LEAST_FORTH * sum && !is_needed(mark, c));
    }
    arena_free(&scratch);
}

static bool is_split(const struct marking *mark, uint32_t cycle)
{
    return mark->profile->kind == FROM_CALLS &&
           mark->costs->cycles[cycle].way == CYCLES_SPLIT;
}

static void group_calls(struct marking *mark)
{
    const struct view *view = mark->view;
    uint32_t *cycle_of = NEW_N(&mark->scratch, uint32_t, view->n_calls);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        if (call->caller != call->callee)
            mark->outside[call->callee] |=
                !costs_inside(mark->costs, call->caller, call->callee);
        cycle_of[i] = costs_inside(mark->costs, call->caller, call->callee)
                          ? mark->costs->cycle[call->caller] - 1
                          : NO_ID;
    }
    mark->calls = counting_sort(&mark->scratch, cycle_of, view->n_calls,
                         mark->costs->n_cycles);
}

void back_edges_mark(struct view *view, const struct profile *profile,
                     const struct costs *costs)
{
    uint32_t n = profile->n_functions;
    struct marking mark = { .profile = profile, .costs = costs, .view = view };
    struct arena *scratch = &mark.scratch;
    if (costs->n_cycles == 0)
        return;
    mark.graph = graph_of(scratch, profile);
    mark.inflow = inflow_by_function(scratch, profile, costs);
    mark.outside = NEW_N(scratch, bool, n);
    mark.best = NEW_N(scratch, uint32_t, n);
    mark.main = NEW_N(scratch, uint32_t, n);
    for (uint32_t f = 0; f < n; f++)
        mark.best[f] = mark.main[f] = NO_ID;
    mark.forth = NEW_N(scratch, double, view->n_calls);
    group_calls(&mark);
    find_main(&mark);
    for (uint32_t k = 0; k < costs->n_cycles; k++)
        if (mark.calls.first[k] < mark.calls.first[k + 1] &&
            !is_split(&mark, k))
            mark_cycle(&mark, k);
    arena_free(scratch);
}
