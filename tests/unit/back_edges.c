/* Back edges of random views, and those of small graphs. */
#include "view/back_edges.h"
#include "dense.h"
#include "named.h"
#include "plain.h"
#include "view/view.h"
#include "views.h"

/* Follows all calls that do not lead back, one step further each time. They
   form no cycle if no path is longer than the number of functions. */
static bool is_acyclic(const struct view *view, uint32_t n_functions)
{
    struct arena arena = { 0 };
    uint32_t *depth = NEW_N(&arena, uint32_t, n_functions), deepest = 0;
    for (bool changed = true; changed && deepest <= n_functions;) {
        changed = false;
        for (uint32_t c = 0; c < view->n_calls; c++) {
            const struct view_call *call = &view->calls[c];
            if (call->back || call->caller == call->callee ||
                depth[call->callee] > depth[call->caller])
                continue;
            depth[call->callee] = depth[call->caller] + 1;
            deepest = depth[call->callee] > deepest ? depth[call->callee]
                                                    : deepest;
            changed = true;
        }
    }
    arena_free(&arena);
    return deepest <= n_functions;
}

/* Returns how many functions look as if nothing called them, although others
   call them and the profile is not entered there. */
static uint32_t count_new_roots(const struct profile *profile,
                                const struct view *view)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        bool called = false, drawn = false;
        uint32_t f = view->functions[i];
        for (uint32_t c = 0; c < view->n_calls; c++) {
            const struct view_call *call = &view->calls[c];
            if (call->callee != f || call->caller == f)
                continue;
            called = true;
            drawn |= !call->back;
        }
        n += called && !drawn && profile->functions[f].entry <= 0;
    }
    return n;
}

/* Returns whether a call that does not lead back goes against a costlier one
   that does, although its callee has a costlier call in the cycle. */
static bool is_inverted(const struct costs *costs, const struct view *view,
                        const struct view_call *call)
{
    bool is_against = false, is_costliest = true;
    for (uint32_t c = 0; c < view->n_calls && !call->back; c++) {
        const struct view_call *other = &view->calls[c];
        if (other->caller == call->callee && other->callee == call->caller)
            is_against = other->back && other->cost > call->cost &&
                         other->cost >= BACK_SHARE * costs->whole;
        else if (other->callee == call->callee && !other->back &&
                 costs_in_one_cycle(costs, other->caller, other->callee) &&
                 other->cost - other->again > call->cost - call->again)
            is_costliest = false;
    }
    return is_against && !is_costliest;
}

static void check_view(const struct profile *profile, const struct costs *costs,
                       const struct view *view)
{
    expect(is_acyclic(view, profile->n_functions), "there is a cycle");
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        bool inside = costs_in_one_cycle(costs, call->caller, call->callee);
        expect(inside || !call->back, "call %u is in no cycle", c);
        expect(!inside || known(call->cost) || call->back,
               "call %u has no cost and does not lead back", c);
        expect(!is_inverted(costs, view, call),
               "call %u goes against a costlier one", c);
    }
}

/* If nothing is left out, every function is below the outermost one of some
   stack. */
static void random_stack_views(void)
{
    test("random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        for (uint32_t s = 0; s < p.n; s++)
            p.of[s].cost += .25;
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        bool all = chance(50);
        struct view_options options = { .depth = -1,
                                        .node_thres = all ? 0
                                                          : random_below(30),
                                        .edge_thres = all ? 0
                                                          : random_below(10) };
        struct view *view =
            only_view(&arena, profile, costs, costs->whole, &options);
        check_view(profile, costs, view);
        expect(!all || count_new_roots(profile, view) == 0,
               "there are new roots");
        profile_free(profile);
        arena_free(&arena);
    }
}

