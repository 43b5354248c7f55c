/* Costs from calls: by hand, on random graphs against reference results, and
   against the properties that must hold on every graph. */
#include "dag.h"
#include "named.h"

/*
 * main 1 calls a 2 and b 4, and c 8 is called once by a and three times by b.
 * So a pays 8 * 1/4 = 2 and b pays 8 * 3/4 = 6.
 */
static void diamond(void)
{
    test("a diamond");
    struct named g = named_costs("edges", "main 1 entry=1\n"
                                          "a 2\n"
                                          "b 4\n"
                                          "c 8\n"
                                          "main -> a w=1\n"
                                          "main -> b w=1\n"
                                          "a -> c w=1\n"
                                          "b -> c w=3\n");
    total_is(&g, "c", 8);
    total_is(&g, "a", 4);     /* 2 + 2 */
    total_is(&g, "b", 10);    /* 4 + 6 */
    total_is(&g, "main", 15); /* 1 + 4 + 10 */
    call_is(&g, "a", "c", 2);
    call_is(&g, "b", "c", 6);
    call_is(&g, "main", "a", 4);
    call_is(&g, "main", "b", 10);
    expect(g.costs->whole == 15, "whole is %g", g.costs->whole);
    exact_is(&g, "c", true);
    exact_is(&g, "a", false);
    exact_is(&g, "main", false);
    call_exact_is(&g, "a", "c", false);
    call_exact_is(&g, "main", "a", false);
    named_free(&g);
}

/*
 * e, x, y and m cost 1 each; main calls e and m, so that half of the cost
 * enters at each.
 *
 * From e, x and y are at distance 1. Only calls of weight 0 lead on to m, and x
 * and y share it equally: m 1, x 1 + 1/2, y 1 + 1/2, e 1 + 3/2 + 3/2 = 4. From
 * m, e is at distance 1, x and y at 2: x 1, y 1, e 1 + 1 + 1 = 3, m 1 + 3 = 4.
 */
static void members_entered_by_zeros(void)
{
    test("members of a cycle that only calls of weight 0 reach");
    struct named g = named_costs("edges", "main 0 entry=1\n"
                                          "e 1\n"
                                          "x 1\n"
                                          "y 1\n"
                                          "m 1\n"
                                          "main -> e w=1\n"
                                          "main -> m w=1\n"
                                          "m -> e w=1\n"
                                          "e -> x w=1\n"
                                          "e -> y w=1\n"
                                          "x -> m w=0\n"
                                          "y -> m w=0\n");
    cycle_is(&g, 1, "e", 4, 4, 2);
    total_is(&g, "e", 3.5);  /* 4/2 + 3/2 */
    total_is(&g, "m", 2.5);  /* 1/2 + 4/2 */
    total_is(&g, "x", 1.25); /* 1.5/2 + 1/2 */
    total_is(&g, "y", 1.25);
    total_is(&g, "main", 4);
    call_is(&g, "main", "e", 2);
    call_is(&g, "main", "m", 2);
    call_is(&g, "m", "e", 1.5); /* 3/2 */
    call_is(&g, "e", "x", 1.25);
    call_is(&g, "e", "y", 1.25);
    call_is(&g, "x", "m", 0.25); /* 1/2 * 1/2 * 1 */
    call_is(&g, "y", "m", 0.25);
    call_is_back(&g, "x", "m", false);
    call_is_back(&g, "m", "e", false);
    named_free(&g);
}

/*
 * Nothing enters a 3 <-> b 1, so half of the cost enters at each.
 * From a: b 1, a 3 + 1 = 4. From b: a 3, b 1 + 3 = 4.
 */
static void cycle_without_callers(void)
{
    test("a cycle that nothing enters");
    struct named g = named_costs("edges", "a 3 entry=0\n"
                                          "b 1 entry=0\n"
                                          "a -> b w=2\n"
                                          "b -> a w=1\n");
    cycle_is(&g, 1, "a", 4, 4, 0);
    total_is(&g, "a", 3.5); /* 4/2 + 3/2 */
    total_is(&g, "b", 2.5); /* 1/2 + 4/2 */
    call_is(&g, "a", "b", 0.5);
    call_is(&g, "b", "a", 1.5);
    exact_is(&g, "a", false);
    call_exact_is(&g, "a", "b", false);
    named_free(&g);
}

