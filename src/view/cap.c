#include "view/cap.h"

#include "view/recount.h"
#include "view/top_down.h"

/* ---- Scores ---- */

/* Describes the calls at one side of a function. */
struct flow_entropy {
    double sum;  /* of their costs and, on the side of the callees, the self
                    cost */
    double bits; /* the entropy of the terms of `sum` */
    bool any;    /* there are calls */
};

static void add_bits(struct flow_entropy *entropy, double cost)
{
    double part = cost / entropy->sum;
    if (part > 0)
        entropy->bits -= part * log2(part);
}

static double bits_or_1(const struct flow_entropy *entropy)
{
    return entropy->any ? entropy->bits : 1;
}

static bool is_scored(const struct view_call *call)
{
    return call->caller != call->callee && known(call->cost) && call->cost > 0;
}

/*
 * Returns the score of each function, by function in the arena, computed from
 * the calls between the functions that might be drawn:
 *
 *     score(f) = total(f) * (In(f) + Out(f)) + self(f)
 *
 * In(f) is the entropy, in bits, of the costs of the calls to f, and Out(f)
 * that of the costs of its own calls and of its self cost; without any calls
 * each is 1. A function that only passes on what it gets has a low score, one
 * where paths part, meet, begin or end has a high one. Calls without a known,
 * positive cost do not count, and neither do self-calls. This is how pprof
 * (https://github.com/google/pprof, internal/graph) chooses.
 */
static double *score_functions(struct arena *arena,
                               const struct profile *profile,
                               const struct costs *costs,
                               const struct view_call *calls, uint32_t n_calls)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_functions;
    double *scores = NEW_N(arena, double, n);
    struct flow_entropy *in = NEW_N(&scratch, struct flow_entropy, n);
    struct flow_entropy *out = NEW_N(&scratch, struct flow_entropy, n);
    for (uint32_t f = 0; f < n; f++)
        out[f].sum = profile->functions[f].self;
    for (const struct view_call *c = calls; c < calls + n_calls; c++)
        if (is_scored(c)) {
            in[c->callee].sum += c->cost;
            out[c->caller].sum += c->cost;
            in[c->callee].any = out[c->caller].any = true;
        }
    for (const struct view_call *c = calls; c < calls + n_calls; c++)
        if (is_scored(c)) {
            add_bits(&in[c->callee], c->cost);
            add_bits(&out[c->caller], c->cost);
        }
    for (uint32_t f = 0; f < n; f++) {
        double self = profile->functions[f].self;
        add_bits(&out[f], self);
        scores[f] =
            costs->total[f] * (bits_or_1(&in[f]) + bits_or_1(&out[f])) + self;
    }
    return scores;
}

/* ---- The functions that stay ---- */

/* The most callers that one function may bring with it. */
enum { MOST_CALLERS = 1000 };

/* One in HOTTEST_PART places is for a function of the greatest self cost. Small
   pictures have the TOP hottest ones if one in HOTTEST_PART places is left for
   others. */
enum { HOTTEST_PART = 3, TOP = 10 };

/* The most functions chosen from the path to one of the hottest. */
enum { MOST_ON_PATH = 3 };

/* A function gets its costliest caller as a box if this call has at least this
   part of its total. */
#define CALLER_PART .3

struct ranking {
    double *scores;    /* by function: score_functions */
    uint32_t *callers; /* by function: costliest_callers */
    double *caller_costs; /* by function: of the calls from these */
    uint32_t *top_down, n_top_down; /* of a flat profile: view/top_down.h */
};

struct candidate {
    double heat, priority, score, total;
    uint32_t id;
};

static int by_score(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    int order = COMPARE(b->priority, a->priority);
    order = order ? order : COMPARE(b->score, a->score);
    order = order ? order : COMPARE(b->total, a->total);
    return order ? order : COMPARE(a->id, b->id);
}

/* Lists the functions that are kept and returns their number. Without heat but
   with a priority, all heats are 0. */
static uint32_t list_candidates(const struct profile *profile,
                                const struct costs *costs, const bool *kept,
                                const struct view_options *options,
                                const double *scores,
                                struct candidate *candidates)
{
    uint32_t n = 0;
    const double *priority = options->priority, *heat = options->heat;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (kept[f])
            candidates[n++] = (struct candidate){
                .heat = heat       ? heat[f]
                        : priority ? 0
                                   : profile->functions[f].self,
                .priority = priority ? fmax(priority[f], 0) : 0,
                .score = scores[f],
                .total = costs->total[f],
                .id = f,
            };
    return n;
}

