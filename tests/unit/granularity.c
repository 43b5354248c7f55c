/*
 * Granularity: on stacks it is compared with plain arrays in which every frame
 * is replaced, and on calls with the costs of the functions that are joined.
 */
#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "dense.h"
#include "filter/granularity.h"
#include "named.h"
#include "plain.h"

enum { MODULES = 4, FIRST_MODULE = 10 };

/* Returns the number of the box for a function: module m is number
   FIRST_MODULE + m; functions without a module keep their number. */
static uint32_t box_of(const uint32_t *module_of, uint32_t f)
{
    return module_of[f] < MODULES ? FIRST_MODULE + module_of[f] : f;
}

static struct identity identity_of(struct arena *arena,
                                   const uint32_t *module_of, uint32_t f)
{
    struct identity is = { .name = arena_printf(arena, "f%u", f),
                           .module = S(""), .file = S(""), .tag = S("") };
    if (module_of[f] < MODULES)
        is.module = arena_printf(arena, "/lib/m%u",
                                 FIRST_MODULE + module_of[f]);
    return is;
}

static void random_modules(uint32_t *module_of, uint32_t n)
{
    module_of[0] = 0; /* at least one function has a module */
    for (uint32_t f = 1; f < n; f++)
        module_of[f] = random_below(MODULES + 1);
}

/* Neighbours of one module become one frame. */
static struct stacks joined(const struct stacks *p, const uint32_t *module_of)
{
    struct stacks boxes = { .n = p->n };
    for (uint32_t i = 0; i < p->n; i++) {
        struct stack *s = &boxes.of[i];
        s->cost = p->of[i].cost;
        for (uint32_t k = 0; k < p->of[i].depth; k++) {
            uint32_t f = p->of[i].f[k];
            uint32_t box = box_of(module_of, f);
            bool same = s->depth && s->f[s->depth - 1] == box;
            if (!same || box != FIRST_MODULE + module_of[f])
                s->f[s->depth++] = box;
        }
    }
    return boxes;
}

static void compare_stacks(struct arena *arena, const struct profile *profile,
                           const struct stacks *p)
{
    const struct costs *costs = costs_from_stacks(arena, profile);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct function *function = &profile->functions[f];
        uint32_t box = number_of(profile, f);
        double self = plain_self(p, box), total = plain_total(p, box);
        expect(function->self == self, "self(%s) is %g, not %g",
               function->is.name.s, function->self, self);
        expect(costs->total[f] == total, "total(%s) is %g, not %g",
               function->is.name.s, costs->total[f], total);
        expect(function->entry == plain_entry(p, box), "entry(%s) is %g",
               function->is.name.s, function->entry);
        for (uint32_t g = 0; g < profile->n_functions; g++) {
            uint32_t to = number_of(profile, g);
            uint32_t c = profile_find_call(profile, f, g);
            if (expect((c != NO_ID) == plain_calls(p, box, to),
                       "call %u -> %u", box, to) && c != NO_ID)
                expect(costs->call_cost[c] == plain_call_cost(p, box, to),
                       "cost of %u -> %u is %g", box, to, costs->call_cost[c]);
        }
    }
}

static void stacks(void)
{
    test("modules of random stacks");
    for (unsigned long i = 1; i <= 500; i++) {
        struct arena arena = { 0 };
        uint32_t module_of[FUNCTIONS];
        start_input(i);
        struct stacks p = random_stacks();
        random_modules(module_of, FUNCTIONS);
        struct profile *profile = profile_new(&arena);
        profile_function(profile, identity_of(&arena, module_of, 0));
        for (uint32_t s = 0; s < p.n; s++) {
            uint32_t context = NO_ID;
            for (uint32_t k = 0; k < p.of[s].depth; k++)
                context = profile_context(
                    profile, context,
                    profile_function(profile,
                                     identity_of(&arena, module_of,
                                                 p.of[s].f[k])));
            profile_sample(profile, context, p.of[s].cost);
        }
        struct profile *modules = granularity_apply(
            &arena, profile, GRANULARITY_MODULE, costs_estimate_calls);
        struct stacks boxes = joined(&p, module_of);
        compare_stacks(&arena, modules, &boxes);
        profile_free(profile);
        profile_free(modules);
        arena_free(&arena);
    }
}

/*
 * In an acyclic graph a module costs what enters it: the costs of all calls to
 * its functions from other modules, and of its entries. This must stay so if
 * the modules make no cycle either.
 */
