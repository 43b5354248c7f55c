/* Collapsed cycles: by hand, on stacks whose frames are merged in plain arrays,
   and on calls, where the functions outside must have the costs that they have
   when the cycle is split. */
#include "cost/cycle/collapse.h"
#include "dense.h"
#include "named.h"
#include "plain.h"

struct collapsed_graph {
    struct named g; /* after */
    struct collapsed collapsed;
    struct profile *before;
};

static struct collapsed_graph collapse_text(const char *reader,
                                            const char *text)
{
    struct collapsed_graph b = { 0 };
    b.before = read_text(&b.g.arena, reader, str_of(text));
    b.g.profile = collapse_cycles(&b.g.arena, b.before, &b.collapsed);
    b.g.costs =
        b.before->kind == FROM_CALLS
            ? costs_from_calls(&b.g.arena, b.g.profile, CYCLES_COLLAPSE)
            : costs_from_stacks(&b.g.arena, b.g.profile);
    return b;
}

static void free_collapsed(struct collapsed_graph *b)
{
    profile_free(b->before);
    named_free(&b->g);
}

static const struct function *function_is(const struct collapsed_graph *b,
                                          const char *name)
{
    static const struct function none = { 0 };
    uint32_t f = function_by_name(b->g.profile, name);
    expect(f != NO_ID, "no function %s", name);
    return f == NO_ID ? &none : &b->g.profile->functions[f];
}

static double count_of(const struct collapsed_graph *b, const char *caller,
                       const char *callee)
{
    uint32_t c = call_by_names(&b->g, caller, callee);
    return c == NO_ID ? -1 : b->g.profile->calls[c].count;
}

/*
 * e calls f 5 times, f calls e 4 times and itself twice. The cycle is entered
 * twice by p and three times by q. gprof would print "5+9", since it leaves out
 * the calls f -> f.
 */
static void calls(void)
{
    test("a cycle of calls");
    struct collapsed_graph b = collapse_text("edges", "p 1 entry=1\n"
                                            "q 1 entry=1\n"
                                            "e 2 x7 module=prog file=a.c\n"
                                            "f 4 x9 module=prog file=b.c\n"
                                            "g 8\n"
                                            "p -> e x1\n"
                                            "p -> f x1\n"
                                            "q -> e x2\n"
                                            "q -> f x1\n"
                                            "e -> f x5\n"
                                            "f -> e x4\n"
                                            "f -> f x2\n"
                                            "e -> g x1\n"
                                            "f -> g x3\n");
    const struct function *cycle = function_is(&b, "<cycle 1>");
    expect(b.collapsed.n_cycles == 1 && b.g.costs->n_cycles == 0, "%u cycles",
           b.collapsed.n_cycles);
    expect(b.g.profile->n_functions == 4 && b.g.profile->n_calls == 4,
           "%u functions, %u calls", b.g.profile->n_functions,
           b.g.profile->n_calls);
    expect(cycle->self == 6 && cycle->count == 16, "self %g, count %g",
           cycle->self, cycle->count);
    expect(str_eq(cycle->is.module, S("prog")) && cycle->is.file.len == 0,
           "module %s, file %s", cycle->is.module.s, cycle->is.file.s);
    expect(function_by_name(b.g.profile, "<cycle 1>") == 2, "not in its place");
    total_is(&b.g, "<cycle 1>", 14);
    total_is(&b.g, "p", 1 + 14 * 2.0 / 5);
    total_is(&b.g, "q", 1 + 14 * 3.0 / 5);
    call_is(&b.g, "<cycle 1>", "g", 8);
    call_is(&b.g, "<cycle 1>", "<cycle 1>", UNKNOWN);
    expect(count_of(&b, "p", "<cycle 1>") == 2, "p calls it");
    expect(count_of(&b, "q", "<cycle 1>") == 3, "q calls it");
    expect(count_of(&b, "<cycle 1>", "g") == 4, "it calls g");
    expect(count_of(&b, "<cycle 1>", "<cycle 1>") == 11, "it calls itself");
    free_collapsed(&b);
}

