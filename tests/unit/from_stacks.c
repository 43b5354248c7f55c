/* Exact costs: by hand, and on random stacks against counts on plain arrays. */
#include "cost/reduce.h"
#include "named.h"
#include "plain.h"

/* The second sample lost its outer frames: C has 20, but main and A are known
   to have been on the stack for only 30 and 10. */
static void truncated_roots(void)
{
    test("truncated roots");
    struct named g = named_costs("folded", "main;A;C 10\n"
                                           "C 10\n"
                                           "main;B 20\n");
    total_is(&g, "main", 30);
    total_is(&g, "A", 10);
    total_is(&g, "B", 20);
    total_is(&g, "C", 20);
    call_is(&g, "main", "A", 10);
    call_is(&g, "main", "B", 20);
    call_is(&g, "A", "C", 10);
    expect(g.costs->whole == 40, "whole is %g", g.costs->whole);
    expect(g.profile->functions[function_by_name(g.profile, "C")].entry == 10,
           "C is not entered by 10");
    expect(g.costs->n_cycles == 0, "%u cycles", g.costs->n_cycles);
    named_free(&g);
}

/* The same profile as calls: w(main,A) = w(A,C) = 10, w(main,B) = 20,
   entry(main) = 30, entry(C) = 10. Half of what enters C comes from A. */
static void truncated_roots_as_calls(void)
{
    test("truncated roots, reduced to calls");
    struct named g = named_costs("folded", "main;A;C 10\n"
                                           "C 10\n"
                                           "main;B 20\n");
    struct profile *stacks = g.profile;
    g.profile = reduce_to_calls(&g.arena, stacks);
    g.costs = costs_from_calls(&g.arena, g.profile, CYCLES_SPLIT);
    profile_free(stacks);
    total_is(&g, "C", 20);
    total_is(&g, "A", 10); /* 20 * 10 / 20 */
    total_is(&g, "main", 30);
    call_is(&g, "A", "C", 10);
    call_is(&g, "main", "B", 20);
    exact_is(&g, "B", true);
    exact_is(&g, "A", false);
    named_free(&g);
}

/* f counts once for each sample, 6 + 2, and f -> f once for the first, 6. */
static void recursion(void)
{
    test("recursion");
    struct named g = named_costs("folded", "main;f;f;f;g 6\n"
                                           "main;f 2\n"
                                           "main;g 4\n");
    total_is(&g, "main", 12);
    total_is(&g, "f", 8);
    total_is(&g, "g", 10);
    call_is(&g, "main", "f", 8);
    call_is(&g, "main", "g", 4);
    call_is(&g, "f", "f", 6);
    call_is(&g, "f", "g", 6);
    exact_is(&g, "f", true);
    call_exact_is(&g, "f", "f", true);
    expect(g.costs->n_cycles == 0, "a self-call alone makes no cycle");
    named_free(&g);
}

/*
 * Each pair of neighbours on a stack gets the cost of that stack once: a -> b
 * 10 + 5, b -> a 10 + 5. Only the second stack ends in the cycle, so the self
 * cost of the cycle is 5. Both stacks enter it once, which makes 15.
 */
static void mutual_recursion(void)
{
    test("mutual recursion");
    struct named g = named_costs("folded", "main;a;b;a;leaf 10\n"
                                           "main;b;a;b 5\n");
    total_is(&g, "main", 15);
    total_is(&g, "a", 15);
    total_is(&g, "b", 15);
    total_is(&g, "leaf", 10);
    call_is(&g, "main", "a", 10);
    call_is(&g, "main", "b", 5);
    call_is(&g, "a", "b", 15);
    call_is(&g, "b", "a", 15);
    call_is(&g, "a", "leaf", 10);
    call_is_back(&g, "b", "a", false);
    exact_is(&g, "a", true);
    call_exact_is(&g, "b", "a", true);
    cycle_is(&g, 1, "a", 5, 15, 15);
    named_free(&g);
}

/* c and d come first but cost 4; a and b cost 10; e and h cost 4 too and come
   last. */
static void cycles_by_cost(void)
{
    test("cycles are numbered by falling cost");
    struct named g = named_costs("folded", "main;c;d;c 4\n"
                                           "main;a;b;a 10\n"
                                           "main;e;h;e 4\n");
    expect(g.costs->n_cycles == 3, "%u cycles", g.costs->n_cycles);
    cycle_is(&g, 1, "a", 10, 10, 10);
    cycle_is(&g, 2, "c", 4, 4, 4);
    cycle_is(&g, 3, "e", 4, 4, 4);
    named_free(&g);
}

static void compare_functions(const struct stacks *p,
                              const struct profile *profile,
                              const struct costs *costs)
{
    double entries = 0, whole = plain_whole(p);
    expect(costs->whole == whole, "whole %g, not %g", costs->whole, whole);
    for (uint32_t id = 0; id < profile->n_functions; id++) {
        uint32_t f = number_of(profile, id);
        const struct function *function = &profile->functions[id];
        double total = plain_total(p, f);
        expect(function->self == plain_self(p, f), "self of f%u", f);
        expect(function->entry == plain_entry(p, f), "entry of f%u", f);
        expect(costs->total[id] == total, "total of f%u: %g, not %g", f,
               costs->total[id], total);
        expect(costs->exact[id], "f%u is not exact", f);
        expect(function->self <= costs->total[id] && total <= whole,
               "self <= total <= whole: f%u", f);
        entries += function->entry;
    }
    expect(entries == whole, "roots sum to %g, not %g", entries, whole);
}

