#include "view/top_down.h"

#include "graph/counting_sort.h"
#include "util/array.h"

enum { HOTTEST = 10 };

#define FLAT .25   /* of the cost: the hottest have less */
#define PASSED .85 /* of its total: a function passes it on in one call */

bool top_down_is_flat(const struct profile *profile, const struct costs *costs,
                      const bool *selected)
{
    double most[HOTTEST] = { 0 }, sum = 0; /* by falling cost */
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        double cost = selected[f] ? profile->functions[f].self : 0;
        for (int i = 0; i < HOTTEST; i++)
            if (cost > most[i]) {
                double less = most[i];
                most[i] = cost;
                cost = less;
            }
    }
    for (int i = 0; i < HOTTEST; i++)
        sum += most[i];
    return sum < FLAT * costs->whole;
}

/* A way from a function that is reached to another one. */
struct step {
    double cost;
    uint32_t to;
    bool is_entry; /* nothing calls the function */
};

struct walk {
    const struct costs *costs;
    const struct view_call *calls;
    struct sorted_groups from; /* calls by caller; those within a cycle are left
                                  out */
    bool *reached;             /* by function */
    struct arena scratch;
    LIST(struct step) steps;
};

static void add_calls(struct walk *w, uint32_t f)
{
    for (uint32_t i = w->from.first[f]; i < w->from.first[f + 1]; i++) {
        const struct view_call *call = &w->calls[w->from.ids[i]];
        *PUSH_IN(&w->scratch, &w->steps) =
            (struct step){ call->cost, call->callee, false };
    }
}

/* Begins with the functions that nothing calls. */
static void start(struct walk *w, const struct profile *profile,
                  const bool *selected, uint32_t n_calls)
{
    uint32_t n = profile->n_functions;
    uint32_t *from = NEW_N(&w->scratch, uint32_t, n_calls);
    bool *is_called = NEW_N(&w->scratch, bool, n);
    for (uint32_t c = 0; c < n_calls; c++) {
        const struct view_call *call = &w->calls[c];
        bool divides = call->caller != call->callee && call->cost > 0 &&
                       !costs_in_one_cycle(w->costs, call->caller,
                                           call->callee);
        from[c] = divides ? call->caller : NO_ID;
        is_called[call->callee] |= call->caller != call->callee;
    }
    w->from = counting_sort(&w->scratch, from, n_calls, n);
    w->reached = NEW_N(&w->scratch, bool, n);
    for (uint32_t f = 0; f < n; f++)
        if (selected[f] && !is_called[f])
            *PUSH_IN(&w->scratch, &w->steps) =
                (struct step){ known_or(w->costs->total[f], 0), f, true };
}

/* Returns the function to which f passes its cost on, or NO_ID. */
static uint32_t next_of(const struct walk *w, uint32_t f)
{
    for (uint32_t i = w->from.first[f]; i < w->from.first[f + 1]; i++) {
        const struct view_call *call = &w->calls[w->from.ids[i]];
        if (call->cost >= PASSED * w->costs->total[f] &&
            !w->reached[call->callee])
            return call->callee;
    }
    return NO_ID;
}

/* Returns the largest step to a function that is not reached. Of equal ones it
   is the first. */
static const struct step *largest_step(const struct walk *w)
{
    const struct step *best = NULL;
    for (size_t i = 0; i < w->steps.n; i++) {
        const struct step *step = &w->steps.of[i];
        if (!w->reached[step->to] && (!best || step->cost > best->cost))
            best = step;
    }
    return best;
}

uint32_t *top_down_find(struct arena *arena, const struct profile *profile,
                        const struct costs *costs, const bool *selected,
                        const struct view_call *calls, uint32_t n_calls,
                        uint32_t *n)
{
    struct walk w = { .costs = costs, .calls = calls };
    uint32_t *found = NEW_N(arena, uint32_t, TOP_DOWN_MOST);
    const struct step *step;
    start(&w, profile, selected, n_calls);
    for (*n = 0; *n < TOP_DOWN_MOST && (step = largest_step(&w)); (*n)++) {
        uint32_t first = step->to, last = NO_ID;
        bool is_entry = step->is_entry;
        for (uint32_t f = first; f != NO_ID; f = next_of(&w, f)) {
            last = f;
            w.reached[f] = true;
        }
        found[*n] = is_entry ? last : first;
        add_calls(&w, last);
    }
    arena_free(&w.scratch);
    return found;
}