/*
 * In the ring a 1 -> b 2 -> c 4 -> a with b -> a, 3/4 of the cost enters at a
 * and 1/4 at c. Only b calls d 8, so own(b) = 2 + 8, and the cycle costs 1 + 10
 * + 4 = 15.
 *
 * From a: c 4, b 10 + 4 = 14, a 1 + 14 = 15. From c: b 10, a 1 + 10 = 11, c 4 +
 * 11 = 15. The call b -> a leads back in both cases.
 */
static void overlapping_entries(void)
{
    test("two ways into a cycle");
    struct named g = named_costs("edges", "main 1 entry=1\n"
                                          "a 1\n"
                                          "b 2\n"
                                          "c 4\n"
                                          "d 8\n"
                                          "main -> a w=3\n"
                                          "main -> c w=1\n"
                                          "a -> b w=1\n"
                                          "b -> c w=1\n"
                                          "c -> a w=1\n"
                                          "b -> a w=1\n"
                                          "b -> d w=1\n");
    cycle_is(&g, 1, "a", 7, 15, 4);
    total_is(&g, "a", 14);   /* 15 * 3/4 + 11/4 */
    total_is(&g, "b", 13);   /* 14 * 3/4 + 10/4 */
    total_is(&g, "c", 6.75); /* 4 * 3/4 + 15/4 */
    total_is(&g, "d", 8);
    total_is(&g, "main", 16);
    call_is(&g, "main", "a", 11.25);
    call_is(&g, "main", "c", 3.75);
    call_is(&g, "a", "b", 13);
    call_is(&g, "b", "c", 3);    /* 4 * 3/4 */
    call_is(&g, "c", "a", 2.75); /* 11/4 */
    call_is(&g, "b", "d", 8);
    call_is(&g, "b", "a", UNKNOWN);
    call_is_back(&g, "b", "a", true);
    call_is_back(&g, "c", "a", false);
    exact_is(&g, "d", true);
    call_exact_is(&g, "b", "d", true);
    exact_is(&g, "b", false);
    exact_is(&g, "main", false);
    call_exact_is(&g, "main", "a", false);
    named_free(&g);
}

/* The cycle is entered only at a: b 1, a 3 + 1 = 4. The weight of a -> a does
   not matter. */
static void self_call_in_cycle(void)
{
    test("a self-call inside a cycle");
    struct named g = named_costs("edges", "main 0 entry=1\n"
                                          "a 3\n"
                                          "b 1\n"
                                          "main -> a w=1\n"
                                          "a -> a w=5\n"
                                          "a -> b w=2\n"
                                          "b -> a w=9\n");
    cycle_is(&g, 1, "a", 4, 4, 1);
    total_is(&g, "a", 4);
    total_is(&g, "b", 1);
    total_is(&g, "main", 4);
    call_is(&g, "a", "b", 1);
    call_is(&g, "a", "a", UNKNOWN);
    call_is(&g, "b", "a", UNKNOWN);
    call_is_back(&g, "a", "a", false);
    call_is_back(&g, "b", "a", true);
    named_free(&g);
}

/* A self-call outside cycles does not matter. */
static void self_call_alone(void)
{
    test("a self-call alone");
    struct named g = named_costs("edges", "main 1 entry=1\n"
                                          "f 6\n"
                                          "main -> f w=1\n"
                                          "f -> f w=100\n");
    total_is(&g, "f", 6);
    total_is(&g, "main", 7);
    call_is(&g, "main", "f", 6);
    call_is(&g, "f", "f", UNKNOWN);
    call_is_back(&g, "f", "f", false);
    exact_is(&g, "main", true);
    expect(g.costs->n_cycles == 0, "%u cycles", g.costs->n_cycles);
    named_free(&g);
}

/* Each of a and b pays half of c. */
static void zero_weights(void)
{
    test("calls of weight 0 share equally");
    struct named g = named_costs("edges", "main 0 entry=1\n"
                                          "a 1\n"
                                          "b 2\n"
                                          "c 4\n"
                                          "main -> a w=1\n"
                                          "main -> b w=1\n"
                                          "a -> c w=0\n"
                                          "b -> c w=0\n");
    total_is(&g, "a", 3);
    total_is(&g, "b", 4);
    total_is(&g, "main", 7);
    call_is(&g, "a", "c", 2);
    call_is(&g, "b", "c", 2);
    named_free(&g);
}

