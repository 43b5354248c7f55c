/*
 * Cycles as random walks: by hand, and on random graphs and real stacks against
 * the definitions of walk.h.
 *
 * The real stacks are those of $SAMPLES and, if it is set, of $SHARED.
 */
#include <glob.h>

#include "cost/cycle/absorbing_chain.h"
#include "cost/reduce.h"
#include "dense.h"
#include "named.h"
#include "util/diag.h"
#include "walk.h"

/*
 * main calls a 3 once, a calls b 1 twice and b calls a once. So each of the two
 * visits of a calls b once, and every other visit of b calls a.
 *
 * From t(a) = 3/2 + t(b) and t(b) = 1/2 + t(a)/2 follow t(a) = 4, t(b) = 5/2.
 * All of the cycle is below the call by main, so a costs 4. The first a calls b
 * at once, so b costs 5/2, all of it by a -> b. b -> a happens every other time
 * and costs 4/2.
 */
static void two_members(void)
{
    test("two members");
    struct named g = costs_by("edges", CYCLES_WALK,
                              "main 0 entry=1\n"
                              "a 3\n"
                              "b 1\n"
                              "main -> a w=1\n"
                              "a -> b w=2\n"
                              "b -> a w=1\n");
    cycle_is(&g, 1, "a", 4, 4, 1);
    total_is(&g, "a", 4);
    total_is(&g, "b", 2.5);
    total_is(&g, "main", 4);
    call_is(&g, "main", "a", 4);
    call_is(&g, "a", "b", 2.5);
    call_is(&g, "b", "a", 2);
    call_is_back(&g, "b", "a", false);
    exact_is(&g, "a", false);
    call_exact_is(&g, "b", "a", false);
    expect(g.costs->cycles[0].way == CYCLES_WALK, "it was not walked");
    named_free(&g);
}

/*
 * The same with a -> a: of four visits of a, two are its own calls and one is
 * that of main. The totals do not change, because these calls of a are below a.
 * One visit of a makes 2/4 of a visit of a, and 2/4 of a visit of b, which
 * makes 1/2 of a visit of a. So M(a,a) = 1 / (1 - 1/2 - 1/4) = 4, t(a) =
 * total(a) * M / V = 4, and a -> a costs 2 * 4 / (1 + 4 * 1/2) = 8/3.
 */
static void self_call_in_cycle(void)
{
    test("a self-call inside a cycle");
    struct named g = costs_by("edges", CYCLES_WALK,
                              "main 0 entry=1\n"
                              "a 3\n"
                              "b 1\n"
                              "main -> a w=1\n"
                              "a -> a w=2\n"
                              "a -> b w=2\n"
                              "b -> a w=1\n");
    total_is(&g, "a", 4);
    total_is(&g, "b", 2.5);
    call_is(&g, "a", "b", 2.5);
    call_is(&g, "b", "a", 2);
    call_is(&g, "a", "a", 8.0 / 3);
    named_free(&g);
}

/*
 * f is called once by main and three times by itself, which does not change its
 * total. Each visit makes 3/4 of another one, so M = 4, t(f) = 4 * 6/4 = 6, and
 * the self-call costs 3 * 6 / (1 + 4 * 3/4) = 4.5.
 */
static void self_call_alone(void)
{
    test("a self-call alone");
    struct named g = costs_by("edges", CYCLES_WALK,
                              "main 1 entry=1\n"
                              "f 6\n"
                              "main -> f w=1\n"
                              "f -> f w=3\n"
                              "h 2 entry=0\n"
                              "h -> h w=5\n"
                              "k 2 entry=1\n"
                              "k -> k w=0\n");
    total_is(&g, "f", 6);
    total_is(&g, "main", 7);
    call_is(&g, "f", "f", 4.5);
    call_is(&g, "h", "h", 1); /* it is entered as often as it calls itself */
    call_is(&g, "k", "k", 0);
    total_is(&g, "h", 2);
    exact_is(&g, "main", true);
    call_exact_is(&g, "f", "f", false);
    named_free(&g);
}