static void calls(void)
{
    test("modules of random acyclic calls");
    for (unsigned long i = 1; i <= 500; i++) {
        struct arena arena = { 0 };
        uint32_t module_of[NODES], ids[NODES];
        start_input(i);
        struct dense d = random_acyclic(NODES);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        /* Calls lead to higher numbers, so that modules of neighbours make no
           cycle. */
        module_of[0] = 0;
        for (uint32_t f = 1; f < d.n; f++)
            module_of[f] = module_of[f - 1] + chance(40);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            profile->functions[f].is.module = arena_printf(
                &arena, "m%u", module_of[number_of(profile, f)]);
        struct costs *before = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        struct profile *modules = granularity_apply(
            &arena, profile, GRANULARITY_MODULE, costs_estimate_calls);
        struct costs *after = costs_from_calls(&arena, modules, CYCLES_SPLIT);
        double *total = NEW_N(&arena, double, NODES);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            total[module_of[number_of(profile, f)]] +=
                profile->functions[f].self;
        for (uint32_t c = 0; c < profile->n_calls; c++) {
            uint32_t from = module_of[number_of(profile,
                                                profile->calls[c].caller)];
            uint32_t to = module_of[number_of(profile,
                                              profile->calls[c].callee)];
            uint32_t id = profile_find_call(
                modules,
                function_by_name(modules, arena_printf(&arena, "m%u", from).s),
                function_by_name(modules, arena_printf(&arena, "m%u", to).s));
            expect(id != NO_ID, "no call m%u -> m%u", from, to);
            if (from != to)
                total[from] += before->call_cost[c];
        }
        for (uint32_t m = 0; m < modules->n_functions; m++) {
            double expected = total[number_of(modules, m)];
            expect(close_to(after->total[m], expected),
                   "total(%s) is %g, not %g", modules->functions[m].is.name.s,
                   after->total[m], expected);
        }
        expect(close_to(profile_whole(profile), profile_whole(modules)),
               "whole %g", profile_whole(modules));
        profile_free(profile);
        profile_free(modules);
        arena_free(&arena);
    }
}

/* X calls a cheap function of the module 100 times, Y a costly one once. */
static void weights(void)
{
    test("calls of a module cost what they cost before");
    struct named g = { 0 };
    struct profile *read = read_text(&g.arena, "edges",
                                     S("X 0 entry=1\n"
                                       "Y 0 entry=1\n"
                                       "cheap 1 x100 module=m\n"
                                       "costly 9 x1 module=m\n"
                                       "X -> cheap x100\n"
                                       "Y -> costly x1\n"
                                       "costly -> cheap x0 w=0\n"));
    g.profile = granularity_apply(&g.arena, read, GRANULARITY_MODULE,
                                  costs_estimate_calls);
    g.costs = costs_from_calls(&g.arena, g.profile, CYCLES_SPLIT);
    total_is(&g, "X", 1);
    total_is(&g, "Y", 9);
    total_is(&g, "m", 10);
    call_is(&g, "X", "m", 1);
    const struct function *m =
        &g.profile->functions[function_by_name(g.profile, "m")];
    expect(m->count == 101, "count %g", m->count);
    profile_free(read);
    named_free(&g);
}

static const struct {
    enum granularity granularity;
    const char *name, *module, *file, *box;
} keys[] = {
    { GRANULARITY_MODULE, "f", "/usr/lib/libc.so.6", "", "libc.so.6" },
    { GRANULARITY_MODULE, "f", "", "a.c", "f" },
    { GRANULARITY_FILE, "f", "", "/src/a.c", "a.c" },
    { GRANULARITY_CLASS, "_ZN2ns3box4areaEv", "prog", "a.cc", "ns::box" },
    { GRANULARITY_CLASS, "f", "prog", "/src/a.py", "a.py" },
    { GRANULARITY_CLASS, "f", "prog", "", "f" },
    { GRANULARITY_PACKAGE, "_ZN2ns3box4areaEv", "prog", "a.cc", "ns" },
    { GRANULARITY_PACKAGE, "f", "/bin/prog", "a.cc", "prog" },
    { GRANULARITY_PACKAGE, "f", "", "/usr/lib/python3.11/json/decoder.py",
      "json.decoder" },
    { GRANULARITY_PACKAGE, "f", "", "/x/site-packages/pkg/__init__.py",
      "pkg" },
    { GRANULARITY_PACKAGE, "f", "", "/x/dist-packages/pkg/a.py", "pkg.a" },
    { GRANULARITY_PACKAGE, "f", "", "json/tool.py", "json.tool" },
    { GRANULARITY_PACKAGE, "f", "", "/home/u/app.py", "app" },
    { GRANULARITY_LINE, "f", "m", "/src/a.c", "f (a.c:12)" },
};

static void names(void)
{
    test("keys and names of boxes");
    for (size_t i = 0; i < ROWS(keys); i++) {
        struct arena arena = { 0 };
        struct profile *profile = profile_new(&arena);
        struct identity is = { str_of(keys[i].name), str_of(keys[i].module),
                               str_of(keys[i].file), S("") };
        /* This one has every key, so that there is no error. */
        struct identity other = { S("a::b"), S("other"), S("b.c"), S("") };
        profile->kind = FROM_STACKS;
        uint32_t f = profile_function(profile, is);
        profile->functions[f].line = 12;
        profile_function(profile, other);
        struct profile *boxes = granularity_apply(
            &arena, profile, keys[i].granularity, costs_estimate_calls);
        expect(str_eq(boxes->functions[0].is.name, str_of(keys[i].box)),
               "%s: %s is %s", granularity_name(keys[i].granularity),
               keys[i].name, boxes->functions[0].is.name.s);
        profile_free(boxes);
        profile_free(profile);
        arena_free(&arena);
    }
}

UNIT(granularity)
{
    stacks();
    calls();
    weights();
    names();
    return finish_tests();
}