/*
 * Three calls of weight 0 enter a 3 <-> b 9, one at a and two at b, and each
 * pays a third of 12. From a: b 9, a 12. From b: a 3, b 12.
 */
static void cycle_entered_by_zeros(void)
{
    test("a cycle that only calls of weight 0 enter");
    struct named g = named_costs("edges", "main 0 entry=1\n"
                                          "p 0\n"
                                          "q 0\n"
                                          "a 3\n"
                                          "b 9\n"
                                          "main -> p w=1\n"
                                          "main -> q w=1\n"
                                          "main -> b w=0\n"
                                          "p -> a w=0\n"
                                          "q -> b w=0\n"
                                          "a -> b w=1\n"
                                          "b -> a w=1\n");
    cycle_is(&g, 1, "a", 12, 12, 0);
    total_is(&g, "a", 6);  /* 12/3 + 3 * 2/3 */
    total_is(&g, "b", 11); /* 9/3 + 12 * 2/3 */
    total_is(&g, "p", 4);
    total_is(&g, "q", 4);
    total_is(&g, "main", 12);
    call_is(&g, "p", "a", 4);
    call_is(&g, "q", "b", 4);
    call_is(&g, "main", "b", 4);
    call_is(&g, "a", "b", 3); /* 9/3 */
    call_is(&g, "b", "a", 2); /* 3 * 2/3 */
    named_free(&g);
}

/* The totals of a chain are sums of measured costs. A function with two
   callers, or with one caller and an entry, is shared by an estimate. */
static void exactness(void)
{
    test("exact and estimated totals");
    struct named g = named_costs("edges", "main 0 entry=1\n"
                                          "a 1\n"
                                          "b 2\n"
                                          "c 4 entry=1\n"
                                          "d 8\n"
                                          "main -> a w=1\n"
                                          "a -> b w=0\n"
                                          "main -> c w=1\n"
                                          "d -> c w=0\n");
    exact_is(&g, "b", true);
    exact_is(&g, "a", true);
    exact_is(&g, "c", true);
    exact_is(&g, "d", false);
    exact_is(&g, "main", false);
    call_exact_is(&g, "a", "b", true);
    call_exact_is(&g, "main", "a", true);
    call_exact_is(&g, "main", "c", false);
    total_is(&g, "a", 3);
    call_is(&g, "main", "c", 2); /* the other half enters from outside */
    call_is(&g, "d", "c", 0);
    named_free(&g);
}

/* c <-> d comes first but costs 4; a <-> b costs 10 with everything that it
   calls; e <-> h costs 4 too. */
static void cycles_by_cost(void)
{
    test("cycles are numbered by falling cost");
    struct named g = named_costs("edges", "c 1 entry=1\n"
                                          "d 3 entry=0\n"
                                          "a 1 entry=1\n"
                                          "b 1 entry=0\n"
                                          "e 2 entry=1\n"
                                          "h 2 entry=0\n"
                                          "leaf 8\n"
                                          "c -> d w=1\n"
                                          "d -> c w=1\n"
                                          "a -> b w=1\n"
                                          "b -> a w=1\n"
                                          "e -> h w=1\n"
                                          "h -> e w=1\n"
                                          "b -> leaf w=1\n");
    expect(g.costs->n_cycles == 3, "%u cycles", g.costs->n_cycles);
    cycle_is(&g, 1, "a", 2, 10, 1);
    cycle_is(&g, 2, "c", 4, 4, 1);
    cycle_is(&g, 3, "e", 4, 4, 1);
    named_free(&g);
}

/* Holds a random graph as a matrix and as a profile, with its costs. */
struct random {
    struct arena arena;
    struct dense d;
    struct profile *profile;
    uint32_t ids[NODES];
    struct costs *costs;
};

static void cost_random(struct random *r)
{
    r->arena = (struct arena){ 0 };
    r->profile = profile_of_dense(&r->arena, &r->d, r->ids);
    r->costs = costs_from_calls(&r->arena, r->profile, CYCLES_SPLIT);
}

static void free_random(struct random *r)
{
    profile_free(r->profile);
    arena_free(&r->arena);
}