/*
 * The stacks main;a;b;a 1, main;a 1 and main;b 2 give the weights w(main,a) =
 * w(main,b) = 2 and w(a,b) = w(b,a) = 1. So V(a) = V(b) = 3, and each visit
 * makes 1/3 of a visit of the other member: M(a,a) = 1 / (1 - 1/9) = 9/8,
 * M(b,a) = 3/8. A visit costs t = 1, as always with stacks. So total(a) = 3 *
 * 8/9 = 8/3 and cost(a -> b) = 1 / (1 + 3/8 * 1/3) = 8/9.
 */
static void from_stacks(void)
{
    test("stacks as calls");
    struct named g = named_costs("folded", "main;a;b;a 1\n"
                                           "main;a 1\n"
                                           "main;b 2\n");
    struct profile *calls = reduce_to_calls(&g.arena, g.profile);
    profile_free(g.profile);
    g.profile = calls;
    g.costs = costs_from_calls(&g.arena, calls, CYCLES_WALK);
    total_is(&g, "a", 8.0 / 3);
    total_is(&g, "b", 8.0 / 3);
    call_is(&g, "a", "b", 8.0 / 9);
    call_is(&g, "b", "a", 8.0 / 9);
    call_is(&g, "main", "a", 2);
    total_is(&g, "main", 4);
    named_free(&g);
}

/*
 * Nothing enters a 3 <-> b 1. They call each other three times in all, so each
 * is taken to be entered 3/2 times: V(a) = 3/2 + 1, V(b) = 3/2 + 2. The walk
 * back goes from a to b with probability 1 / (5/2) = 2/5, and from b to a with
 * 2 / (7/2) = 4/7.
 */
static void cycle_without_callers(void)
{
    test("a cycle that nothing enters");
    struct named g = costs_by("edges", CYCLES_WALK,
                              "a 3 entry=0\n"
                              "b 1 entry=0\n"
                              "a -> b w=2\n"
                              "b -> a w=1\n");
    cycle_is(&g, 1, "a", 4, 4, 0);
    total_is(&g, "a", 3 + 1 * 4.0 / 7);
    total_is(&g, "b", 1 + 3 * 2.0 / 5);
    named_free(&g);
}

/*
 * e 1 is entered and calls a 1 with weight 0. a and b 1 call each other 5
 * times, and b calls e once. No calls of positive weight lead from e to a, so e
 * -> a counts as much as b -> a: V(a) = 10, V(b) = 5. The walk back goes from e
 * to main or b, from a to e or b, each with probability 1/2, and from b to a.
 * From e it comes to b with 1/2 and then to a: H(e,a) = H(e,b) = 1/2. From a it
 * comes to b at once or through e: H(a,b) = 1/2 + 1/2 * 1/2 = 3/4.
 */
static void entered_by_zeros(void)
{
    test("members that only calls of weight 0 reach");
    struct named g = costs_by("edges", CYCLES_WALK,
                              "main 0 entry=1\n"
                              "e 1\n"
                              "a 1\n"
                              "b 1\n"
                              "main -> e w=1\n"
                              "e -> a w=0\n"
                              "a -> b w=5\n"
                              "b -> a w=5\n"
                              "b -> e w=1\n");
    total_is(&g, "e", 3);
    total_is(&g, "a", 1 + 1 + 0.5);
    total_is(&g, "b", 1 + 0.75 + 0.5);
    named_free(&g);
}

/* All weights are 0. The calls of m share its cost equally, and e, where the
   cycle is entered, has all of the cost. */