/* Neighbouring frames of a and b become one frame. h calls itself, which makes
   no cycle. */
static void stacks(void)
{
    test("a cycle of stacks");
    struct collapsed_graph b = collapse_text("folded", "main;a;b;a;b;c 1\n"
                                             "main;b;a 2\n"
                                             "main;h;h;b 4\n"
                                             "a;b;d 8\n");
    total_is(&b.g, "<cycle 1>", 15);
    total_is(&b.g, "h", 4);
    call_is(&b.g, "main", "<cycle 1>", 3);
    call_is(&b.g, "<cycle 1>", "c", 1);
    call_is(&b.g, "<cycle 1>", "d", 8);
    call_is(&b.g, "h", "<cycle 1>", 4);
    call_is(&b.g, "h", "h", 4);
    const struct function *cycle = function_is(&b, "<cycle 1>");
    expect(cycle->self == 6 && cycle->entry == 8, "self %g, entry %g",
           cycle->self, cycle->entry);
    free_collapsed(&b);
}

/* A function may have the name "<cycle 1>" too. */
static void same_names(void)
{
    test("a function with the name of a cycle");
    struct collapsed_graph b = collapse_text("folded", "main;a;b;a 1\n"
                                             "main;<cycle 1> 2\n");
    uint32_t n = 0;
    for (uint32_t f = 0; f < b.g.profile->n_functions; f++)
        if (str_eq(b.g.profile->functions[f].is.name, S("<cycle 1>"))) {
            n++;
            expect(b.g.costs->total[f] == (b.collapsed.cycle[f] ? 1 : 2),
                   "total %g", b.g.costs->total[f]);
        }
    expect(n == 2, "%u functions of that name", n);
    free_collapsed(&b);
}

/* Three calls of weight 0 share the cost of the cycle equally; two of them are
   of p. */
static void zeros(void)
{
    test("a cycle that only calls of weight 0 enter");
    struct collapsed_graph b = collapse_text("edges", "p 0 entry=1\n"
                                            "q 0 entry=1\n"
                                            "a 3\n"
                                            "b 9\n"
                                            "p -> a w=0\n"
                                            "p -> b w=0\n"
                                            "q -> b w=0\n"
                                            "a -> b w=1\n"
                                            "b -> a w=1\n");
    total_is(&b.g, "p", 8);
    total_is(&b.g, "q", 4);
    free_collapsed(&b);
}

/* ---- Plain stacks ---- */

/* Finds, by number, the least of the functions that this one reaches, and is
   reached from, over the calls of the stacks. */
static void find_groups(const struct stacks *p, uint32_t *group)
{
    bool reach[FUNCTIONS][FUNCTIONS];
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        for (uint32_t g = 0; g < FUNCTIONS; g++)
            reach[f][g] = f == g || plain_calls(p, f, g);
    for (uint32_t via = 0; via < FUNCTIONS; via++)
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            for (uint32_t g = 0; g < FUNCTIONS; g++)
                reach[f][g] = reach[f][g] || (reach[f][via] && reach[via][g]);
    for (uint32_t f = FUNCTIONS; f-- > 0;)
        for (uint32_t g = 0; g < FUNCTIONS; g++)
            if (reach[f][g] && reach[g][f])
                group[g] = f;
}

static bool in_cycle(const uint32_t *group, uint32_t f)
{
    for (uint32_t g = 0; g < FUNCTIONS; g++)
        if (g != f && group[g] == group[f])
            return true;
    return false;
}

static struct stack merge_frames(const struct stack *s, const uint32_t *group)
{
    struct stack result = { .cost = s->cost };
    for (uint32_t i = 0; i < s->depth; i++) {
        uint32_t f = group[s->f[i]];
        bool same = result.depth && result.f[result.depth - 1] == f;
        if (!same || !in_cycle(group, f))
            result.f[result.depth++] = f;
    }
    return result;
}

