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
    draws("a;b;hot 91\na;b;c 4\na;d;e 3\na;f 2", 0, "a b hot");
    /* 90 % must be left, so the largest of the small ones stays. */
    draws("a;b;hot 88\na;b;c 4\na;d;e 4\na;f 4", 0, "a b hot f");
    /* A twentieth of the hottest is not little. */
    draws("a;b;hot 91\na;b;c 5\na;d;e 4", 0, "a b hot c");
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

static void the_way_ends(void)
{
    test("the way ends where the call brings little");
    for (int part = 29; part <= 30; part++) {
        struct named g;
        char text[100];
        snprintf(text, sizeof text, "a;hot %d\nhot %d", part, 100 - part);
        const struct view *view = drawn(&g, text, 0);
        struct hot_path way =
            hot_path_find(&g.arena, g.profile, g.costs, view);
        expect(way.functions[function_by_name(g.profile, "hot")],
               "the hottest is on the way");
        expect(way.functions[function_by_name(g.profile, "a")] == (part >= 30),
               "%d of 100", part);
        named_free(&g);
    }
}

UNIT(picture)
{
    functions_that_nobody_needs();
    callers();
    the_way_ends();
    return finish_tests();
}
