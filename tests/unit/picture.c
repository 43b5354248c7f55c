/* Which functions a picture shows, and where its bold way ends. */
#include "named.h"
#include "view/hot_path.h"
#include "views.h"

static struct view_options picture_of(long most)
{
    return (struct view_options){ .depth = -1, .nodecount = most,
                                  .for_picture = true,
                                  .drops_needless = true };
}

static struct view *drawn(struct named *g, const char *text, long most)
{
    struct view_options options = picture_of(most);
    double whole = 0;
    *g = named_costs("folded", text);
    for (uint32_t f = 0; f < g->profile->n_functions; f++)
        whole += g->profile->functions[f].self;
    return only_view(&g->arena, g->profile, g->costs, whole, &options);
}

/* `names` are those of the functions that are drawn, by name. */
static void draws(const char *text, long most, const char *names)
{
    struct named g;
    const struct view *view = drawn(&g, text, most);
    char all[1000] = "";
    for (uint32_t i = 0; i < view->n_functions; i++) {
        strcat(all, i ? " " : "");
        strcat(all, g.profile->functions[view->functions[i]].is.name.s);
    }
    expect(strcmp(all, names) == 0, "of \"%s\" it draws \"%s\"", text, all);
    named_free(&g);
}

static void functions_that_nobody_needs(void)
{
    test("functions that nobody needs");
    draws("a;b;hot 96\na;b;c 2\na;d;e 1\na;f 1", 0, "a b hot");
    /* 95 % must be left, so one of the small ones stays. */
    draws("a;b;hot 91\na;b;c 4\na;d;e 3\na;f 2", 0, "a b hot c");
    /* An eighth of the hottest is not little. */
    draws("a;b;hot 80\na;b;c 10\na;d;e 10", 0, "a b hot c d e");
    /* Less than 3 % is, whatever is left. */
    draws("a;b;hot 40\na;b;c 1\na;d;e 20\na;f 20", 0, "a b hot d e f");
    /* A call back to a function above leads nowhere. */
    draws("a;hot 90\na;b;a;hot 9\na;b 1", 0, "a hot");
    /* What leads to a hot one stays, whatever it costs itself. */
    draws("a;b;c;d;e;hot 99\na;x 1", 0, "a b c d e hot");
    draws("hot 99\nhot;a;b;c 1", 0, "hot");
}

/* The hottest functions and the best ones of the ways to the hottest take all
   places, but p is the caller of all that q does. */
static void callers(void)
{
    test("a function whose caller is left out");
    const char *text = "r;p;q;s 10\nr;p;q;t 10\nr;p;q;u 9";
    struct named g;
    const struct view *view = drawn(&g, text, 5);
    uint32_t q = function_by_name(g.profile, "q");
    bool is_called = false;
    for (uint32_t i = 0; i < view->n_calls; i++)
        is_called |= view->calls[i].callee == q;
    expect(is_called, "q has no caller");
    named_free(&g);
}

static const struct view_call *call_of(const struct named *g,
                                       const struct view *view,
                                       const char *caller, const char *callee)
{
    uint32_t from = function_by_name(g->profile, caller);
    uint32_t to = function_by_name(g->profile, callee);
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (view->calls[i].caller == from && view->calls[i].callee == to)
            return &view->calls[i];
    return NULL;
}

/* Calls below 5 are too small unless they are half of what the callee costs. m
   is where most of them comes from. */
static void small_calls_of_one_function(void)
{
    test("small calls to one function are one arrow from higher up");
    struct named g = named_costs("folded", "r;m;a 20\nr;m;a;s 4\n"
                                           "r;m;b 20\nr;m;b;s 4\n"
                                           "r;m;c 20\nr;m;c;s 4\n"
                                           "r;d 20\nr;d;s 4\nr;e;m;s 2\n"
                                           "r;x 20\nr;y 20\nr;z 20\n");
    struct view_options options = picture_of(0);
    options.edge_thres = 5;
    options.drops_needless = false;
    const struct view *view =
        only_view(&g.arena, g.profile, g.costs, g.costs->whole, &options);
    const struct view_call *lifted = call_of(&g, view, "m", "s");
    expect(lifted && close_to(lifted->cost, 14) &&
               close_to(lifted->lifted, 12) && view_call_is_indirect(lifted),
           "m leads to s");
    expect(!call_of(&g, view, "r", "s"), "r is further away");
    expect(!call_of(&g, view, "a", "s"), "a is small");
    named_free(&g);
}

