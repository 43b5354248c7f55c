/* Hidden functions: the rest of the profile must look as if they had never
   existed. */
#include "dense.h"
#include "filter/hide_calls.h"
#include "filter/stacks.h"
#include "named.h"
#include "plain.h"

static struct profile *hide(struct arena *arena, const struct profile *profile,
                            const bool *hidden)
{
    return profile->kind == FROM_CALLS
               ? filter_calls_hide(arena, profile, hidden,
                                   costs_estimate_calls)
               : filter_stacks_hide(arena, profile, hidden);
}

static struct named without(struct named *g, const char *name)
{
    struct named left = { 0 };
    bool *hidden = NEW_N(&left.arena, bool, g->profile->n_functions);
    hidden[function_by_name(g->profile, name)] = true;
    left.profile = hide(&left.arena, g->profile, hidden);
    left.costs = left.profile->kind == FROM_CALLS
                     ? costs_from_calls(&left.arena, left.profile, CYCLES_SPLIT)
                     : costs_from_stacks(&left.arena, left.profile);
    return left;
}

static void self_is(const struct named *g, const char *name, double self)
{
    uint32_t f = function_by_name(g->profile, name);
    if (expect(f != NO_ID, "no function %s", name))
        expect(close_to(g->profile->functions[f].self, self),
               "self(%s) is %g, not %g", name, g->profile->functions[f].self,
               self);
}

/* Without x, the stack x;x 4 is empty and is dropped. */
static void frames(void)
{
    test("frames hidden in stacks");
    struct named g = named_costs("folded", "main;x;a 1\n"
                                           "main;x 2\n"
                                           "x;x 4\n"
                                           "x;a;x;b 8\n");
    struct named left = without(&g, "x");
    expect(left.profile->n_functions == 3, "%u functions",
           left.profile->n_functions);
    expect(left.costs->whole == 11, "whole is %g", left.costs->whole);
    self_is(&left, "main", 2);
    self_is(&left, "a", 1);
    self_is(&left, "b", 8);
    total_is(&left, "main", 3);
    total_is(&left, "a", 9);
    call_is(&left, "main", "a", 1);
    call_is(&left, "a", "b", 8);
    named_free(&left);
    named_free(&g);
}

/*
 * x 8 is called 3 times by p and once by q, so self(p) grows by 6 and self(q)
 * by 2. x calls a with weight 4, of which p gets 3 and q gets 1. Together with
 * the call p -> a of weight 2, p calls a with weight 5.
 */
static void function(void)
{
    test("a function hidden in a call graph");
    struct named g = named_costs("edges", "p 1 entry=1\n"
                                          "q 1 entry=1\n"
                                          "x 8\n"
                                          "a 12\n"
                                          "p -> x w=3 x3\n"
                                          "q -> x w=1 x1\n"
                                          "x -> a w=4 x4\n"
                                          "p -> a w=2 x2\n");
    struct named left = without(&g, "x");
    uint32_t call = call_by_names(&left, "p", "a");
    self_is(&left, "p", 7);
    self_is(&left, "q", 3);
    self_is(&left, "a", 12);
    total_is(&left, "p", 17); /* 7 + 12 * 5/6 */
    total_is(&left, "q", 5);  /* 3 + 12 * 1/6 */
    call_is(&left, "q", "a", 2);
    expect(left.profile->calls[call].weight == 5, "w(p,a) is %g",
           left.profile->calls[call].weight);
    expect(!known(left.profile->calls[call].count),
           "a joined call has no count");
    named_free(&left);
    named_free(&g);
}

/* Half of what enters x comes from outside. So half of a is entered from
   outside instead, and half of the self cost of x is lost. */
static void entry(void)
{
    test("a hidden function that is an entry");
    struct named g = named_costs("edges", "p 1 entry=1\n"
                                          "x 8 entry=2\n"
                                          "a 12\n"
                                          "p -> x w=2\n"
                                          "x -> a w=6\n");
    struct named left = without(&g, "x");
    uint32_t a = function_by_name(left.profile, "a");
    self_is(&left, "p", 5);
    expect(left.profile->functions[a].entry == 3, "entry(a) is %g",
           left.profile->functions[a].entry);
    total_is(&left, "a", 12);
    total_is(&left, "p", 11);
    named_free(&left);
    named_free(&g);
}

