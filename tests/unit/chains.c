/* Chains: runs of functions that are drawn as one box. */
#include "named.h"
#include "plain.h"
#include "view/chains.h"
#include "views.h"

/* Returns the view of all functions with its chains. */
static struct view *folded_view(struct named *g, const char *text, long most)
{
    struct view_options options = { .depth = -1, .nodecount = most,
                                    .node_thres = 1, .chains = CHAINS_FOLD };
    *g = named_costs("folded", text);
    double whole = 0;
    for (uint32_t f = 0; f < g->profile->n_functions; f++)
        whole += g->profile->functions[f].self;
    return only_view(&g->arena, g->profile, g->costs, whole, &options);
}

/* `names` are those of the chains, "a b c" and "d e f" being "a b c, d e f". */
static void chains_are(const char *text, const char *names)
{
    struct named g;
    struct view *view = folded_view(&g, text, 0);
    char all[1000] = "";
    for (uint32_t i = 0; i < view->chains->n; i++)
        for (uint32_t k = 0; k < view->chains->list[i].n; k++) {
            uint32_t f = view->chains->list[i].functions[k];
            strcat(all, k ? " " : i ? ", " : "");
            strcat(all, g.profile->functions[f].is.name.s);
        }
    expect(strcmp(all, names) == 0, "the chains of \"%s\" are \"%s\"", text,
           all);
    named_free(&g);
}

static void what_breaks_a_chain(void)
{
    test("chains");
    chains_are("a;b;c;d 100", "a b c");
    chains_are("a;b;c 100", "a b");
    chains_are("a;b;c;d 100\na;b;e 50", "a b");
    chains_are("r;a;b;c;d 100\nr;x 30", "a b c");
    chains_are("a;b;c;d;e;f;g 100\na;b;c;d 60", "a b c, e f");
    chains_are("a;b;c;d;e;f;g;h 100\na;b;c;d 60", "a b c, e f g");
    chains_are("a;b;c;c;d;e 100", "a b");
    chains_are("a;b;c;d;b;x 100", "");
    chains_are("r;a;b;c;d 100\ns;a;b;c;e 100", "a b c");
    chains_are("a;b;c;d 0\nx 1", "");
}

/* b keeps a part of what it gets. */
static void functions_that_keep_cost(void)
{
    test("functions that keep cost for themselves");
    chains_are("a;b;c;d 1000\na;b 50", "a b c");
    chains_are("a;b;c;d 1000\na;b 60", "");
    /* 0.5 % of the whole, which is more than 5 % of the total */
    chains_are("r;a;b;c;d 45\nr;a;b 5\nr 950", "a b c");
    chains_are("r;a;b;c;d 45\nr;a;b 6\nr 949", "");
    /* at most a quarter of the total */
    chains_are("r;a;b;c;d 11\nr;a;b 3\nr 986", "a b c");
    chains_are("r;a;b;c;d 11\nr;a;b 4\nr 985", "");
}

/* The limit leaves out s and t, which stand between b and c. */
static void calls_over_others(void)
{
    test("an indirect arrow in a chain");
    struct named g;
    const char *stacks = "a;b;s;c;d;x 100\na;b;t;c;d;y 90";
    struct view *view = folded_view(&g, stacks, 4);
    uint32_t a = function_by_name(g.profile, "a");
    uint32_t c = function_by_name(g.profile, "c");
    const struct chain *chain = chains_of(view->chains, a);
    expect(chain && chain == chains_of(view->chains, c), "no chain");
    expect(chain && chain->is_indirect, "s and t are between its functions");
    named_free(&g);
    view = folded_view(&g, stacks, 0);
    chain = chains_of(view->chains, function_by_name(g.profile, "a"));
    expect(chain && !chain->is_indirect, "nothing is between its functions");
    named_free(&g);
}

/* Each function has 2 % of the whole for itself: little enough for a chain,
   but three of them have more than 5 %. */
static void totals_drift(void)
{
    test("totals drift apart along a chain");
    chains_are("a;b;c;d;e;f;g;h;i 840\na;b;c;d;e;f;g;h 20\n"
               "a;b;c;d;e;f;g 20\na;b;c;d;e;f 20\na;b;c;d;e 20\n"
               "a;b;c;d 20\na;b;c 20\na;b 20\na 20",
               "a b c, d e f, g h");
}

/* c is within 5 % of a, but not of b, so that no chain goes on from b to c. */
static void totals_return(void)
{
    test("totals drift and come back");
    chains_are("a;b;c;d;e;f 930\na 45\na;p 25\nx;c;d;e;f 30\n"
               "y;c;d;e;f 40",
               "c d e");
}

