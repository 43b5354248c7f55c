#include "view/cap.h"

#include <stdlib.h>

#include "view/recount.h"
#include "view/score.h"

/* Callers that one function may bring along: no picture has room for more. */
enum { MOST_CALLERS = 1000 };

struct rank {
    const struct function *function;
    double score, total;
    uint32_t id;
};

static int by_identity(const struct identity *a, const struct identity *b)
{
    int order = str_cmp(a->name, b->name);
    if (order == 0)
        order = str_cmp(a->module, b->module);
    if (order == 0)
        order = str_cmp(a->file, b->file);
    return order ? order : str_cmp(a->tag, b->tag);
}

static int by_score(const void *left, const void *right)
{
    const struct rank *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    if (a->total != b->total)
        return a->total < b->total ? 1 : -1;
    return by_identity(&a->function->is, &b->function->is);
}

static uint32_t list_ranks(const struct profile *profile,
                           const struct costs *costs, const bool *kept,
                           struct rank *ranks)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (kept[f])
            ranks[n++] = (struct rank){ .function = &profile->functions[f],
                                        .total = costs->total[f],
                                        .id = f };
    return n;
}

static double hottest_self(const struct rank *ranks, uint32_t n)
{
    double most = 0;
    for (uint32_t i = 0; i < n; i++)
        most = fmax(most, ranks[i].function->self);
    return most;
}

/* Where the most is spent is what everybody wants to see: of equals, the one
   of the best score. */
static void lift_hottest(struct rank *ranks, uint32_t n)
{
    double most = hottest_self(ranks, n);
    uint32_t i = 0;
    while (i < n && ranks[i].function->self < most)
        i++;
    struct rank hottest = ranks[i];
    for (; i > 0; i--)
        ranks[i] = ranks[i - 1];
    ranks[0] = hottest;
}

static void sort_ranks(struct rank *ranks, uint32_t n, const double *scores)
{
    for (uint32_t i = 0; i < n; i++)
        ranks[i].score = scores[ranks[i].id];
    qsort(ranks, n, sizeof *ranks, by_score);
    lift_hottest(ranks, n);
}

/* By function: which of the kept calls it for most, or NO_ID. */
static uint32_t *costliest_callers(struct arena *arena, uint32_t n,
                                   const struct view *all)
{
    uint32_t *callers = NEW_N(arena, uint32_t, n);
    double *cost = NEW_N(arena, double, n);
    for (uint32_t f = 0; f < n; f++)
        callers[f] = NO_ID;
    for (const struct view_call *c = all->calls; c < all->calls + all->n_calls;
         c++) {
        if (c->caller == c->callee || !(c->cost > cost[c->callee]))
            continue;
        cost[c->callee] = c->cost;
        callers[c->callee] = c->caller;
    }
    return callers;
}

struct choice {
    bool *chosen;            /* by function */
    uint32_t n, most;        /* chosen; at most */
    const uint32_t *callers; /* by function: costliest, or NO_ID */
    uint32_t *tried;         /* by function: the latest try that met it */
    uint32_t tries;
};

static void choose(struct choice *choice, uint32_t f)
{
    if (choice->chosen[f] || choice->n == choice->most)
        return;
    choice->chosen[f] = true;
    choice->n++;
}

/* Chooses f with its callers, or nothing if there is no room for them. They
   end at one that is chosen, that nothing calls, or that was met before. */
static void choose_with_callers(struct choice *choice, uint32_t f)
{
    uint32_t path[MOST_CALLERS], n = 0, room = choice->most - choice->n;
    if (room > MOST_CALLERS)
        room = MOST_CALLERS;
    choice->tries++;
    while (f != NO_ID && !choice->chosen[f] &&
           choice->tried[f] != choice->tries) {
        if (n == room)
            return;
        choice->tried[f] = choice->tries;
        path[n++] = f;
        f = choice->callers[f];
    }
    while (n > 0)
        choose(choice, path[--n]);
}

/* The hottest is chosen whatever its callers; the others come without theirs
   when there is room in the end. */
static void choose_all(struct choice *choice, const struct rank *ranks,
                       uint32_t n, enum profile_kind kind)
{
    for (uint32_t i = 0; i < n && kind == FROM_CALLS; i++) {
        choose_with_callers(choice, ranks[i].id);
        if (i == 0)
            choose(choice, ranks[i].id);
    }
    for (uint32_t i = 0; i < n; i++)
        choose(choice, ranks[i].id);
}

bool cap_functions(const struct profile *profile, const struct costs *costs,
                   long most, bool *kept)
{
    struct arena scratch = { 0 };
    uint32_t n_functions = profile->n_functions;
    struct rank *ranks = NEW_N(&scratch, struct rank, n_functions);
    uint32_t n = list_ranks(profile, costs, kept, ranks);
    bool capped = n > most;
    if (capped) {
        struct view all = { 0 };
        struct choice choice = { .chosen = NEW_N(&scratch, bool, n_functions),
                                 .most = (uint32_t)most,
                                 .tried =
                                     NEW_N(&scratch, uint32_t, n_functions) };
        recount_calls(&scratch, &all, profile, costs, kept);
        const double *scores = score_functions(&scratch, profile, costs,
                                              all.calls, all.n_calls);
        sort_ranks(ranks, n, scores);
        choice.callers = costliest_callers(&scratch, n_functions, &all);
        choose_all(&choice, ranks, n, profile->kind);
        for (uint32_t f = 0; f < n_functions; f++)
            kept[f] = choice.chosen[f];
    }
    arena_free(&scratch);
    return capped;
}