/* Finds, by group, the function of the collapsed profile, or NO_ID if it has
   none. */
static void find_ids(const struct profile *before,
                     const struct collapsed *collapsed, const uint32_t *group,
                     uint32_t *ids)
{
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        ids[f] = NO_ID;
    for (uint32_t id = 0; id < before->n_functions; id++) {
        uint32_t k = group[number_of(before, id)];
        expect(ids[k] == NO_ID || ids[k] == collapsed->function[id],
               "f%u is in two functions", k);
        ids[k] = collapsed->function[id];
        expect((collapsed->cycle[ids[k]] > 0) == in_cycle(group, k),
               "f%u: its cycle is %u", k, collapsed->cycle[ids[k]]);
    }
}

static void compare_stacks(const struct profile *after,
                           const struct costs *costs, const uint32_t *ids,
                           const struct stacks *p)
{
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        if (ids[f] == NO_ID)
            continue;
        expect(costs->total[ids[f]] == plain_total(p, f),
               "total of f%u: %g, not %g", f, costs->total[ids[f]],
               plain_total(p, f));
        expect(after->functions[ids[f]].self == plain_self(p, f),
               "self of f%u: %g, not %g", f, after->functions[ids[f]].self,
               plain_self(p, f));
        for (uint32_t g = 0; g < FUNCTIONS; g++) {
            uint32_t c = ids[g] == NO_ID
                             ? NO_ID
                             : profile_find_call(after, ids[f], ids[g]);
            expect((c != NO_ID) == plain_calls(p, f, g), "f%u -> f%u", f, g);
            if (c == NO_ID)
                continue;
            expect(costs->call_cost[c] == plain_call_cost(p, f, g),
                   "f%u -> f%u costs %g, not %g", f, g, costs->call_cost[c],
                   plain_call_cost(p, f, g));
        }
    }
}

/* Cycles must be numbered by falling cost and named by their numbers. */
static void check_names(const struct profile *after, const struct costs *costs,
                        const struct collapsed *collapsed)
{
    double before = INFINITY;
    for (uint32_t n = 1; n <= collapsed->n_cycles; n++) {
        char name[32];
        snprintf(name, sizeof name, "<cycle %u>", n);
        uint32_t f = function_by_name(after, name);
        if (!expect(f != NO_ID, "no %s", name))
            continue;
        expect(collapsed->cycle[f] == n, "%s is cycle %u", name,
               collapsed->cycle[f]);
        expect(close_to(collapsed->cycles[n - 1].cost, costs->total[f]),
               "%s costs %g, not %g", name, collapsed->cycles[n - 1].cost,
               costs->total[f]);
        expect(costs->total[f] <= before * (1 + 1e-9), "%s costs too much",
               name);
        before = costs->total[f];
    }
}

static void random_frames(void)
{
    uint32_t cycles = 0;
    test("random stacks, merged in plain arrays");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        struct collapsed collapsed;
        uint32_t group[FUNCTIONS], ids[FUNCTIONS];
        start_input(i);
        struct stacks p = random_stacks(), merged = p;
        find_groups(&p, group);
        for (uint32_t s = 0; s < p.n; s++)
            merged.of[s] = merge_frames(&p.of[s], group);
        struct profile *before = profile_of(&arena, &p);
        struct profile *after = collapse_cycles(&arena, before, &collapsed);
        struct costs *costs = costs_from_stacks(&arena, after);
        find_ids(before, &collapsed, group, ids);
        compare_stacks(after, costs, ids, &merged);
        check_names(after, costs, &collapsed);
        expect(costs->n_cycles == 0, "%u cycles are left", costs->n_cycles);
        cycles += collapsed.n_cycles;
        profile_free(after);
        profile_free(before);
        arena_free(&arena);
    }
    expect(cycles > 1000, "only %u cycles", cycles);
}