/* Solves the recurrence as a system of equations, T(f) - sum of w/W * T(g) =
   S(f), by Gauss-Jordan elimination. The pivots are 1 because the graph is
   acyclic. */
static void eliminate(const struct dense *d, double *total)
{
    double m[NODES][NODES + 1] = { { 0 } };
    for (uint32_t g = 0; g < d->n; g++) {
        uint32_t callers;
        double inflow = dense_inflow(d, g, &callers);
        for (uint32_t f = 0; f < d->n; f++)
            if (f != g && d->calls[f][g])
                m[f][g] =
                    inflow > 0 ? -d->weight[f][g] / inflow : -1.0 / callers;
        m[g][g] = 1;
        m[g][d->n] = d->self[g];
    }
    for (uint32_t p = 0; p < d->n; p++)
        for (uint32_t f = 0; f < d->n; f++) {
            double factor = f == p ? 0 : m[f][p] / m[p][p];
            for (uint32_t g = 0; factor != 0 && g <= d->n; g++)
                m[f][g] -= factor * m[p][g];
        }
    for (uint32_t f = 0; f < d->n; f++)
        total[f] = m[f][d->n] / m[f][f];
}

static void random_acyclic_graphs(void)
{
    test("acyclic graphs: the recurrence solved as equations");
    for (unsigned long i = 1; i <= 2000; i++) {
        double total[NODES];
        struct random r;
        start_input(i);
        r.d = random_acyclic(NODES);
        cost_random(&r);
        eliminate(&r.d, total);
        for (uint32_t f = 0; f < r.d.n; f++)
            expect(close_to(r.costs->total[r.ids[f]], total[f]),
                   "total of f%u: %g, not %g", f, r.costs->total[r.ids[f]],
                   total[f]);
        expect(r.costs->n_cycles == 0, "%u cycles", r.costs->n_cycles);
        free_random(&r);
    }
}

static void compare_calls(const struct random *r, const struct solution *s)
{
    for (uint32_t f = 0; f < r->d.n; f++)
        for (uint32_t g = 0; g < r->d.n; g++) {
            if (!r->d.calls[f][g])
                continue;
            uint32_t c = profile_find_call(r->profile, r->ids[f], r->ids[g]);
            expect(close_to(r->costs->call_cost[c], s->cost[f][g]),
                   "cost of f%u -> f%u: %g, not %g", f, g,
                   r->costs->call_cost[c], s->cost[f][g]);
            expect(r->costs->back[c] == s->back[f][g], "f%u -> f%u: back is %d",
                   f, g, r->costs->back[c]);
            expect(r->costs->call_exact[c] == s->call_exact[f][g],
                   "f%u -> f%u: exact is %d", f, g, r->costs->call_exact[c]);
        }
}

static void compare_functions(const struct random *r, const struct solution *s)
{
    for (uint32_t f = 0; f < r->d.n; f++) {
        uint32_t id = r->ids[f], number = r->costs->cycle[id], k = s->of[f];
        expect(close_to(r->costs->total[id], s->total[f]),
               "total of f%u: %g, not %g", f, r->costs->total[id], s->total[f]);
        expect(r->costs->exact[id] == s->exact[f], "f%u: exact is %d", f,
               r->costs->exact[id]);
        if (!expect((number > 0) == (s->size[k] > 1), "f%u: its cycle is %u", f,
                    number) ||
            !number)
            continue;
        const struct cycle *cycle = &r->costs->cycles[number - 1];
        expect(cycle->n_members == s->size[k] &&
                   number == r->costs->cycle[r->ids[k]],
               "f%u is in the wrong cycle", f);
        expect(close_to(cycle->cost, s->component_cost[k]),
               "cost of f%u's cycle: %g, not %g", f, cycle->cost,
               s->component_cost[k]);
        expect(close_to(cycle->inflow, s->inflow[k]),
               "inflow of f%u's cycle: %g, not %g", f, cycle->inflow,
               s->inflow[k]);
    }
}

static void cycles_in_order(const struct costs *costs)
{
    for (uint32_t n = 0; n < costs->n_cycles; n++) {
        const struct cycle *cycle = &costs->cycles[n];
        for (uint32_t m = 1; m < cycle->n_members; m++)
            expect(cycle->members[m - 1] < cycle->members[m],
                   "members of cycle %u out of order", n + 1);
        expect(n == 0 || cycle[-1].cost > cycle->cost ||
                   (cycle[-1].cost == cycle->cost &&
                    cycle[-1].members[0] < cycle->members[0]),
               "cycle %u out of order", n + 1);
    }
}