static void all_zeros(void)
{
    test("a cycle of calls of weight 0");
    struct named g = costs_by("edges", CYCLES_WALK,
                              "main 0 entry=1\n"
                              "e 1\n"
                              "x 1\n"
                              "m 4\n"
                              "main -> e w=1\n"
                              "e -> x w=0\n"
                              "e -> m w=0\n"
                              "x -> m w=0\n"
                              "m -> e w=0\n");
    total_is(&g, "e", 6);
    total_is(&g, "x", 3); /* 1 + 4/2 */
    total_is(&g, "m", 4);
    call_is(&g, "e", "x", 3);
    call_is(&g, "e", "m", 2);
    call_is(&g, "x", "m", 2);
    call_is(&g, "m", "e", 0);
    named_free(&g);
}

/* In a cycle where all call all, elimination makes n^3 / 3 steps. */
static void refused_before_elimination(void)
{
    test("a cycle that needs too many steps is refused before they begin");
    for (uint32_t n = 300; n <= 900; n += 600) {
        struct arena arena = { 0 };
        struct transition *transitions =
            NEW_N(&arena, struct transition, (size_t)n * (n - 1));
        struct chain_numbers *end = NEW_N(&arena, struct chain_numbers, n);
        double *start = NEW_N(&arena, double, n);
        uint32_t n_transitions = 0;
        for (uint32_t i = 0; i < n; i++) {
            start[i] = 1. / n;
            end[i] = (struct chain_numbers){ { 1. / n, 1. / n } };
            for (uint32_t j = 0; j < n; j++)
                if (i != j)
                    transitions[n_transitions++] =
                        (struct transition){ i, j, end[i] };
        }
        const struct absorbing_chains *chains = absorbing_chains_of(
            &arena, n, transitions, n_transitions, end, start);
        for (int i = 0; i < CHAINS; i++)
            expect(!chains->problem[i] == (n == 300), "%u: %s", n,
                   chains->problem[i] ? chains->problem[i] : "solved");
        arena_free(&arena);
    }
}

/* The walk leaves each level with probability 1e-24, which is too seldom for
   the range of a double. */
static void left_too_seldom(void)
{
    test("a cycle that is left too seldom is split");
    struct buf text = { 0 };
    buf_printf(&text, "main 0 entry=1\nmain -> c0 w=1e-12\n");
    for (int i = 0; i < 20; i++)
        buf_printf(&text, "c%d 1\nc%d -> c%d w=1e-12\nc%d -> c%d w=1e12\n", i,
                   i, i + 1, i + 1, i);
    buf_printf(&text, "c20 1\n");
    buf_char(&text, '\0');
    diag_quiet(true);
    struct named g = costs_by("edges", CYCLES_WALK, text.data);
    diag_quiet(false);
    expect(g.costs->cycles[0].way == CYCLES_SPLIT, "it is not split");
    total_is(&g, "c0", 21);
    total_is(&g, "c20", 1);
    call_is(&g, "c20", "c19", UNKNOWN);
    buf_free(&text);
    named_free(&g);
}

/* ---- Properties ---- */

/* Functions outside cycles do not depend on how the cost of cycles is
   shared. */
static void outside_is_the_same(const struct profile *profile,
                                const struct costs *costs,
                                const struct costs *split)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        expect(costs->cycle[f] || costs->total[f] == split->total[f],
               "total of %s: %g, not %g", profile->functions[f].is.name.s,
               costs->total[f], split->total[f]);
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t cycle = costs->cycle[call->caller];
        bool inside = cycle && cycle == costs->cycle[call->callee];
        expect(inside || call->caller == call->callee ||
                   costs->call_cost[c] == split->call_cost[c],
               "call %u costs %g, not %g", c, costs->call_cost[c],
               split->call_cost[c]);
    }
    for (uint32_t k = 0; k < costs->n_cycles; k++)
        expect(costs->cycles[k].cost == split->cycles[k].cost &&
                   costs->cycles[k].inflow == split->cycles[k].inflow,
               "cycle %u has another cost or inflow", k + 1);
}