/* ---- Calls ---- */

static void compare_functions(const struct profile *before,
                              const struct costs *split,
                              const struct costs *costs,
                              const struct collapsed *collapsed)
{
    for (uint32_t f = 0; f < before->n_functions; f++) {
        uint32_t k = split->cycle[f], id = collapsed->function[f];
        double total = k ? split->cycles[k - 1].cost : split->total[f];
        expect(close_to(costs->total[id], total), "total of %s: %g, not %g",
               before->functions[f].is.name.s, costs->total[id], total);
        expect(collapsed->cycle[id] == k, "cycle %u is %u", k,
               collapsed->cycle[id]);
    }
}

/* Calls into a cycle and out of it cost what they cost when it is split. */
static void compare_calls(const struct profile *before,
                          const struct costs *split,
                          const struct profile *after,
                          const struct costs *costs,
                          const struct collapsed *collapsed)
{
    for (uint32_t c = 0; c < after->n_calls; c++) {
        const struct call *call = &after->calls[c];
        double sum = 0;
        for (uint32_t b = 0; b < before->n_calls; b++)
            if (collapsed->function[before->calls[b].caller] == call->caller &&
                collapsed->function[before->calls[b].callee] == call->callee)
                sum += known_or(split->call_cost[b], 0);
        double cost = call->caller == call->callee ? UNKNOWN : sum;
        expect(close_to(costs->call_cost[c], cost),
               "call %u costs %g, not %g", c, costs->call_cost[c], cost);
    }
}

static void random_calls(void)
{
    test("random graphs: the outside of a split cycle");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        struct collapsed collapsed;
        uint32_t ids[NODES];
        start_input(i);
        struct dense d = random_cyclic(NODES);
        struct profile *before = profile_of_dense(&arena, &d, ids);
        struct costs *split = costs_from_calls(&arena, before, CYCLES_SPLIT);
        struct profile *after = collapse_cycles(&arena, before, &collapsed);
        struct costs *costs = costs_from_calls(&arena, after, CYCLES_COLLAPSE);
        compare_functions(before, split, costs, &collapsed);
        compare_calls(before, split, after, costs, &collapsed);
        check_names(after, costs, &collapsed);
        expect(close_to(profile_whole(after), profile_whole(before)),
               "the whole is %g", profile_whole(after));
        expect(costs->n_cycles == 0, "%u cycles are left", costs->n_cycles);
        profile_free(after);
        profile_free(before);
        arena_free(&arena);
    }
}

/* Calls keep their order even if no stack has them, so that their ids stay equal
   in all runs of a comparison. */
static void calls_without_stacks(void)
{
    test("calls without stacks");
    struct arena arena = { 0 };
    struct collapsed collapsed;
    struct profile *before =
        read_text(&arena, "folded", S("main;a;b;a 3\nmain;c 5\n"));
    uint32_t main_ = function_by_name(before, "main");
    uint32_t a = function_by_name(before, "a");
    uint32_t c = function_by_name(before, "c");
    profile_call(before, c, a);
    profile_call(before, c, c);
    struct profile *after = collapse_cycles(&arena, before, &collapsed);
    const uint32_t ends[][2] = { { main_, a }, { main_, c }, { c, a }, { c, c } };
    expect(after->n_calls == ROWS(ends), "%u calls", after->n_calls);
    for (uint32_t i = 0; i < ROWS(ends) && i < after->n_calls; i++)
        expect(after->calls[i].caller == collapsed.function[ends[i][0]] &&
                   after->calls[i].callee == collapsed.function[ends[i][1]],
               "call %u", i);
    profile_free(after);
    profile_free(before);
    arena_free(&arena);
}

UNIT(collapse)
{
    calls();
    stacks();
    same_names();
    zeros();
    calls_without_stacks();
    random_frames();
    random_calls();
    return finish_tests();
}