static void random_call_views(enum cycles cycles)
{
    for (unsigned long i = 1; i <= 1500; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES];
        start_input(i);
        struct dense d = random_cyclic(NODES);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_from_calls(&arena, profile, cycles);
        struct view_options options = { .depth = -1,
                                        .node_thres = random_below(5),
                                        .edge_thres = random_below(3) };
        struct view *view =
            only_view(&arena, profile, costs, costs->whole, &options);
        check_view(profile, costs, view);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Checks the calls that lead back, as "b a" for b -> a; at most two. */
static void back_calls_are(const char *reader, enum cycles cycles,
                           const char *text, const char *first,
                           const char *second)
{
    struct named g = costs_by(reader, cycles, text);
    struct view_options options = { .depth = -1 };
    struct view *view = only_view(&g.arena, g.profile, g.costs, g.costs->whole,
                                &options);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        const struct function *functions = g.profile->functions;
        struct str name =
            arena_printf(&g.arena, "%s %s", functions[call->caller].is.name.s,
                         functions[call->callee].is.name.s);
        bool expected =
            str_eq(name, str_of(first)) || str_eq(name, str_of(second));
        expect(call->back == expected, "%s: back is %d", name.s, call->back);
    }
    named_free(&g);
}

static void examples(void)
{
    test("the hottest path");
    back_calls_are("folded", CYCLES_SPLIT,
                   "main;enter;load;run;json;stub;parse 400\n"
                   "main;enter;stub 1\n"
                   "main;enter;load;run;json;stub;enter;x 1\n",
                   "stub enter", "");
    test("equal costs");
    back_calls_are("folded", CYCLES_SPLIT, "main;a;b;c;a;b;c;a 1\n", "c a",
                   "");
    test("the only call of a function");
    back_calls_are("folded", CYCLES_SPLIT, "main;a;g;b;a;g;c;a 10\n", "b a",
                   "c a");
    test("a call to a function that is on the stack leads back");
    back_calls_are("folded", CYCLES_SPLIT, "main;a;b;c;a 10\nmain;b;c;a 1\n",
                   "c a", "");
    test("the lesser of two ways");
    back_calls_are("folded", CYCLES_SPLIT, "main;a;x;b;a;x 10\nmain;a;b 2\n",
                   "b a", "a b");
    test("a split cycle");
    back_calls_are("edges", CYCLES_SPLIT,
                   "main -> a x3\na -> b x5\nb -> a x7\na 1\nb 1\n", "b a",
                   "");
    test("a split cycle with two entries");
    back_calls_are("edges", CYCLES_SPLIT,
                   "main -> a x3\nmain -> b x1\na -> b x5\nb -> a x7\na 1\n"
                   "b 1\n",
                   "b a", "");
    test("a random walk");
    back_calls_are("edges", CYCLES_WALK,
                   "main -> a x3\na -> b x5\nb -> a x4\na 1\nb 1\n", "b a",
                   "");
}

static void inflow_is(const struct named *g, const char *name, double expected)
{
    double inflow = g->costs->inflow[function_by_name(g->profile, name)];
    expect(close_to(inflow, expected), "%s: %g enters, not %g", name, inflow,
           expected);
}

/* A sample counts at the function where its stack enters the cycle, which
   happens at most once. */
static void inflows(void)
{
    test("inflows of the members of a cycle");
    struct named g = named_costs("folded", "main;a;b;a 10\n"
                                           "main;b;a 4\n"
                                           "main;b;x;a 2\n"
                                           "b 1\n");
    inflow_is(&g, "a", 10);
    inflow_is(&g, "b", 7);
    named_free(&g);
    g = named_costs("edges", "main -> a x3\nmain -> b x1\na -> b x5\n"
                             "b -> a x7\nb -> b x9\na 1\nb 1 entry=2\n");
    inflow_is(&g, "a", 3);
    inflow_is(&g, "b", 3);
    named_free(&g);
}

UNIT(back_edges)
{
    random_stack_views();
    test("random calls, split");
    random_call_views(CYCLES_SPLIT);
    test("random calls, random walk");
    random_call_views(CYCLES_WALK);
    examples();
    inflows();
    return finish_tests();
}