static bool not_above(double a, double b)
{
    return a <= b * (1 + 1e-9);
}

/* A call into a cycle pays for the cycle, and not only for its callee. */
static double most_of_call(const struct costs *costs, const struct call *call)
{
    uint32_t cycle = costs->cycle[call->callee];
    return cycle && cycle != costs->cycle[call->caller]
               ? costs->cycles[cycle - 1].cost
               : costs->total[call->callee];
}

static void check_bounds(const struct profile *profile,
                         const struct costs *costs)
{
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        uint32_t cycle = costs->cycle[f];
        double self = profile->functions[f].self, total = costs->total[f];
        double most = cycle ? costs->cycles[cycle - 1].cost : costs->whole;
        expect(not_above(self, total) && not_above(total, most),
               "%s: self %g <= total %g <= %g",
               profile->functions[f].is.name.s, self, total, most);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        double cost = costs->call_cost[c], most = most_of_call(costs, call);
        expect(cost >= 0 && not_above(cost, costs->total[call->caller]) &&
                   not_above(cost, most) && !costs->back[c],
               "call %u costs %g, its ends %g and %g", c, cost,
               costs->total[call->caller], most);
    }
}

/* If a cycle is entered only at one member, this member has all of its cost. */
static void check_single_entry(const struct profile *profile,
                               const struct costs *costs,
                               const struct cycle *cycle)
{
    struct arena arena = { 0 };
    struct walk_matrices w = matrices_of(&arena, profile, costs, cycle);
    uint32_t entries = 0, last = 0;
    for (uint32_t f = 0; f < w.n; f++)
        if (w.entry[f] > 0) {
            entries++;
            last = f;
        }
    double total = costs->total[cycle->members[last]];
    expect(entries != 1 || close_to(total, cycle->cost),
           "the entry of a cycle of %g costs %g", cycle->cost, total);
    arena_free(&arena);
}

static struct profile *read_random(struct arena *arena, unsigned long i,
                                   double decades)
{
    uint32_t ids[NODES];
    start_input(i);
    struct dense d = random_cyclic(i % 4 ? 12 : NODES);
    for (uint32_t f = 0; f < d.n && decades > 0; f++)
        for (uint32_t g = 0; g < d.n; g++)
            if (d.calls[f][g] && chance(80))
                d.weight[f][g] =
                    pow(10, decades * (random_below(2001) / 1000.0 - 1));
    return profile_of_dense(arena, &d, ids);
}

static void random_graphs(const char *name, double decades, uint32_t least)
{
    uint32_t n = 0;
    test(name);
    for (unsigned long i = 1; i <= 2000; i++) {
        struct arena arena = { 0 };
        struct profile *profile = read_random(&arena, i, decades);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_WALK);
        struct costs *split = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        n += compare_walks(profile, costs);
        outside_is_the_same(profile, costs, split);
        check_bounds(profile, costs);
        for (uint32_t k = 0; k < costs->n_cycles; k++)
            check_single_entry(profile, costs, &costs->cycles[k]);
        profile_free(profile);
        arena_free(&arena);
    }
    expect(n >= least, "only %u members were compared", n);
}

/* Returns the part of the cost of a component K that enters by the entries of
   its members, cost(K) * entry(K) / inflow(K). It is the whole cost if nothing
   enters K. */
static double entered_cost(const struct profile *profile,
                           const struct costs *costs, uint32_t first)
{
    uint32_t k = costs->cycle[first], callers = 0;
    double entry = 0, inflow = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (k ? costs->cycle[f] == k : f == first)
            entry += profile->functions[f].entry;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        bool into = k ? costs->cycle[call->callee] == k &&
                            costs->cycle[call->caller] != k
                      : call->callee == first && call->caller != first;
        callers += into;
        inflow += into ? call->weight : 0;
    }
    inflow += entry;
    double cost = k ? costs->cycles[k - 1].cost : costs->total[first];
    return inflow > 0 ? cost * entry / inflow : callers ? 0 : cost;
}

