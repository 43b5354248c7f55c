/* Breakdowns of totals into self cost, drawn calls and the rest: by hand, and
   on random stacks against counts on each stack. */
#include "named.h"
#include "view/breakdown.h"
#include "views.h"

static const struct view_options everything = { .depth = -1 };

static void breakdown_is(const struct named *g,
                         struct breakdown *const *breakdowns, const char *name,
                         double in_calls, double rest, uint32_t callees,
                         bool recursive)
{
    const struct breakdown *b =
        breakdowns[function_by_name(g->profile, name)];
    expect(close_to(b->in_calls, in_calls) && close_to(b->rest, rest) &&
               b->n_callees == callees && b->recursive == recursive,
           "%s: %g in calls, rest %g in %u, recursive %d", name, b->in_calls,
           b->rest, b->n_callees, b->recursive);
}

static struct breakdown **breakdowns_above(struct named *g, double node,
                                           double edge)
{
    struct view_options options = everything;
    options.node_thres = node;
    options.edge_thres = edge;
    struct view *view = only_view(&g->arena, g->profile, g->costs,
                                g->costs->whole, &options);
    return breakdown_by_function(&g->arena, g->profile, g->costs, view);
}

/*
 * Of 100 samples, functions with less than 5 are not drawn: x 4, y 3 and z 1.
 * main has 40 + 30 + 13 + 10 in the drawn calls of a, b, c and r. The call of c
 * over y, 1, is drawn together with the direct one; the rest of y, 2, and x 4
 * are in no drawn call.
 */
static void plain_rest(void)
{
    test("the rest of a function");
    struct named g = named_costs("folded", "main 1\n"
                                           "main;a 40\n"
                                           "main;b 30\n"
                                           "main;c 12\n"
                                           "main;y;c 1\n"
                                           "main;x 4\n"
                                           "main;y 2\n"
                                           "main;r;r;z 1\n"
                                           "main;r;r;c 3\n"
                                           "main;r 6\n");
    struct breakdown **b = breakdowns_above(&g, 5, 0);
    breakdown_is(&g, b, "main", 93, 6, 2, false); /* x 4, y 2 */
    breakdown_is(&g, b, "a", 0, 0, 0, false);
    breakdown_is(&g, b, "c", 0, 0, 0, false);
    breakdown_is(&g, b, "r", 4, 0, 1, true); /* z is below r -> r */
    b = breakdowns_above(&g, 5, 5);
    const struct breakdown *c = b[function_by_name(g.profile, "c")];
    expect(close_to(c->elsewhere, 3) && c->n_callers == 1,
           "c: %g from %u other callers", c->elsewhere, c->n_callers);
    named_free(&g);
}

/* The sample of 10 ends in f, so it is self cost, although it holds f -> g as
   well. */
static void recursion(void)
{
    test("a sample that holds a call and ends in its caller");
    struct named g = named_costs("folded", "f;g;f 10\n"
                                           "f;g 20\n"
                                           "f;h 5\n");
    struct breakdown **b = breakdowns_above(&g, 0, 20);
    breakdown_is(&g, b, "f", 20, 5, 1, true);
    breakdown_is(&g, b, "g", 10, 0, 0, true);
    named_free(&g);
}

/* b costs 8, of which 6 come from a. The other callee of a costs too little to
   be drawn. */
static void from_calls(void)
{
    test("the rest from calls");
    struct named g = named_costs("edges", "%edges 1\n"
                                          "main 1\n"
                                          "main -> a x1\n"
                                          "main -> b x1\n"
                                          "a 1\n"
                                          "a -> a x5\n"
                                          "a -> b x3\n"
                                          "a -> c x1\n"
                                          "b 8\n"
                                          "c .25\n");
    struct breakdown **b = breakdowns_above(&g, 5, 0);
    breakdown_is(&g, b, "main", 9.25, 0, 0, false);
    breakdown_is(&g, b, "a", 6, .25, 1, true);
    breakdown_is(&g, b, "b", 0, 0, 0, false);
    named_free(&g);
}

static bool drawn(const struct view *view, uint32_t f, uint32_t g)
{
    for (uint32_t c = 0; c < view->n_calls; c++)
        if (view->calls[c].caller == f && view->calls[c].callee == g)
            return true;
    return false;
}

/* Holds the functions of a profile by number, and which of them a view
   keeps. */
struct drawing {
    uint32_t id[FUNCTIONS];
    bool kept[FUNCTIONS];
    const struct view *view;
};