static int by_heat(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->heat != b->heat)
        return a->heat < b->heat ? 1 : -1;
    return by_score(left, right);
}

/* Moves the hottest candidates to the front, at most `most` of them, and
   returns their number. The others are sorted by priority and score. */
static uint32_t move_hottest_first(struct candidate *candidates, uint32_t n,
                                   uint32_t most)
{
    SORT(candidates, n, by_heat);
    if (most > n)
        most = n;
    while (most > 0 && !(candidates[most - 1].heat > 0))
        most--;
    qsort(candidates + most, n - most, sizeof *candidates, by_score);
    return most;
}

/* Returns how many functions are chosen because they are hot. */
static uint32_t most_hottest(uint32_t most)
{
    uint32_t part = (most + HOTTEST_PART - 1) / HOTTEST_PART;
    uint32_t least = most - part < TOP ? most - part : TOP;
    return part > least ? part : least;
}

/* Returns, by function, the caller of the costliest of the calls to it, or
   NO_ID, and adds the costs of these calls to `cost`. */
static uint32_t *costliest_callers(struct arena *arena, uint32_t n_functions,
                                   const struct view_call *calls,
                                   uint32_t n_calls, double *cost)
{
    uint32_t *callers = index_no_ids(arena, n_functions);
    for (const struct view_call *c = calls; c < calls + n_calls; c++) {
        if (c->caller == c->callee || !(c->cost > cost[c->callee]))
            continue;
        cost[c->callee] = c->cost;
        callers[c->callee] = c->caller;
    }
    return callers;
}

/* Holds the functions that stay. */
struct chosen_functions {
    bool *chosen;                  /* by function */
    uint32_t n, most;              /* the number chosen, and the most */
    const uint32_t *callers;       /* by function: costliest_callers */
    const double *caller_costs;    /* by function: of the calls from these */
    const double *scores, *totals; /* by function */
    uint32_t *met;                 /* by function: the number of the last
                                      choose_with_callers that met it */
    uint32_t n_tries;              /* calls of choose_with_callers so far */
};

static void choose(struct chosen_functions *c, uint32_t f)
{
    if (c->chosen[f] || c->n == c->most)
        return;
    c->chosen[f] = true;
    c->n++;
}

/* Chooses f and its callers, or nothing if there is no room for all of them.
   The callers end at one that is chosen already, that has no callers, or that
   was met before in a cycle. */
static void choose_with_callers(struct chosen_functions *c, uint32_t f)
{
    uint32_t path[MOST_CALLERS], n = 0, room = c->most - c->n;
    if (room > MOST_CALLERS)
        room = MOST_CALLERS;
    c->n_tries++;
    while (f != NO_ID && !c->chosen[f] && c->met[f] != c->n_tries) {
        if (n == room)
            return;
        c->met[f] = c->n_tries;
        path[n++] = f;
        f = c->callers[f];
    }
    while (n > 0)
        choose(c, path[--n]);
}

static bool is_better(const struct chosen_functions *c, uint32_t f, uint32_t g)
{
    return c->scores[f] != c->scores[g] ? c->scores[f] > c->scores[g]
                                        : c->totals[f] > c->totals[g];
}

/* Chooses the best function of the path from a root to f, unless `most` of them
   are chosen already. The path goes upwards over the costliest callers. */
static void choose_on_path(struct chosen_functions *c, uint32_t f, uint32_t most)
{
    uint32_t best = NO_ID, n = 0;
    c->n_tries++;
    c->met[f] = c->n_tries;
    for (f = c->callers[f]; f != NO_ID && c->met[f] != c->n_tries;
         f = c->callers[f]) {
        c->met[f] = c->n_tries;
        n += c->chosen[f];
        if (!c->chosen[f] && (best == NO_ID || is_better(c, f, best)))
            best = f;
    }
    if (best != NO_ID && n < most)
        choose(c, best);
}

/* Chooses the costliest caller of a chosen function if nothing of the path from
   a root to it is chosen: a box without an arrow does not tell who calls it. */
static void choose_caller(struct chosen_functions *c, uint32_t f)
{
    uint32_t caller = c->callers[f];
    if (!c->chosen[f] || caller == NO_ID ||
        c->caller_costs[f] < CALLER_PART * c->totals[f])
        return;
    c->n_tries++;
    c->met[f] = c->n_tries;
    for (uint32_t g = caller; g != NO_ID && c->met[g] != c->n_tries;
         g = c->callers[g]) {
        if (c->chosen[g])
            return;
        c->met[g] = c->n_tries;
    }
    choose(c, caller);
}