static void conservation(void)
{
    test("what enters sums to the whole");
    for (unsigned long i = 1; i <= 2000; i++) {
        struct arena arena = { 0 };
        struct profile *profile = read_random(&arena, i, 0);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_WALK);
        double sum = 0;
        for (uint32_t f = 0; f < profile->n_functions; f++) {
            uint32_t k = costs->cycle[f];
            if (!k || costs->cycles[k - 1].members[0] == f)
                sum += entered_cost(profile, costs, f);
        }
        expect(close_to(sum, costs->whole), "%g of %g", sum, costs->whole);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Only the proportions of weights matter. */
static void scale(void)
{
    test("weights of another unit give the same");
    for (unsigned long i = 1; i <= 500; i++) {
        struct arena arena = { 0 };
        struct profile *profile = read_random(&arena, i, 0);
        struct costs *a = costs_from_calls(&arena, profile, CYCLES_WALK);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            profile->functions[f].entry *= 1e-9;
        for (uint32_t c = 0; c < profile->n_calls; c++)
            profile->calls[c].weight *= 1e-9;
        struct costs *b = costs_from_calls(&arena, profile, CYCLES_WALK);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            expect(close_to(a->total[f], b->total[f]), "f%u: %g and %g", f,
                   a->total[f], b->total[f]);
        for (uint32_t c = 0; c < profile->n_calls; c++)
            expect(close_to(a->call_cost[c], b->call_cost[c]),
                   "call %u: %g and %g", c, a->call_cost[c], b->call_cost[c]);
        profile_free(profile);
        arena_free(&arena);
    }
}

static uint32_t compare_file(const char *path)
{
    struct arena arena = { 0 };
    struct reader_options options = { 0 };
    struct profile *stacks = profile_new(&arena);
    struct input *in = input_open(&arena, path);
    uint32_t n = 0;
    if (in && reader_find(S("folded"))->read(in, stacks, &options)) {
        struct profile *calls = reduce_to_calls(&arena, stacks);
        struct costs *costs = costs_from_calls(&arena, calls, CYCLES_WALK);
        for (uint32_t k = 0; k < costs->n_cycles; k++)
            expect(costs->cycles[k].way == CYCLES_WALK, "%s was split", path);
        n = compare_walks(calls, costs);
        check_bounds(calls, costs);
        profile_free(calls);
    }
    if (in)
        input_close(in);
    profile_free(stacks);
    arena_free(&arena);
    return n;
}

static void compare_files(const char *pattern, uint32_t least)
{
    glob_t files;
    uint32_t n = 0;
    if (glob(pattern, 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc; i++)
        n += compare_file(files.gl_pathv[i]);
    expect(n >= least, "only %u members in %s", n, pattern);
    globfree(&files);
}

static void real_stacks(void)
{
    char pattern[4096];
    const char *samples = getenv("SAMPLES"), *shared = getenv("SHARED");
    test("real stacks as calls, by the definitions");
    diag_quiet(true);
    if (samples && *samples) {
        snprintf(pattern, sizeof pattern, "%s/folded/*", samples);
        compare_files(pattern, 10);
    }
    if (shared && *shared) {
        snprintf(pattern, sizeof pattern, "%s/corpus/collapse/*.collapse",
                 shared);
        compare_files(pattern, 400);
    }
    diag_quiet(false);
}

UNIT(random_walk)
{
    two_members();
    self_call_in_cycle();
    self_call_alone();
    from_stacks();
    cycle_without_callers();
    entered_by_zeros();
    all_zeros();
    refused_before_elimination();
    left_too_seldom();
    random_graphs("random graphs, by the definitions", 0, 8000);
    random_graphs("weights from 1e-12 to 1e12", 12, 4000);
    conservation();
    scale();
    real_stacks();
    return finish_tests();
}