static struct drawing drawing_of(const struct profile *profile,
                                 const struct view *view)
{
    struct drawing d = { .view = view };
    for (uint32_t id = 0; id < profile->n_functions; id++)
        d.id[number_of(profile, id)] = id;
    for (uint32_t i = 0; i < view->n_functions; i++)
        d.kept[number_of(profile, view->functions[i])] = true;
    return d;
}

/* Returns whether a drawn call leads from place i of the stack to the next kept
   function. */
static bool goes_on(const struct drawing *d, const struct stack *s, uint32_t i)
{
    for (uint32_t j = i + 1; j < s->depth; j++)
        if (d->kept[s->f[j]])
            return drawn(d->view, d->id[s->f[i]], d->id[s->f[j]]);
    return false;
}

static bool goes_on_anywhere(const struct drawing *d, const struct stack *s,
                             uint32_t f)
{
    for (uint32_t i = 0; i < s->depth; i++)
        if (s->f[i] == f && goes_on(d, s, i))
            return true;
    return false;
}

static void mark_callees(const struct drawing *d, const struct stack *s,
                         uint32_t f, bool *callees)
{
    for (uint32_t i = 0; i + 1 < s->depth; i++)
        if (s->f[i] == f && s->f[i + 1] != f && s->cost > 0 &&
            !goes_on(d, s, i))
            callees[s->f[i + 1]] = true;
}

static void compare(const struct stacks *p, const struct drawing *d,
                    uint32_t f, const struct breakdown *breakdown)
{
    double in_calls = 0, rest = 0;
    bool callees[FUNCTIONS] = { false };
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const struct stack *s = &p->of[i];
        if (!holds(s, f))
            continue;
        mark_callees(d, s, f, callees);
        if (s->f[s->depth - 1] == f)
            continue;
        *(goes_on_anywhere(d, s, f) ? &in_calls : &rest) += s->cost;
    }
    for (uint32_t g = 0; g < FUNCTIONS; g++)
        n += callees[g];
    expect(breakdown->in_calls == in_calls, "f%u: %g in calls, not %g", f,
           breakdown->in_calls, in_calls);
    expect(breakdown->rest == rest, "f%u: rest %g, not %g", f, breakdown->rest,
           rest);
    expect(breakdown->n_callees == n, "f%u: %u callees, not %u", f,
           breakdown->n_callees, n);
}

static void random_breakdowns(void)
{
    test("random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        struct view_options options = everything;
        options.node_thres = random_below(60);
        options.edge_thres = random_below(60);
        struct view *view =
            only_view(&arena, profile, costs, costs->whole, &options);
        struct breakdown **breakdowns =
            breakdown_by_function(&arena, profile, costs, view);
        struct drawing d = drawing_of(profile, view);
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            if (d.kept[f])
                compare(&p, &d, f, breakdowns[d.id[f]]);
        profile_free(profile);
        arena_free(&arena);
    }
}

static void origin_is(const struct named *g,
                      struct breakdown *const *breakdowns, const char *name,
                      double elsewhere, double uncalled)
{
    const struct breakdown *b =
        breakdowns[function_by_name(g->profile, name)];
    expect(close_to(b->elsewhere, elsewhere) && close_to(b->uncalled, uncalled),
           "%s: %g from elsewhere, %g uncalled", name, b->elsewhere,
           b->uncalled);
}

/* Of 100 samples, y with 4 is not drawn, and neither is the call of a from c,
   which has 2. Recursion counts once. */
static void origins(void)
{
    test("where a total comes from");
    struct named g = named_costs("folded", "main;c 10\nmain;b 30\na 3\n"
                                           "main;c;a 2\ny;a 4\n"
                                           "main;b;a;a 25\nmain 26\n");
    struct breakdown **b = breakdowns_above(&g, 5, 5);
    origin_is(&g, b, "a", 6, 3);
    origin_is(&g, b, "b", 0, 0);
    origin_is(&g, b, "main", 0, 93);
    named_free(&g);
}

static void origins_of_calls(void)
{
    test("where a total comes from, by calls");
    struct named g = named_costs("edges", "%edges 1\nmain 50\na 40\nb 10\n"
                                          "main -> a x3\nb -> a x1\n");
    struct breakdown **b = breakdowns_above(&g, 0, 15);
    origin_is(&g, b, "a", 10, 0);
    origin_is(&g, b, "main", 0, 80);
    named_free(&g);
}

UNIT(breakdown)
{
    plain_rest();
    origins();
    origins_of_calls();
    recursion();
    from_calls();
    random_breakdowns();
    return finish_tests();
}