static void small_calls_that_tell_nothing(void)
{
    test("small calls that tell nothing");
    struct named g = named_costs("folded", "a 50\na;b 2\nb 48\n"
                                           "a;c 6\nc 5\n");
    struct view_options options = picture_of(0);
    options.edge_thres = 5;
    const struct view *view =
        only_view(&g.arena, g.profile, g.costs, g.costs->whole, &options);
    expect(!call_of(&g, view, "a", "b"), "2 of 50 is not its caller");
    expect(call_of(&g, view, "a", "c") != NULL, "6 of 11 is its caller");
    named_free(&g);
}

static void functions_without_calls(void)
{
    test("functions without calls");
    draws("m;n 50\na 4\nb 4\nc 4\nd 4\ne 4\nf 4\ng 3", 0, "m n b c d e f");
    draws("m;n 50\na 9\nb 8\nc 7\nd 7\ne 7\nf 7\ng 5", 0,
          "m n a b c d e f");
    draws("a 9\nb 8\nc 7\nd 7\ne 7\nf 7\ng 7", 0, "a b c d e f g");
}

static void the_way_ends(void)
{
    test("the way ends where the call brings little");
    for (int part = 24; part <= 25; part++) {
        struct named g;
        char text[100];
        snprintf(text, sizeof text, "a;hot %d\nhot %d", part, 100 - part);
        const struct view *view = drawn(&g, text, 0);
        struct hot_path way =
            hot_path_find(&g.arena, g.profile, g.costs, view);
        expect(way.functions[function_by_name(g.profile, "hot")],
               "the hottest is on the way");
        expect(way.functions[function_by_name(g.profile, "a")] == (part >= 25),
               "%d of 100", part);
        named_free(&g);
    }
}

static void ties(void)
{
    test("two functions are about as hot");
    for (int cost = 47; cost <= 48; cost++) {
        struct named g;
        char text[100];
        snprintf(text, sizeof text, "a;x 50\nb;y %d", cost);
        const struct view *view = drawn(&g, text, 0);
        struct hot_path way =
            hot_path_find(&g.arena, g.profile, g.costs, view);
        expect(way.functions[function_by_name(g.profile, "a")],
               "the way to the hottest");
        expect(way.functions[function_by_name(g.profile, "b")] == (cost >= 48),
               "the way to %d of 50", cost);
        named_free(&g);
    }
}

/* b's call to x has 3/4 of a's, and that of c less. Its own call costs most. */
static void ties_of_calls(void)
{
    test("two calls to the hottest function cost about as much");
    struct named g;
    const struct view *view =
        drawn(&g, "r;a;x 400\nr;b;x 300\nr;c;x 299\nx;x 500\n", 0);
    struct hot_path way = hot_path_find(&g.arena, g.profile, g.costs, view);
    expect(way.n_hottest == 1 && way.n_ways == 2, "%u ways", way.n_ways);
    for (const char *name = "abcr"; *name; name++)
        expect(way.functions[function_by_name(
                   g.profile, (const char[]){ *name, '\0' })] == (*name != 'c'),
               "the way over %c", *name);
    expect(way.calls[call_of(&g, view, "b", "x")->id] &&
               way.calls[call_of(&g, view, "r", "b")->id] &&
               !way.calls[call_of(&g, view, "c", "x")->id] &&
               !way.calls[call_of(&g, view, "x", "x")->id],
           "the calls of the ways");
    named_free(&g);
}

UNIT(picture)
{
    functions_that_nobody_needs();
    callers();
    small_calls_of_one_function();
    small_calls_that_tell_nothing();
    functions_without_calls();
    the_way_ends();
    ties();
    ties_of_calls();
    return finish_tests();
}