/* Chooses the hottest functions, what leads to the first ten of them, and then
   the others by their score. */
static void choose_hottest(struct chosen_functions *c,
                           const struct candidate *candidates, uint32_t n,
                           uint32_t hottest)
{
    for (uint32_t i = 0; i < hottest; i++)
        choose(c, candidates[i].id);
    for (uint32_t most = 1; most <= MOST_ON_PATH; most++)
        for (uint32_t i = 0; i < hottest && i < TOP; i++)
            choose_on_path(c, candidates[i].id, most);
    for (uint32_t i = 0; i < n; i++) {
        choose(c, candidates[i].id);
        choose_caller(c, candidates[i].id);
    }
}

/* Chooses functions of a flat profile: the hottest for half of the places, and
   those that show how the cost divides for the others. */
static void choose_flat(struct chosen_functions *c,
                        const struct candidate *candidates, uint32_t n,
                        const struct ranking *ranking)
{
    uint32_t hottest = (c->most + 1) / 2;
    for (uint32_t i = 0; i < hottest && i < n; i++)
        choose(c, candidates[i].id);
    for (uint32_t i = 0; i < ranking->n_top_down; i++)
        choose(c, ranking->top_down[i]);
    for (uint32_t i = 0; i < n; i++)
        choose(c, candidates[i].id);
}

/* Chooses functions with their callers. The first is chosen even if there is no
   room for these; the others come alone if there is room in the end. */
static void choose_with_all_callers(struct chosen_functions *c,
                                    const struct candidate *candidates,
                                    uint32_t n, bool only_priority)
{
    for (uint32_t i = 0; i < n; i++) {
        if (only_priority && !(candidates[i].priority > 0))
            continue;
        choose_with_callers(c, candidates[i].id);
        if (i == 0)
            choose(c, candidates[i].id);
    }
    for (uint32_t i = 0; i < n; i++)
        choose(c, candidates[i].id);
}

struct ranking *cap_rank(struct arena *arena, const struct profile *profile,
                         const struct costs *costs, const bool *selected)
{
    LOCAL_ARENA(scratch);
    uint32_t n_calls;
    struct ranking *ranking = NEW(arena, struct ranking);
    const struct view_call *calls =
        recount_ranked(&scratch, profile, costs, selected, &n_calls);
    ranking->caller_costs = NEW_N(arena, double, profile->n_functions);
    ranking->callers = costliest_callers(arena, profile->n_functions, calls,
                                         n_calls, ranking->caller_costs);
    ranking->scores = score_functions(arena, profile, costs, calls, n_calls);
    if (top_down_is_flat(profile, costs, selected))
        ranking->top_down =
            top_down_find(arena, profile, costs, selected, calls, n_calls,
                          &ranking->n_top_down);
    return ranking;
}

bool cap_is_flat(const struct ranking *ranking,
                 const struct view_options *options)
{
    bool is_part = options->root.n > 0 || options->leaf.n > 0 ||
                   options->depth >= 0 || options->priority || options->heat;
    return options->for_picture && !is_part && ranking->n_top_down > 0;
}

void cap_functions(const struct profile *profile, const struct costs *costs,
                   const struct ranking *ranking, long most,
                   const struct view_options *options, bool joins, bool *kept)
{
    LOCAL_ARENA(scratch);
    uint32_t n_functions = profile->n_functions;
    struct chosen_functions c = {
        .chosen = NEW_N(&scratch, bool, n_functions),
        .most = (uint32_t)most,
        .callers = ranking->callers,
        .caller_costs = ranking->caller_costs,
        .scores = ranking->scores,
        .totals = costs->total,
        .met = NEW_N(&scratch, uint32_t, n_functions),
    };
    struct candidate *candidates =
        NEW_N(&scratch, struct candidate, n_functions);
    uint32_t n = list_candidates(profile, costs, kept, options, c.scores,
                                 candidates);
    bool has_callers = profile->kind == FROM_CALLS && !joins;
    bool has_heat = options->heat || !options->priority;
    uint32_t hottest = move_hottest_first(
        candidates, n,
        has_callers || cap_is_flat(ranking, options)
            ? n : most_hottest((uint32_t)most));
    if (has_callers || !has_heat)
        choose_with_all_callers(&c, candidates, n, !has_callers);
    else if (cap_is_flat(ranking, options))
        choose_flat(&c, candidates, n, ranking);
    else
        choose_hottest(&c, candidates, n, hottest);
    memcpy(kept, c.chosen, n_functions * sizeof *kept);
}
