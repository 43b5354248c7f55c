#include "view/join.h"

#define COVERED .5        /* of a cost, in calls between kept functions */
#define LEAST_SHARE .0001 /* of the whole: smaller parts are not traced */

enum {
    MOST_KEPT = 1000, /* functions; a picture of more needs no joined calls */
    MOST_SWEEPS = 64, /* over the functions left out: they can form cycles */
};

/* The state while the cost of one function after another is traced. */
struct join {
    struct arena *arena, scratch;
    const struct profile *profile;
    const struct costs *costs;
    const bool *kept;
    const struct call_lists *lists; /* in the direction of the trace */
    bool upwards;
    double *cost; /* by function: what arrived there and was not passed on */
    uint32_t *reached, n_reached; /* functions, in the order of the trace */
    bool *is_reached;             /* by function */
    struct pairs drawn;           /* (caller, callee) of all calls so far */
    LIST(struct view_call) calls;
};

static uint32_t other_end(const struct join *j, uint32_t call)
{
    return j->upwards ? j->profile->calls[call].caller
                      : j->profile->calls[call].callee;
}

/* Returns the cost of the calls of f in the direction of the trace, or of only
   those with kept functions. */
static double sum_calls(const struct join *j, uint32_t f, bool only_kept)
{
    double sum = 0;
    for (uint32_t i = j->lists->first[f]; i < j->lists->first[f + 1]; i++) {
        uint32_t call = j->lists->calls[i];
        if (!only_kept || j->kept[other_end(j, call)])
            sum += known_or(j->costs->call_cost[call], 0);
    }
    return sum;
}

/* Shares a cost among the calls of f. `sum` is that of all of its calls. */
static void share(struct join *j, uint32_t f, double cost, double sum)
{
    for (uint32_t i = j->lists->first[f]; i < j->lists->first[f + 1]; i++) {
        uint32_t call = j->lists->calls[i], g = other_end(j, call);
        double part = cost * known_or(j->costs->call_cost[call], 0) / sum;
        if (!(part > 0))
            continue;
        j->cost[g] += part;
        if (!j->is_reached[g])
            j->reached[j->n_reached++] = g;
        j->is_reached[g] = true;
    }
}

/* Passes on, once, what has arrived at functions that are left out, also at
   those that this sweep is the first to reach. */
static bool sweep(struct join *j)
{
    bool is_done = true;
    for (uint32_t i = 0; i < j->n_reached; i++) {
        uint32_t f = j->reached[i];
        double cost = j->cost[f], sum = j->costs->total[f];
        if (j->kept[f] || cost < LEAST_SHARE * j->costs->whole)
            continue;
        is_done = false;
        j->cost[f] = 0;
        share(j, f, cost, fmax(sum, sum_calls(j, f, false)));
    }
    return is_done;
}

/* Adds a call; `cost` is the estimate of its direct and indirect cost. If the
   call is there, its cost so far is the direct part. A call that was traced
   before does not change. */
static void add_call(struct join *j, uint32_t caller, uint32_t callee,
                     double cost)
{
    if (caller == callee || !(cost > 0))
        return;
    uint32_t id = pairs_add_in(&j->drawn, &j->scratch, caller, callee);
    if (id == j->calls.n)
        *PUSH_IN(j->arena, &j->calls) = (struct view_call){ .caller = caller,
                                                            .callee = callee,
                                                            .call = NO_ID,
                                                            .count = UNKNOWN };
    struct view_call *call = &j->calls.of[id];
    double indirect = cost - known_or(call->cost, 0);
    if (call->indirect > 0 || indirect <= SUM_ERROR * cost)
        return;
    call->cost = cost;
    call->indirect = indirect;
    call->exact = false;
    if (view_call_is_indirect(call))
        call->count = UNKNOWN;
}

/* Traces the cost of one function, unless its calls with kept functions show
   most of it. */
static void trace(struct join *j, uint32_t f)
{
    double sum = sum_calls(j, f, false);
    if (!(sum > 0) || sum_calls(j, f, true) >= COVERED * sum)
        return;
    j->n_reached = 0;
    share(j, f, sum, sum);
    for (int i = 0; i < MOST_SWEEPS && !sweep(j); i++)
        continue;
    for (uint32_t i = 0; i < j->n_reached; i++) {
        uint32_t g = j->reached[i];
        if (j->kept[g] && j->upwards)
            add_call(j, g, f, j->cost[g]);
        else if (j->kept[g])
            add_call(j, f, g, j->cost[g]);
        j->cost[g] = 0;
        j->is_reached[g] = false;
    }
}

struct view_call *join_calls(struct arena *arena, const struct profile *profile,
                             const struct costs *costs, const bool *kept,
                             struct view_call *calls, uint32_t *n)
{
    uint32_t n_functions = profile->n_functions, n_kept = 0;
    for (uint32_t f = 0; f < n_functions; f++)
        n_kept += kept[f];
    if (n_kept > MOST_KEPT || n_kept == n_functions)
        return calls;
    struct join j = {
        .arena = arena, .profile = profile, .costs = costs, .kept = kept
    };
    j.cost = NEW_N(&j.scratch, double, n_functions);
    j.reached = NEW_N(&j.scratch, uint32_t, n_functions);
    j.is_reached = NEW_N(&j.scratch, bool, n_functions);
    for (uint32_t c = 0; c < *n; c++) {
        pairs_add_in(&j.drawn, &j.scratch, calls[c].caller, calls[c].callee);
        *PUSH_IN(arena, &j.calls) = calls[c];
    }
    for (int up = 1; up >= 0; up--) {
        j.upwards = up;
        j.lists = up ? &costs->graph->in : &costs->graph->out;
        for (uint32_t f = 0; f < n_functions; f++)
            if (kept[f])
                trace(&j, f);
    }
    *n = (uint32_t)j.calls.n;
    arena_free(&j.scratch);
    return *n ? j.calls.of : calls;
}