static void compare_calls(const struct stacks *p, const struct profile *profile,
                          const struct costs *costs)
{
    for (uint32_t id = 0; id < profile->n_functions; id++)
        for (uint32_t to = 0; to < profile->n_functions; to++) {
            uint32_t f = number_of(profile, id), g = number_of(profile, to);
            uint32_t call = profile_find_call(profile, id, to);
            double cost = plain_call_cost(p, f, g);
            if (!expect((call != NO_ID) == plain_calls(p, f, g),
                        "f%u -> f%u: only one side has it", f, g))
                continue;
            if (call == NO_ID)
                continue;
            expect(costs->call_cost[call] == cost,
                   "cost of f%u -> f%u: %g, not %g", f, g,
                   costs->call_cost[call], cost);
            expect(costs->call_exact[call] && !costs->back[call],
                   "f%u -> f%u is not exact", f, g);
        }
}

/* Sets reach[f][g] if f calls g, or a function that reaches it. The algorithm
   is that of S. Warshall, A theorem on Boolean matrices, J. ACM 9:1, 1962. */
static void find_reach(const struct stacks *p, bool reach[FUNCTIONS][FUNCTIONS])
{
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        for (uint32_t g = 0; g < FUNCTIONS; g++)
            reach[f][g] = f != g && plain_calls(p, f, g);
    for (uint32_t via = 0; via < FUNCTIONS; via++)
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            for (uint32_t g = 0; g < FUNCTIONS; g++)
                reach[f][g] |= reach[f][via] && reach[via][g];
}

static void compare_cycle(const struct stacks *p, const struct profile *profile,
                          const struct cycle *cycle)
{
    bool member[FUNCTIONS] = { false };
    double self = 0, cost = 0, inflow = 0;
    for (uint32_t m = 0; m < cycle->n_members; m++) {
        uint32_t f = number_of(profile, cycle->members[m]);
        member[f] = true;
        self += plain_self(p, f);
        expect(m == 0 || cycle->members[m - 1] < cycle->members[m],
               "members out of order");
    }
    for (uint32_t i = 0; i < p->n; i++) {
        struct stack inside = only_kept(&p->of[i], member);
        cost += inside.depth ? p->of[i].cost : 0;
        /* A stack enters a cycle at most once. */
        inflow += inside.depth ? p->of[i].cost : 0;
    }
    expect(cycle->self == self, "self of a cycle: %g, not %g", cycle->self,
           self);
    expect(cycle->cost == cost, "cost of a cycle: %g, not %g", cycle->cost,
           cost);
    expect(cycle->inflow == inflow, "inflow of a cycle: %g, not %g",
           cycle->inflow, inflow);
}

static void compare_cycles(const struct stacks *p,
                           const struct profile *profile,
                           const struct costs *costs)
{
    bool reach[FUNCTIONS][FUNCTIONS];
    find_reach(p, reach);
    for (uint32_t a = 0; a < profile->n_functions; a++)
        for (uint32_t b = 0; b < profile->n_functions; b++) {
            uint32_t f = number_of(profile, a), g = number_of(profile, b);
            bool together = reach[f][g] && reach[g][f];
            bool found = costs->cycle[a] && costs->cycle[a] == costs->cycle[b];
            expect(together == found, "f%u and f%u: one cycle is %d", f, g,
                   found);
        }
    for (uint32_t n = 0; n < costs->n_cycles; n++) {
        const struct cycle *cycle = &costs->cycles[n];
        compare_cycle(p, profile, cycle);
        expect(n == 0 || cycle[-1].cost > cycle->cost ||
                   (cycle[-1].cost == cycle->cost &&
                    cycle[-1].members[0] < cycle->members[0]),
               "cycle %u is out of order", n + 1);
    }
}

static void random_costs(void)
{
    test("costs of random stacks are those of a plain count");
    for (unsigned long i = 1; i <= 4000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        compare_functions(&p, profile, costs);
        compare_calls(&p, profile, costs);
        compare_cycles(&p, profile, costs);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* The weight of a call is the sum of cost times occurrences. */
static void random_reduction(void)
{
    test("random stacks reduced to calls");
    for (unsigned long i = 1; i <= 1000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        struct profile *calls = reduce_to_calls(&arena, profile);
        expect(calls->n_functions == profile->n_functions &&
                   calls->n_calls == profile->n_calls,
               "functions or calls were lost");
        for (uint32_t c = 0; c < calls->n_calls; c++) {
            const struct call *call = &calls->calls[c];
            double weight = 0;
            for (uint32_t k = 0; k < p.n; k++)
                weight += p.of[k].cost *
                          pairs_in(&p.of[k], number_of(calls, call->caller),
                                   number_of(calls, call->callee));
            expect(call->weight == weight, "weight %g, not %g", call->weight,
                   weight);
        }
        for (uint32_t f = 0; f < calls->n_functions; f++)
            expect(calls->functions[f].self == profile->functions[f].self &&
                       calls->functions[f].entry == profile->functions[f].entry,
                   "self and entry stay");
        profile_free(calls);
        profile_free(profile);
        arena_free(&arena);
    }
}

UNIT(from_stacks)
{
    truncated_roots();
    truncated_roots_as_calls();
    recursion();
    mutual_recursion();
    cycles_by_cost();
    random_costs();
    random_reduction();
    return finish_tests();
}
