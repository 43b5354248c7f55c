/* The ranges of estimates in cycles: three by hand, and what must hold on random
   graphs. */
#include "cost/cycle/range.h"
#include "dense.h"
#include "named.h"
#include "util/diag.h"

static struct named with_ranges(const char *text)
{
    struct named g = { 0 };
    g.profile = read_text(&g.arena, "edges", str_of(text));
    g.costs = costs_with_ranges(&g.arena, g.profile);
    return g;
}

static void range_is(struct range range, double low, double high)
{
    expect(range.is_set && close_to(range.low, low) &&
               close_to(range.high, high),
           "from %g to %g, not from %g to %g", range.low, range.high, low,
           high);
}

/* main calls a, a calls b and c, and c calls a. split gives c its self cost of
   1, walk and tree more; b is outside of the cycle. */
static const char *const text = "main 0 entry=1\nmain -> a x1\n"
                                "a 10 x4\na -> b x4\nb 85\na -> c x3\n"
                                "c 5 x3\nc -> a x3\n";

static void ends(void)
{
    test("the least estimate and the largest with its margin");
    struct named g = with_ranges(text);
    struct named walk = costs_by("edges", CYCLES_WALK, text);
    struct named tree = costs_by("edges", CYCLES_TREE, text);
    uint32_t a = function_by_name(g.profile, "a");
    uint32_t c = function_by_name(g.profile, "c");
    double largest = fmax(walk.costs->total[c], tree.costs->total[c]);
    expect(g.costs->total[c] == 5 && largest > 12, "%g, %g", g.costs->total[c],
           largest);
    range_is(costs_range(g.costs, c), 5, fmin(largest + 12, 100));
    range_is(costs_range(g.costs, a), 100, 100);
    expect(!costs_range(g.costs, function_by_name(g.profile, "b")).is_set &&
               !costs_range(g.costs, function_by_name(g.profile, "main")).is_set,
           "ranges outside of the cycle");
    range_is(costs_call_range(g.costs, call_by_names(&g, "a", "c")), 5,
             fmin(largest + 12, 100));
    struct range back =
        costs_call_range(g.costs, call_by_names(&g, "c", "a"));
    expect(back.is_set && back.low <= 5 && back.high > back.low,
           "back call from %g to %g", back.low, back.high);
    expect(!costs_range(walk.costs, c).is_set, "a range of one estimate");
    named_free(&tree);
    named_free(&walk);
    named_free(&g);
}

/* The margin of small estimates is as much again. */
static void small(void)
{
    test("the margin of small estimates");
    struct named g = with_ranges("main 0 entry=1\nmain -> a x100\n"
                                 "a 999 x101\na -> c x100\nc 1 x100\n"
                                 "c -> a x1\n");
    uint32_t c = function_by_name(g.profile, "c");
    struct range range = costs_range(g.costs, c);
    struct named walk = costs_by("edges", CYCLES_WALK,
                                 "main 0 entry=1\nmain -> a x100\n"
                                 "a 999 x101\na -> c x100\nc 1 x100\n"
                                 "c -> a x1\n");
    expect(range.low == 1 &&
               close_to(range.high, 2 * fmax(walk.costs->total[c], 1)),
           "from %g to %g", range.low, range.high);
    expect(!range_is_open(range, g.costs->whole), "narrow, but open");
    expect(range_is_open((struct range){ true, 1, 502 }, 1000) &&
               !range_is_open((struct range){ true, 2, 502 }, 1000) &&
               range_is_open((struct range){ true, 1, UNKNOWN }, 1000),
           "open ranges");
    named_free(&walk);
    named_free(&g);
}

/* A ring of 2,001 functions is too large for the walks. */
static void large(void)
{
    test("a cycle too large for walks");
    struct buf text_ = { 0 };
    buf_add(&text_, S("main 0 entry=1\nmain -> f0 x1\n"));
    for (int i = 0; i <= 2000; i++)
        buf_printf(&text_, "f%d 1\nf%d -> f%d x1\n", i, i, (i + 1) % 2001);
    struct named g = { 0 };
    g.profile = read_text(&g.arena, "edges", buf_text(&text_));
    g.costs = costs_with_ranges(&g.arena, g.profile);
    uint32_t f = function_by_name(g.profile, "f1990");
    struct range range = costs_range(g.costs, f);
    expect(range.is_set && range.low == g.costs->total[f] &&
               !known(range.high),
           "from %g to %g", range.low, range.high);
    range = costs_call_range(g.costs, call_by_names(&g, "f1", "f2"));
    expect(range.is_set && range.low == 1999 && !known(range.high),
           "call from %g to %g", range.low, range.high);
    expect(!costs_call_range(g.costs, call_by_names(&g, "f2000", "f0")).is_set,
           "a range of a back call");
    buf_free(&text_);
    named_free(&g);
}

static void check_function(const struct costs *costs,
                           const struct costs *const *ways, uint32_t f)
{
    struct range range = costs_range(costs, f);
    if (!expect(range.is_set == (costs->cycle[f] > 0), "set: %d",
                range.is_set) ||
        !range.is_set || !known(range.high))
        return;
    double most = costs->cycles[costs->cycle[f] - 1].cost;
    expect(range.low <= range.high && range.high <= most * (1 + 1e-9),
           "from %g to %g of %g", range.low, range.high, most);
    for (int i = 0; i < 3; i++)
        expect(ways[i]->total[f] >= range.low - 1e-9 &&
                   ways[i]->total[f] <= range.high * (1 + 1e-9),
               "%g is not from %g to %g", ways[i]->total[f], range.low,
               range.high);
}

static void check_call(const struct profile *profile, const struct costs *costs,
                       uint32_t c)
{
    const struct call *call = &profile->calls[c];
    struct range range = costs_call_range(costs, c);
    bool inside = costs->cycle[call->caller] &&
                  costs->cycle[call->caller] == costs->cycle[call->callee];
    struct range caller = costs_range(costs, call->caller);
    struct range callee = costs_range(costs, call->callee);
    if (!inside || !known(caller.high)) {
        expect(inside || !range.is_set, "a range outside of cycles");
        return;
    }
    expect(range.is_set && range.low <= fmin(caller.low, callee.low) &&
               (range.high <= fmin(caller.high, callee.high) ||
                range.high == range.low) &&
               range.low <= range.high,
           "from %g to %g", range.low, range.high);
    if (known(costs->call_cost[c]))
        expect(costs->call_cost[c] >= range.low - 1e-9 &&
                   costs->call_cost[c] <= range.high * (1 + 1e-9) + 1e-9,
               "%g is not from %g to %g", costs->call_cost[c], range.low,
               range.high);
}

static void random_graphs(void)
{
    test("ranges of random graphs");
    for (unsigned long n = 1; n <= 400; n++) {
        struct arena arena = { 0 };
        struct costs *ways[3];
        uint32_t ids[NODES];
        start_input(n);
        struct dense d = random_cyclic(16);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_with_ranges(&arena, profile);
        for (int way = 0; way < 3; way++)
            ways[way] = costs_from_calls(&arena, profile, (enum cycles)way);
        for (uint32_t f = 0; f < profile->n_functions && costs->n_cycles; f++)
            check_function(costs, (const struct costs *const *)ways, f);
        for (uint32_t c = 0; c < profile->n_calls && costs->n_cycles; c++)
            check_call(profile, costs, c);
        profile_free(profile);
        arena_free(&arena);
    }
}

UNIT(range)
{
    diag_quiet(true);
    ends();
    small();
    large();
    random_graphs();
    diag_quiet(false);
    return finish_tests();
}