/* x and r share c equally. The half of x goes to its callers p and q. */
static void zero_weights(void)
{
    test("a hidden function that calls with weight 0");
    struct named g = named_costs("edges", "p 0 entry=1\n"
                                          "q 0 entry=1\n"
                                          "r 0 entry=1\n"
                                          "x 0\n"
                                          "c 12\n"
                                          "p -> x w=1\n"
                                          "q -> x w=1\n"
                                          "x -> c w=0\n"
                                          "r -> c w=0\n");
    total_is(&g, "p", 3); /* 12 * 1/2 * 1/2 */
    total_is(&g, "r", 6);
    struct named left = without(&g, "x");
    total_is(&left, "p", 3);
    total_is(&left, "q", 3);
    total_is(&left, "r", 6);
    named_free(&left);
    named_free(&g);
}

static void hide_at_random(bool *kept, uint32_t n)
{
    uint32_t percent = random_below(101);
    for (uint32_t f = 0; f < n; f++)
        kept[f] = chance(percent);
}

/* Marks, by id, the functions that are not kept, by number. */
static bool *hidden_ids(struct arena *arena, const struct profile *profile,
                        const bool *kept)
{
    bool *hidden = NEW_N(arena, bool, profile->n_functions + 1);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        hidden[f] = !kept[number_of(profile, f)];
    return hidden;
}

/* Functions and stacks come in the same order in both profiles, so their texts
   must be equal. */
static void random_frames(void)
{
    test("frames hidden in random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        bool kept[FUNCTIONS];
        start_input(i);
        struct stacks p = random_stacks(), left = p;
        hide_at_random(kept, FUNCTIONS);
        for (uint32_t s = 0; s < p.n; s++)
            left.of[s] = only_kept(&p.of[s], kept);
        struct profile *profile = profile_of(&arena, &p);
        struct profile *result =
            hide(&arena, profile, hidden_ids(&arena, profile, kept));
        struct profile *expected = profile_of(&arena, &left);
        expected->kind = FROM_STACKS;
        struct buf a = edges_of(result), b = edges_of(expected);
        expect(same_text(&a, &b), "not what plain stacks give");
        buf_free(&a);
        buf_free(&b);
        profile_free(expected);
        profile_free(result);
        profile_free(profile);
        arena_free(&arena);
    }
}

static void random_functions(void)
{
    test("functions hidden in random acyclic graphs keep all totals");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES];
        bool kept[NODES];
        start_input(i);
        struct dense d = random_acyclic(i % 2 ? NODES : 8);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        hide_at_random(kept, NODES);
        struct profile *left =
            hide(&arena, profile, hidden_ids(&arena, profile, kept));
        struct costs *after = costs_from_calls(&arena, left, CYCLES_SPLIT);
        uint32_t n = 0;
        for (uint32_t f = 0; f < d.n; f++)
            n += kept[f];
        expect(left->n_functions == n, "%u functions, not %u",
               left->n_functions, n);
        for (uint32_t id = 0; id < left->n_functions; id++) {
            uint32_t f = number_of(left, id);
            expect(close_to(after->total[id], costs->total[ids[f]]),
                   "total of f%u: %g, not %g", f, after->total[id],
                   costs->total[ids[f]]);
        }
        profile_free(left);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* In cyclic graphs, no cost may appear, and no function may lose self cost. */
static void random_cycles(void)
{
    test("functions hidden in random cyclic graphs");
    for (unsigned long i = 1; i <= 2000; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES];
        bool kept[NODES];
        start_input(i);
        struct dense d = random_cyclic(NODES);
        for (uint32_t f = 0; f < d.n; f++)
            d.entry[f] = 0;
        hide_at_random(kept, NODES);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct profile *left =
            hide(&arena, profile, hidden_ids(&arena, profile, kept));
        struct costs *after = costs_from_calls(&arena, left, CYCLES_SPLIT);
        expect(after->whole <= dense_whole(&d) * (1 + 1e-9),
               "whole grew to %g from %g", after->whole, dense_whole(&d));
        for (uint32_t id = 0; id < left->n_functions; id++) {
            double self = left->functions[id].self;
            expect(self >= d.self[number_of(left, id)] &&
                       self <= after->total[id] * (1 + 1e-9) &&
                       after->total[id] <= after->whole * (1 + 1e-9),
                   "f%u: self %g <= total %g <= whole %g", number_of(left, id),
                   self, after->total[id], after->whole);
        }
        profile_free(left);
        profile_free(profile);
        arena_free(&arena);
    }
}

UNIT(hide)
{
    frames();
    function();
    entry();
    zero_weights();
    random_frames();
    random_functions();
    random_cycles();
    return finish_tests();
}
