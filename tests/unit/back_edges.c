/* Back edges of random stacks, compared with the definition, for which plain
   stacks and a matrix of distances are used. */
#include "named.h"
#include "plain.h"
#include "view/view.h"

enum { FAR = 1000 };

struct distances {
    const struct stacks *stacks;
    uint32_t of[FUNCTIONS][FUNCTIONS]; /* by number; FAR if there is no path */
};

/* The algorithm is that of R. Floyd, Algorithm 97: shortest path, Comm. ACM
   5:6, 1962. */
static struct distances distances_of(const struct stacks *p)
{
    struct distances d = { .stacks = p };
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        for (uint32_t g = 0; g < FUNCTIONS; g++)
            d.of[f][g] = f == g ? 0 : plain_calls(p, f, g) ? 1 : FAR;
    for (uint32_t m = 0; m < FUNCTIONS; m++)
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            for (uint32_t g = 0; g < FUNCTIONS; g++)
                if (d.of[f][m] + d.of[m][g] < d.of[f][g])
                    d.of[f][g] = d.of[f][m] + d.of[m][g];
    return d;
}

static bool together(const struct distances *p, uint32_t f, uint32_t g)
{
    return p->of[f][g] < FAR && p->of[g][f] < FAR;
}

/* Returns the cost of the samples whose stack enters the cycle of f at f. */
static double inflow_at(const struct distances *p, uint32_t f)
{
    double inflow = 0;
    for (uint32_t i = 0; i < p->stacks->n; i++) {
        const struct stack *s = &p->stacks->of[i];
        uint32_t at = 0;
        while (at < s->depth && !together(p, s->f[at], f))
            at++;
        if (at < s->depth && s->f[at] == f)
            inflow += s->cost;
    }
    return inflow;
}

/* Returns the part of the inflow of the cycle for which f -> g leads away; *all
   receives the whole inflow. */
static double forward(const struct distances *p, uint32_t f, uint32_t g,
                      double *all)
{
    double sum = 0, inflow = 0, n = 0, members = 0;
    for (uint32_t e = 0; e < FUNCTIONS; e++) {
        if (!together(p, e, f))
            continue;
        bool away = p->of[e][f] < p->of[e][g];
        inflow += inflow_at(p, e);
        sum += away ? inflow_at(p, e) : 0;
        n += away;
        members++;
    }
    *all = inflow > 0 ? inflow : members;
    return inflow > 0 ? sum : n;
}

/* Returns whether the callee has no callers outside its cycle and this is the
   first of the calls to it that lead away for most. */
static bool is_most_forward(const struct distances *p,
                            const struct profile *profile,
                            const struct view *view,
                            const struct view_call *call)
{
    double all, best = -1;
    const struct view_call *first = NULL;
    uint32_t g = number_of(profile, call->callee);
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (view->calls[i].callee == call->callee &&
            !together(p, number_of(profile, view->calls[i].caller), g))
            return false;
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *other = &view->calls[i];
        uint32_t f = number_of(profile, other->caller);
        if (other->callee != call->callee || f == g || !together(p, f, g))
            continue;
        double part = forward(p, f, g, &all);
        if (part > best) {
            best = part;
            first = other;
        }
    }
    return first == call;
}

/* Returns whether this is the first of the costliest calls of its callee by
   others and leads away for more than the call in the opposite direction. */
static bool is_costliest(const struct distances *p,
                         const struct profile *profile,
                         const struct view *view,
                         const struct view_call *call)
{
    uint32_t f = number_of(profile, call->caller);
    uint32_t g = number_of(profile, call->callee);
    double all;
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *other = &view->calls[i];
        if (other->callee == call->callee && other->caller != call->callee &&
            (other->cost > call->cost ||
             (other->cost == call->cost && other < call)))
            return false;
        if (other->caller == call->callee && other->callee == call->caller &&
            forward(p, g, f, &all) >= forward(p, f, g, &all))
            return false;
    }
    return true;
}

static void compare(const struct stacks *stacks, const struct profile *profile,
                    const struct view *view)
{
    struct distances p = distances_of(stacks);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        uint32_t f = number_of(profile, call->caller);
        uint32_t g = number_of(profile, call->callee);
        bool back = false;
        if (f != g && together(&p, f, g)) {
            double all, part = forward(&p, f, g, &all);
            back = part <= 0 ||
                   (part < .5 * all &&
                    !is_costliest(&p, profile, view, call) &&
                    !is_most_forward(&p, profile, view, call));
        }
        expect(call->back == back, "f%u -> f%u: back is %d", f, g,
               call->back);
    }
}

static void random_views(void)
{
    test("random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        struct view_options options = { .depth = -1,
                                        .node_thres = random_below(30),
                                        .edge_thres = random_below(10) };
        struct view *view =
            view_of(&arena, profile, costs, costs->whole, &options);
        compare(&p, profile, view);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* In a split cycle, the calls that no DAG has lead back. */
static void split_cycle(void)
{
    test("a split cycle");
    struct named g = named_costs("edges", "main -> a x3\n"
                                          "a -> b x5\n"
                                          "b -> a x7\n"
                                          "a 1\n"
                                          "b 1\n");
    struct view_options options = { .depth = -1 };
    struct view *view = view_of(&g.arena, g.profile, g.costs, g.costs->whole,
                                &options);
    uint32_t a = function_by_name(g.profile, "a");
    uint32_t b = function_by_name(g.profile, "b");
    for (uint32_t c = 0; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        expect(call->back == (call->caller == b && call->callee == a),
               "call %u: back is %d", c, call->back);
    }
    expect(view->n_calls == 3, "%u calls", view->n_calls);
    named_free(&g);
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

int main(void)
{
    random_views();
    split_cycle();
    inflows();
    return finish_tests();
}
