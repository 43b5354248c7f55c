/* A cycle that has too many entries: the largest ones stand for all. The file
   under test is compiled here once more, with a limit that is reached soon. */
#define MOST_STEPS 4
#define split_cycle split_cycle_early
#include "cost/cycle/split.c"
#include "named.h"

/*
 * The ring a 1 -> b 10 -> c 4 -> a with b -> a has four calls, as many as the
 * limit. So only the largest entry is followed, which is a, and gets the
 * portion of c as well: c 4, b 10 + 4 = 14, a 1 + 14 = 15. Both c -> a and b ->
 * a lead back.
 */
static void ring(const double *portions)
{
    struct named g = named_costs("edges", "b 10\n"
                                          "a 1\n"
                                          "c 4\n"
                                          "a -> b w=1\n"
                                          "b -> c w=1\n"
                                          "c -> a w=1\n"
                                          "b -> a w=1\n");
    struct graph *graph = graph_of(&g.arena, g.profile);
    struct cycle_graph inside =
        cycle_graph_of(&g.arena, g.profile, graph, &g.costs->cycles[0],
                       g.costs->cycle);
    const double own[] = { 10, 1, 4 };
    for (uint32_t f = 0; f < 3; f++)
        g.costs->total[f] = 0;
    for (uint32_t c = 0; c < 4; c++)
        g.costs->call_cost[c] = 0;
    LOCAL_BUF(said);
    diag_capture(&said);
    split_cycle_early(g.costs, &inside, own, portions);
    diag_capture(NULL);
    expect(str_starts(buf_text(&said), S("na cycle of 3 functions has ")),
           "said '%s'", buf_text(&said).s);
    total_is(&g, "a", 15);
    total_is(&g, "b", 14);
    total_is(&g, "c", 4);
    call_is(&g, "a", "b", 14);
    call_is(&g, "b", "c", 4);
    call_is(&g, "c", "a", UNKNOWN);
    call_is(&g, "b", "a", UNKNOWN);
    call_is_back(&g, "c", "a", true);
    named_free(&g);
}

UNIT(split)
{
    diag_quiet(true);
    test("the largest entry stands for all");
    ring((const double[]){ 0.2, 0.5, 0.3 });
    test("of equal entries the first stands for all");
    ring((const double[]){ 0, 0.5, 0.5 });
    return finish_tests();
}
