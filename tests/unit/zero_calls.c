/* Calls that were counted 0 times change no number: costs, cycles and filters
   are those of the same profile without these calls. */
#include "cost/cycle/collapse.h"
#include "cost/from_calls.h"
#include "dense.h"
#include "filter/calls.h"
#include "filter/copy.h"
#include "filter/granularity.h"
#include "filter/hide_calls.h"
#include "util/diag.h"

/* Adds calls between functions that did not call each other. */
static void add_zero_calls(struct profile *profile)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        for (uint32_t g = 0; g < profile->n_functions; g++)
            if (chance(5) && profile_find_call(profile, f, g) == NO_ID) {
                uint32_t call = profile_call(profile, f, g);
                profile->calls[call].count = 0;
            }
}

/* Returns a random profile of functions that are called. */
static struct profile *random_profile(struct arena *arena)
{
    struct dense d = random_cyclic(16);
    uint32_t ids[NODES];
    struct profile *profile = profile_of_dense(arena, &d, ids);
    for (uint32_t c = 0; c < profile->n_calls; c++)
        if (profile->calls[c].weight > 0 && chance(80))
            profile->calls[c].count = profile->calls[c].weight;
    return profile;
}

/* The functions have the same ids, but the calls do not: the calls of `right`
   are those of `left` that happened. */
static void same(const struct profile *left, const struct costs *a,
                 const struct profile *right, const struct costs *b)
{
    expect(left->n_functions == right->n_functions, "other functions");
    expect(a->n_cycles == b->n_cycles, "%u cycles, not %u", a->n_cycles,
           b->n_cycles);
    for (uint32_t f = 0; f < left->n_functions; f++)
        expect(close_to(a->total[f], b->total[f]) &&
                   a->exact[f] == b->exact[f],
               "total %u is %g, not %g", f, a->total[f], b->total[f]);
    for (uint32_t c = 0; c < left->n_calls; c++) {
        const struct call *call = &left->calls[c];
        uint32_t other = profile_find_call(right, call->caller, call->callee);
        if (call_happened(call) && expect(other != NO_ID, "call is missing"))
            expect(close_to(a->call_cost[c], b->call_cost[other]) &&
                       a->back[c] == b->back[other],
                   "call %u -> %u costs %g, not %g", call->caller,
                   call->callee, a->call_cost[c], b->call_cost[other]);
        if (!call_happened(call))
            expect(a->call_cost[c] == 0 && a->call_exact[c] && !a->back[c],
                   "call %u -> %u never happened but costs %g", call->caller,
                   call->callee, a->call_cost[c]);
    }
}

static void compare(struct arena *arena, const struct profile *left,
                    const struct profile *right)
{
    for (int way = CYCLES_SPLIT; way <= CYCLES_COLLAPSE; way++)
        same(left, costs_from_calls(arena, left, (enum cycles)way), right,
             costs_from_calls(arena, right, (enum cycles)way));
}

static void costs_of_random_graphs(void)
{
    test("random graphs with calls counted 0 times");
    for (unsigned long n = 1; n <= 300; n++) {
        start_input(n);
        struct arena arena = { 0 };
        struct profile *without = random_profile(&arena);
        struct profile *with = copy_profile(&arena, without);
        add_zero_calls(with);
        compare(&arena, with, without);
        profile_free(with);
        profile_free(without);
        arena_free(&arena);
    }
}

static struct profile *hide(struct arena *arena, const struct profile *profile,
                            const bool *marked)
{
    return filter_calls_hide(arena, profile, marked, costs_estimate_calls);
}

static struct profile *prune(struct arena *arena, const struct profile *profile,
                             const bool *marked)
{
    return filter_calls_prune_from(arena, profile, marked,
                                   costs_estimate_calls);
}

typedef struct profile *filter_function(struct arena *, const struct profile *,
                                        const bool *);

static void filters_of_random_graphs(void)
{
    static filter_function *const filters[] = {
        hide, prune, filter_calls_ignore, filter_calls_focus,
        filter_calls_show_from,
    };
    test("filters with calls counted 0 times");
    for (unsigned long n = 1; n <= 500; n++) {
        start_input(n);
        struct arena arena = { 0 };
        struct profile *without = random_profile(&arena);
        struct profile *with = copy_profile(&arena, without);
        filter_function *filter = filters[n % ROWS(filters)];
        bool *marked = NEW_N(&arena, bool, without->n_functions);
        for (uint32_t f = 0; f < without->n_functions; f++)
            marked[f] = chance(20);
        add_zero_calls(with);
        struct profile *left = filter(&arena, with, marked);
        struct profile *right = filter(&arena, without, marked);
        if (expect(left && right, "refused"))
            compare(&arena, left, right);
        profile_free(left);
        profile_free(right);
        profile_free(with);
        profile_free(without);
        arena_free(&arena);
    }
}

/* Functions of one module or of one cycle become one function. */
static void groups_of_random_graphs(void)
{
    test("groups with calls counted 0 times");
    for (unsigned long n = 1; n <= 200; n++) {
        start_input(n);
        struct arena arena = { 0 };
        struct profile *without = random_profile(&arena);
        for (uint32_t f = 0; f < without->n_functions; f++)
            without->functions[f].is.module = chance(50) ? S("a") : S("b");
        struct profile *with = copy_profile(&arena, without);
        add_zero_calls(with);
        struct collapsed collapsed;
        bool by_module = n % 2;
        struct profile *left =
            by_module ? granularity_apply(&arena, with, GRANULARITY_MODULE,
                                          costs_estimate_calls)
                      : collapse_cycles(&arena, with, &collapsed);
        struct profile *right =
            by_module ? granularity_apply(&arena, without, GRANULARITY_MODULE,
                                          costs_estimate_calls)
                      : collapse_cycles(&arena, without, &collapsed);
        struct costs *a = costs_from_calls(&arena, left, CYCLES_SPLIT);
        struct costs *b = costs_from_calls(&arena, right, CYCLES_SPLIT);
        for (uint32_t f = 0; f < left->n_functions; f++)
            expect(close_to(a->total[f], b->total[f]),
                   "total %u is %g, not %g", f, a->total[f], b->total[f]);
        profile_free(left);
        profile_free(right);
        profile_free(with);
        profile_free(without);
        arena_free(&arena);
    }
}

UNIT(zero_calls)
{
    diag_quiet(true);
    costs_of_random_graphs();
    filters_of_random_graphs();
    groups_of_random_graphs();
    diag_quiet(false);
    return finish_tests();
}
