/* Calls back into a cycle, ranked again on plain stacks with a matrix. */
#include "cost/cycle/inflow.h"
#include "named.h"
#include "plain.h"
#include "view/back_edges.h"

enum { FAR = 1000 };

struct plain {
    const struct stacks *stacks;
    uint32_t distance[FUNCTIONS][FUNCTIONS]; /* by number; FAR: none */
};

static struct plain plain_of(const struct stacks *p)
{
    struct plain plain = { .stacks = p };
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        for (uint32_t g = 0; g < FUNCTIONS; g++)
            plain.distance[f][g] =
                f == g ? 0 : plain_calls(p, f, g) ? 1 : FAR;
    for (uint32_t m = 0; m < FUNCTIONS; m++)
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            for (uint32_t g = 0; g < FUNCTIONS; g++) {
                uint32_t way = plain.distance[f][m] + plain.distance[m][g];
                if (way < plain.distance[f][g])
                    plain.distance[f][g] = way;
            }
    return plain;
}

static bool together(const struct plain *p, uint32_t f, uint32_t g)
{
    return p->distance[f][g] < FAR && p->distance[g][f] < FAR;
}

/* The cost of the samples that come into the cycle at f first. */
static double inflow_at(const struct plain *p, uint32_t f)
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

/* For how much of what enters the cycle f -> g leads away; all: of all. */
static double forth(const struct plain *p, uint32_t f, uint32_t g, double *all)
{
    double sum = 0, inflow = 0, n = 0, members = 0;
    for (uint32_t e = 0; e < FUNCTIONS; e++) {
        if (!together(p, e, f))
            continue;
        bool away = p->distance[e][f] < p->distance[e][g];
        inflow += inflow_at(p, e);
        sum += away ? inflow_at(p, e) : 0;
        n += away;
        members++;
    }
    *all = inflow > 0 ? inflow : members;
    return inflow > 0 ? sum : n;
}

/* Is f -> g the first of the best calls in view to g, which nothing calls from
   outside? */
static bool is_best(const struct plain *p, const struct profile *profile,
                    const struct view *view, const struct view_call *call)
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
        double came = forth(p, f, g, &all);
        if (came > best) {
            best = came;
            first = other;
        }
    }
    return first == call;
}

/* Is it the first of the costliest calls of its callee by others, and better
   than the call the other way? */
static bool is_main(const struct plain *p, const struct profile *profile,
                    const struct view *view, const struct view_call *call)
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
            forth(p, g, f, &all) >= forth(p, f, g, &all))
            return false;
    }
    return true;
}

static void compare(const struct stacks *stacks, const struct profile *profile,
                    const struct view *view)
{
    struct plain p = plain_of(stacks);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        uint32_t f = number_of(profile, call->caller);
        uint32_t g = number_of(profile, call->callee);
        bool back = false;
        if (f != g && together(&p, f, g)) {
            double all, came = forth(&p, f, g, &all);
            back = came <= 0 || (came < .5 * all && !is_main(&p, profile, view, call) &&
                                 !is_best(&p, profile, view, call));
        }
        expect(call->back == back, "f%u -> f%u: back is %d", f, g,
               call->back);
    }
}

static void random_stacks_back(void)
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

static void inflow_is(const struct named *g, const double *inflow,
                      const char *name, double expected)
{
    double came = inflow[function_by_name(g->profile, name)];
    expect(close_to(came, expected), "%s: %g comes in, not %g", name, came,
           expected);
}

/* A sample that comes into the cycle twice counts where it does so first. */
static void inflows(void)
{
    test("inflows");
    struct named g = named_costs("folded", "main;a;b;a 10\n"
                                           "main;b;a 4\n"
                                           "main;b;x;a 2\n"
                                           "b 1\n");
    double *inflow = inflow_by_function(&g.arena, g.profile, g.costs);
    inflow_is(&g, inflow, "a", 10);
    inflow_is(&g, inflow, "b", 7);
    named_free(&g);
    g = named_costs("edges", "main -> a x3\nmain -> b x1\na -> b x5\n"
                             "b -> a x7\nb -> b x9\na 1\nb 1 entry=2\n");
    inflow = inflow_by_function(&g.arena, g.profile, g.costs);
    inflow_is(&g, inflow, "a", 3);
    inflow_is(&g, inflow, "b", 3);
    named_free(&g);
}

int main(void)
{
    random_stacks_back();
    inflows();
    return finish_tests();
}
