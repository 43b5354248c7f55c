/* The inflow of components, and the weights that count if no weight enters. */
#include "graph/components.h"
#include "graph/inflow.h"
#include "named.h"

static const struct inflow *inflow_at(struct named *g, const char *name)
{
    struct graph *graph = graph_of(&g->arena, g->profile);
    struct components *components =
        components_of(&g->arena, g->profile, graph);
    struct inflow *inflows = inflow_by_component(
        &g->arena, g->profile, components->of, components->n);
    return &inflows[components->of[function_by_name(g->profile, name)]];
}

static void inflow_is(const struct inflow *inflow, double weight,
                      uint32_t n_calls, uint32_t n_members)
{
    expect(inflow->weight == weight && inflow->n_calls == n_calls &&
               inflow->n_members == n_members,
           "weight %g by %u calls, %u members", inflow->weight,
           inflow->n_calls, inflow->n_members);
}

static void weights_are(const struct inflow *inflow, double call, double entry,
                        double sum)
{
    expect(inflow_call_weight(inflow, 3) == call &&
               inflow_entry_weight(inflow, 2) == entry &&
               inflow_sum(inflow) == sum,
           "call %g, entry %g, sum %g", inflow_call_weight(inflow, 3),
           inflow_entry_weight(inflow, 2), inflow_sum(inflow));
}

/* Calls between members and self-calls do not enter the cycle of a and b. */
static void weights(void)
{
    test("weights that enter");
    struct named g = named_costs("edges", "main 0 entry=7\n"
                                          "a 1\n"
                                          "b 1 entry=2\n"
                                          "main -> a w=3\n"
                                          "main -> b w=1\n"
                                          "a -> b w=5\n"
                                          "b -> a w=6\n"
                                          "b -> b w=9\n");
    inflow_is(inflow_at(&g, "a"), 6, 2, 2);
    weights_are(inflow_at(&g, "a"), 3, 2, 6);
    inflow_is(inflow_at(&g, "main"), 7, 0, 1);
    double *at = inflow_by_function(
        &g.arena, g.profile,
        components_of(&g.arena, g.profile, graph_of(&g.arena, g.profile))->of);
    expect(at[function_by_name(g.profile, "a")] == 3, "inflow at a");
    expect(at[function_by_name(g.profile, "b")] == 3, "inflow at b");
    named_free(&g);
}

static void equal_calls(void)
{
    test("only calls of weight 0 enter");
    struct named g = named_costs("edges", "main 0 entry=1\n"
                                          "p 0 entry=1\n"
                                          "a 1 entry=0\n"
                                          "b 1 entry=0\n"
                                          "main -> a w=0\n"
                                          "p -> b w=0\n"
                                          "a -> b w=5\n"
                                          "b -> a w=6\n");
    inflow_is(inflow_at(&g, "a"), 0, 2, 2);
    weights_are(inflow_at(&g, "a"), 1, 0, 2);
    named_free(&g);
}

static void equal_members(void)
{
    test("nothing enters");
    struct named g = named_costs("edges", "a 1 entry=0\n"
                                          "b 1 entry=0\n"
                                          "c 1 entry=0\n"
                                          "a -> b w=5\n"
                                          "b -> c w=5\n"
                                          "c -> a w=6\n");
    inflow_is(inflow_at(&g, "a"), 0, 0, 3);
    weights_are(inflow_at(&g, "a"), 1, 1, 3);
    named_free(&g);
}

/* Both calls of c get a weight if one of their callers is marked; the calls of
   d, which other weight enters, and the calls inside the cycle stay as they
   are. */
static void made_explicit(void)
{
    test("equal weights made explicit");
    struct named g = named_costs("edges", "p 0 entry=1\n"
                                          "q 0 entry=1\n"
                                          "c 1 entry=0\n"
                                          "e 1 entry=0\n"
                                          "d 1 entry=1\n"
                                          "p -> c w=0\n"
                                          "q -> c w=0\n"
                                          "c -> e w=0\n"
                                          "e -> c w=0\n"
                                          "q -> d w=0\n");
    static const struct {
        const char *caller, *callee;
        double weight;
    } expected[] = { { "p", "c", 1 }, { "q", "c", 1 }, { "c", "e", 0 },
                     { "e", "c", 0 }, { "q", "d", 0 } };
    bool *marked = NEW_N(&g.arena, bool, g.profile->n_functions);
    inflow_make_explicit(g.profile, marked);
    for (uint32_t c = 0; c < g.profile->n_calls; c++)
        expect(g.profile->calls[c].weight == 0, "no caller is marked");
    marked[function_by_name(g.profile, "q")] = true;
    inflow_make_explicit(g.profile, marked);
    for (size_t i = 0; i < ROWS(expected); i++) {
        uint32_t c = call_by_names(&g, expected[i].caller, expected[i].callee);
        expect(g.profile->calls[c].weight == expected[i].weight,
               "%s -> %s has weight %g", expected[i].caller,
               expected[i].callee, g.profile->calls[c].weight);
    }
    named_free(&g);
}

UNIT(inflow)
{
    weights();
    equal_calls();
    equal_members();
    made_explicit();
    return finish_tests();
}
