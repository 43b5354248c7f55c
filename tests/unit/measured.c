/* Calls of measured cost: by hand, and random stacks whose exact costs are
   given to a profile from calls. */
#include "cost/reduce.h"
#include "named.h"
#include "plain.h"

/* Both calls of c have the same count, but b's takes longer. */
static void tree(void)
{
    test("measured calls without a cycle");
    struct named g = named_costs("edges", "%calls measured\n"
                                          "main 1\n"
                                          "main -> a 4 x1\n"
                                          "main -> b 10 x1\n"
                                          "a 2\n"
                                          "b 3\n"
                                          "c 9\n"
                                          "a -> c 2 x1\n"
                                          "b -> c 7 x1\n");
    total_is(&g, "main", 15);
    total_is(&g, "a", 4);
    total_is(&g, "b", 10);
    total_is(&g, "c", 9);
    call_is(&g, "b", "c", 7);
    exact_is(&g, "main", true);
    call_exact_is(&g, "b", "c", true);
    named_free(&g);
}

/*
 * f and g cost 4 and 6, and main enters the cycle at f by a call that was
 * measured as 10. f -> g was active for 9, and g -> f for 3 of these. If they
 * overlap, they are weights only: in the DAG from f, f -> g costs 6.
 */
static void cycle(void)
{
    test("measured calls in a cycle");
    struct named g = named_costs("edges", "%calls measured\n"
                                          "main 1\n"
                                          "main -> f 10\n"
                                          "f 4\n"
                                          "g 6\n"
                                          "f -> g 9\n"
                                          "g -> f 3\n");
    total_is(&g, "main", 11);
    total_is(&g, "f", 10);
    total_is(&g, "g", 6);
    call_is(&g, "main", "f", 10);
    call_exact_is(&g, "main", "f", true);
    call_is(&g, "f", "g", 6);
    exact_is(&g, "main", true);
    exact_is(&g, "g", false);
    named_free(&g);
}

static void cycle_once(void)
{
    test("measured calls in a cycle, recursion counted once");
    struct named g = named_costs("edges", "%calls measured-once\n"
                                          "main 1\n"
                                          "main -> f 10\n"
                                          "f 4 total=10\n"
                                          "g 6 total=9\n"
                                          "f -> g 9\n"
                                          "g -> f 3\n");
    total_is(&g, "f", 10);
    total_is(&g, "g", 9);
    call_is(&g, "f", "g", 9);
    call_is(&g, "g", "f", 3);
    exact_is(&g, "g", true);
    call_exact_is(&g, "g", "f", true);
    named_free(&g);
}

/* The input says that more was spent than there is. */
static void too_much(void)
{
    test("measured costs above the whole");
    struct named g = named_costs("edges", "%calls measured\n"
                                          "main 1 total=9\n"
                                          "main -> f 10\n"
                                          "f 4\n");
    total_is(&g, "main", 5);
    call_is(&g, "main", "f", 5);
    total_is(&g, "f", 4);
    named_free(&g);
}

/* Makes a profile from calls that has the exact costs as measured ones. */
static struct profile *measured_profile(struct arena *arena,
                                        const struct profile *stacks,
                                        const struct costs *exact,
                                        enum call_costs call_costs)
{
    struct profile *calls = reduce_to_calls(arena, stacks);
    calls->call_costs = call_costs;
    for (uint32_t c = 0; c < calls->n_calls; c++)
        calls->calls[c].cost = calls->calls[c].weight = exact->call_cost[c];
    if (call_costs == CALLS_MEASURED_ONCE)
        for (uint32_t f = 0; f < calls->n_functions; f++)
            calls->functions[f].total = exact->total[f];
    profile_entries_by_weight(calls);
    return calls;
}

static void random_profiles(enum call_costs call_costs)
{
    for (unsigned long n = 0; n < 2000; n++) {
        struct arena arena = { 0 };
        start_input(n);
        struct stacks p = random_stacks();
        struct profile *stacks = profile_of(&arena, &p);
        const struct costs *exact = costs_from_stacks(&arena, stacks);
        struct profile *calls =
            measured_profile(&arena, stacks, exact, call_costs);
        const struct costs *costs =
            costs_from_calls(&arena, calls, CYCLES_SPLIT);
        bool once = call_costs == CALLS_MEASURED_ONCE;
        for (uint32_t f = 0; f < calls->n_functions; f++)
            if (once || !costs->cycle[f])
                expect(costs->exact[f] &&
                           close_to(costs->total[f], exact->total[f]),
                       "f%u: total %g, not %g", f, costs->total[f],
                       exact->total[f]);
        for (uint32_t c = 0; c < calls->n_calls; c++) {
            uint32_t f = calls->calls[c].caller, g = calls->calls[c].callee;
            bool inside = f == g || (costs->cycle[f] &&
                                     costs->cycle[f] == costs->cycle[g]);
            if (once || !inside)
                expect(costs->call_exact[c] &&
                           close_to(costs->call_cost[c], exact->call_cost[c]),
                       "call %u: %g, not %g", c, costs->call_cost[c],
                       exact->call_cost[c]);
        }
        profile_free(calls);
        profile_free(stacks);
        arena_free(&arena);
    }
}

UNIT(measured)
{
    tree();
    cycle();
    cycle_once();
    too_much();
    test("random stacks, calls measured outside of cycles");
    random_profiles(CALLS_MEASURED);
    test("random stacks, calls measured with recursion counted once");
    random_profiles(CALLS_MEASURED_ONCE);
    return finish_tests();
}