static void folded_calls(void)
{
    test("calls of a folded chain");
    struct named g;
    struct view *view =
        folded_view(&g, "r;a;b;c;d 100\nr;a;b;c;e 50\nr;x 30", 0);
    struct view *folded = chains_fold(&g.arena, view, view->chains);
    uint32_t r = function_by_name(g.profile, "r");
    uint32_t a = function_by_name(g.profile, "a");
    uint32_t c = function_by_name(g.profile, "c");
    uint32_t d = function_by_name(g.profile, "d");
    expect(folded->n_functions == 5 && folded->n_calls == 4,
           "%u functions and %u calls", folded->n_functions, folded->n_calls);
    expect(call_in(folded, r, a) && call_in(folded, r, a)->cost == 150,
           "r calls the chain");
    expect(call_in(folded, a, d) && call_in(folded, a, d)->cost == 100,
           "the chain calls d");
    const struct view_call *drawn = call_in(folded, a, d);
    expect(drawn && view->calls[drawn->id].caller == c &&
               view->calls[drawn->id].callee == d,
           "the id is that of c -> d");
    named_free(&g);
    test("calls of a folded chain are in order");
    view = folded_view(
        &g, "r;z 1\nr;x 20\nr;x;y 30\nr;z;b;c;d 100\nr;z;b;c;e 50", 0);
    folded = chains_fold(&g.arena, view, view->chains);
    for (uint32_t i = 1; i < folded->n_calls; i++)
        expect(view_call_by_ends(&folded->calls[i - 1], &folded->calls[i]) < 0,
               "call %u", i);
    named_free(&g);
}

static void room_for_others(void)
{
    test("a chain takes the room of one function");
    struct named g;
    struct view *view =
        folded_view(&g, "r;a;b;c;d;e;f;g 100\nr;x;y;z 30\nr;u 20\nr;v 10", 6);
    uint32_t boxes = view->n_functions - view->chains->n_inner;
    expect(boxes == 6 && view->capped, "%u boxes of %u functions", boxes,
           view->n_functions);
    named_free(&g);
}

static uint32_t count_calls(const struct view *view, uint32_t f, bool to)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < view->n_calls; i++)
        n += (to ? view->calls[i].callee : view->calls[i].caller) == f;
    return n;
}

/* Checks what the definition says of each chain. */
static void check_chain(const struct costs *costs, const struct view *view,
                        double whole, const struct chain *chain)
{
    double total = costs->total[chain->functions[0]];
    expect(chain->n >= 2, "a chain of %u", chain->n);
    for (uint32_t k = 0; k < chain->n; k++) {
        uint32_t f = chain->functions[k];
        double most = fmin(fmax(.05 * total, .005 * whole), .25 * total);
        expect(fabs(costs->total[f] - total) <= most, "total %g, %g",
               costs->total[f], total);
        expect(!call_in(view, f, f), "it calls itself");
        expect(k == 0 || count_calls(view, f, true) == 1, "several callers");
        expect(k + 1 == chain->n || count_calls(view, f, false) == 1,
               "several callees");
        if (k)
            expect(call_in(view, chain->functions[k - 1], f), "no call");
    }
}

static bool is_inner(const struct chains *chains, uint32_t f)
{
    const struct chain *chain = chains_of(chains, f);
    return chain && chain->functions[0] != f;
}

static void random_chains(void)
{
    test("random stacks");
    uint32_t found = 0;
    for (unsigned long i = 1; i <= 5000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        p.n = p.n > 2 ? 2 : p.n;
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        double whole = plain_whole(&p);
        struct view_options options = { .depth = -1, .node_thres = 5,
                                        .chains = CHAINS_FOLD };
        struct view *view = only_view(&arena, profile, costs, whole, &options);
        uint32_t inner = 0;
        for (uint32_t k = 0; k < view->chains->n; k++)
            check_chain(costs, view, whole, &view->chains->list[k]);
        for (uint32_t k = 0; k < view->n_functions; k++)
            inner += is_inner(view->chains, view->functions[k]);
        expect(inner == view->chains->n_inner, "%u functions, not %u", inner,
               view->chains->n_inner);
        struct view *folded = chains_fold(&arena, view, view->chains);
        found += view->chains->n;
        expect(folded->n_functions + view->chains->n_inner ==
                   view->n_functions,
               "%u boxes", folded->n_functions);
        expect(chains_count_boxes(view) == folded->n_functions,
               "%ld boxes are counted", chains_count_boxes(view));
        expect(folded->n_calls + view->chains->n_inner == view->n_calls,
               "%u calls", folded->n_calls);
        profile_free(profile);
        arena_free(&arena);
    }
    expect(found > 100, "only %u chains", found);
}

UNIT(chains)
{
    what_breaks_a_chain();
    functions_that_keep_cost();
    calls_over_others();
    totals_drift();
    totals_return();
    folded_calls();
    room_for_others();
    random_chains();
    return finish_tests();
}