static void random_cyclic_graphs(void)
{
    static struct solution s;
    test("cyclic graphs: a DAG per entry, by the definitions");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct random r;
        start_input(i);
        r.d = random_cyclic(i % 4 ? 12 : NODES);
        cost_random(&r);
        solve(&r.d, &s);
        compare_functions(&r, &s);
        compare_calls(&r, &s);
        cycles_in_order(r.costs);
        free_random(&r);
    }
}

/* Returns the part of a component's cost that enters by the entries of its
   members. It is 1 if nothing enters the component, and 0 if only calls of
   weight 0 do. */
static double share_of_entries(const struct dense *d, const struct solution *s,
                               uint32_t k)
{
    double entry = 0;
    for (uint32_t f = 0; f < d->n; f++)
        entry += s->of[f] == k ? d->entry[f] : 0;
    if (s->inflow[k] > 0)
        return entry / s->inflow[k];
    return s->outside[k] ? 0 : 1;
}

static void check_invariants(const struct random *r, const struct solution *s)
{
    double whole = dense_whole(&r->d), sum = 0, limit = whole * (1 + 1e-9);
    for (uint32_t f = 0; f < r->d.n; f++) {
        uint32_t id = r->ids[f], number = r->costs->cycle[id];
        double total = r->costs->total[id];
        expect(r->d.self[f] <= total * (1 + 1e-9) && total <= limit,
               "f%u: self %g <= total %g <= whole %g", f, r->d.self[f], total,
               whole);
        if (s->of[f] == f)
            sum += share_of_entries(&r->d, s, f) *
                   (number ? r->costs->cycles[number - 1].cost : total);
    }
    for (uint32_t c = 0; c < r->profile->n_calls; c++)
        expect(!known(r->costs->call_cost[c]) ||
                   (r->costs->call_cost[c] >= 0 &&
                    r->costs->call_cost[c] <= limit),
               "call %u costs %g of %g", c, r->costs->call_cost[c], whole);
    expect(close_to(sum, whole), "entries sum to %g of %g", sum, whole);
    expect(r->costs->whole == profile_whole(r->profile), "whole is %g",
           r->costs->whole);
}

/* Only the components and their inflows are computed from the matrices; the
   sums use the costs under test. */
static void random_invariants(void)
{
    static struct solution s;
    test("properties of every graph");
    for (unsigned long i = 1; i <= 6000; i++) {
        struct random r;
        start_input(i);
        r.d = random_cyclic(NODES);
        s = (struct solution){ 0 };
        cost_random(&r);
        find_components(&r.d, &s);
        for (uint32_t k = 0; k < r.d.n; k++) {
            double portion[NODES];
            if (s.of[k] == k)
                find_inflow(&r.d, &s, k, portion);
        }
        check_invariants(&r, &s);
        free_random(&r);
    }
}

/* The order of the functions and calls in the profile changes no cost. */
static void random_orders(void)
{
    test("any order of the functions gives the same costs");
    for (unsigned long i = 1; i <= 1000; i++) {
        struct random a, b;
        start_input(i);
        a.d = random_cyclic(NODES);
        b.d = a.d;
        shuffle(b.d.order, b.d.n);
        cost_random(&a);
        cost_random(&b);
        for (uint32_t f = 0; f < a.d.n; f++)
            expect(close_to(a.costs->total[a.ids[f]], b.costs->total[b.ids[f]]),
                   "total of f%u: %g and %g", f, a.costs->total[a.ids[f]],
                   b.costs->total[b.ids[f]]);
        free_random(&a);
        free_random(&b);
    }
}

UNIT(from_calls)
{
    diamond();
    members_entered_by_zeros();
    cycle_without_callers();
    overlapping_entries();
    self_call_in_cycle();
    self_call_alone();
    zero_weights();
    cycle_entered_by_zeros();
    exactness();
    cycles_by_cost();
    random_acyclic_graphs();
    random_cyclic_graphs();
    random_invariants();
    random_orders();
    return finish_tests();
}
