/*
 * Filters. On stacks they are compared with filters on plain arrays. On calls
 * they are tested on small graphs by hand, and compared with filters on stacks:
 * if the stacks are those of a Markov chain, the calls have the same
 * information and must give the same results.
 */
#include "cost/reduce.h"
#include "dense.h"
#include "filter/calls.h"
#include "filter/filter.h"
#include "filter/hide_calls.h"
#include "filter/order.h"
#include "filter/stacks.h"
#include "named.h"
#include "plain_filters.h"
#include "views.h"

static uint32_t id_of(const struct profile *profile, uint32_t f)
{
    char name[16];
    snprintf(name, sizeof name, "f%u", f);
    return function_by_name(profile, name);
}

static void compare_function(const struct stacks *p,
                             const struct profile *profile,
                             const struct costs *costs, uint32_t f)
{
    uint32_t id = id_of(profile, f);
    bool there = false;
    for (uint32_t i = 0; i < p->n; i++)
        there |= holds(&p->of[i], f);
    if (!expect((id != NO_ID) == there, "f%u: there is %d", f, !there) ||
        !there)
        return;
    const struct function *function = &profile->functions[id];
    expect(function->self == plain_self(p, f), "f%u: self %g, not %g", f,
           function->self, plain_self(p, f));
    expect(function->entry == plain_entry(p, f), "f%u: entry %g, not %g", f,
           function->entry, plain_entry(p, f));
    expect(costs->total[id] == plain_total(p, f), "f%u: total %g, not %g", f,
           costs->total[id], plain_total(p, f));
}

/* All costs are multiples of a quarter, so that sums are exact. */
static void compare_stacks(struct arena *arena, const struct stacks *p,
                           const struct profile *profile, double whole)
{
    static const double percents[] = { 0, 0.5, 5, 12.5, 25, 50 };
    struct costs *costs = costs_from_stacks(arena, profile);
    bool kept[FUNCTIONS];
    double node = percents[random_below(6)], edge = percents[random_below(6)];
    struct view_options options = { .depth = -1,
                                    .node_thres = node,
                                    .edge_thres = edge };
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        uint32_t id = id_of(profile, f);
        compare_function(p, profile, costs, f);
        kept[f] = id != NO_ID && !(plain_total(p, f) < whole * node / 100);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        uint32_t f = number_of(profile, profile->calls[c].caller);
        uint32_t g = number_of(profile, profile->calls[c].callee);
        expect(costs->call_cost[c] == plain_call_cost(p, f, g),
               "f%u -> f%u: %g, not %g", f, g, costs->call_cost[c],
               plain_call_cost(p, f, g));
    }
    struct view *view = only_view(arena, profile, costs, whole, &options);
    double dropped = whole - plain_whole(p);
    view->dropped_cost -= dropped; /* what the filters dropped */
    compare_view(p, profile, view, whole * edge / 100, kept);
}

/* Every other input has a single filter, the others have several. */
static void random_filters(void)
{
    test("filters, breaks and thresholds on random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        struct filter_choice choice = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        for (uint32_t s = 0; s < p.n; s++)
            p.of[s].cost += 0.25; /* ends without cost are not recorded */
        struct stacks left = p;
        struct profile *profile = profile_of(&arena, &p);
        unsigned long filter = i / 2 % (N_FILTERS - 1); /* not by path */
        if (i % 2)
            add_pattern(&choice, &p,
                        (enum filter)(filter + (filter >= BY_PATH)));
        else
            choose_filters(&choice, &p, 40);
        for (int k = 0; k < N_FILTERS; k++)
            if (choice.options.by[k].n)
                left = filter_plainly(&left, (enum filter)k, choice.marked[k]);
        if (left.n && chance(30))
            choose_break(&choice, &left);
        struct profile *result =
            filter_profile(&arena, profile, &choice.options,
                           costs_estimate_calls);
        if (expect(result, "a message"))
            compare_stacks(&arena, &left, result,
                           chance(50) ? plain_whole(&p) : plain_whole(&left));
        if (result && result != profile)
            profile_free(result);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Marks frames of these functions that only marked frames are above, or a root
   of the function `label` and marked frames. */
static bool *mark_outermost(struct arena *arena, const struct profile *profile,
                            const bool *functions, uint32_t label)
{
    const struct context *contexts = profile->contexts;
    bool *marked = NEW_N(arena, bool, profile->n_contexts);
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t parent = contexts[c].parent;
        bool is_outermost =
            parent == NO_ID || marked[parent] ||
            (contexts[parent].parent == NO_ID &&
             number_of(profile, contexts[parent].function) == label);
        marked[c] = is_outermost &&
                    functions[number_of(profile, contexts[c].function)];
    }
    return marked;
}

/* The last frame of a stack always stays, and its label in any case. */
static struct stack trim_plainly(struct stack s, const bool *functions,
                                 uint32_t label)
{
    uint32_t first = s.f[0] == label && s.depth > 1, lost = 0;
    while (first + lost + 1 < s.depth && functions[s.f[first + lost]])
        lost++;
    s.depth -= lost;
    memmove(s.f + first, s.f + first + lost,
            (s.depth - first) * sizeof *s.f);
    return s;
}

static void compare_trimmed(const struct stacks *p, const bool *functions,
                            uint32_t label)
{
    struct arena arena = { 0 };
    struct stacks left = { .n = 0 };
    struct profile *profile = profile_new(&arena);
    profile->samples.kept = KEEP_EVENTS;
    for (uint32_t s = 0; s < p->n; s++) {
        uint32_t c = add_stack(profile, &p->of[s]);
        samples_add(&profile->samples, c, NO_ID, NO_ID, UNKNOWN,
                    p->of[s].cost);
        add_plain(&left, trim_plainly(p->of[s], functions, label));
    }
    filter_stacks_trim(profile,
                       mark_outermost(&arena, profile, functions, label));
    order_profile(profile);
    compare_stacks(&arena, &left, profile, plain_whole(&left));
    for (uint32_t r = 0; r < profile->samples.n_rows; r++) {
        struct sample_row row = profile->samples.rows[r];
        expect(row.cost == profile->contexts[row.context].self, "row %u: %g", r,
               row.cost);
    }
    profile_free(profile);
    arena_free(&arena);
}

static void random_trims(void)
{
    test("outermost frames of some functions on random stacks");
    for (unsigned long i = 1; i <= 2000; i++) {
        bool functions[FUNCTIONS];
        start_input(i);
        struct stacks p = random_stacks();
        uint32_t label = chance(50) ? random_below(p.n_functions) : FUNCTIONS;
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            functions[f] = f != label && chance(40);
        for (uint32_t s = 0; s < p.n; s++)
            p.of[s].cost += 0.25;
        compare_trimmed(&p, functions, label);
    }
}

/* A stack moves below the end of another one, whose own callees move away. */
static void trims_that_meet(void)
{
    enum { LABEL, FALSE_ROOT };
    static const bool functions[FUNCTIONS] = { [FALSE_ROOT] = true };
    static const struct stacks p = {
        .n_functions = 5,
        .n = 4,
        .of = { { 4, { FALSE_ROOT, LABEL, FALSE_ROOT, 2 }, 4 },
                { 5, { FALSE_ROOT, LABEL, FALSE_ROOT, 2, 3 }, 3 },
                { 2, { LABEL, FALSE_ROOT }, 1 },
                { 4, { LABEL, FALSE_ROOT, 2, 4 }, 2 } },
    };
    test("outermost frames of stacks that meet");
    compare_trimmed(&p, functions, LABEL);
}

static void write_and_read(struct arena *arena, const struct profile *profile)
{
    struct buf a = edges_of(profile);
    struct profile *again = read_text(arena, "edges", buf_text(&a));
    struct buf b = edges_of(again);
    expect(same_text(&a, &b), "not the same");
    buf_free(&a);
    buf_free(&b);
    profile_free(again);
}

static void written_and_read(void)
{
    test("filtered profiles, written and read");
    for (unsigned long i = 1; i <= 200; i++) {
        struct arena arena = { 0 };
        struct filter_choice choice = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        choose_filters(&choice, &p, 30);
        struct profile *result =
            filter_profile(&arena, profile, &choice.options,
                           costs_estimate_calls);
        if (result->n_functions)
            write_and_read(&arena, result);
        if (result != profile)
            profile_free(result);
        profile_free(profile);
        arena_free(&arena);
    }
}

typedef struct profile *filter_function(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked);

/* Returns a graph and its costs after a filter that works on the functions of
   these names. */
static struct named filtered(const char *text, filter_function *filter,
                             const char *names)
{
    struct named g = named_costs("edges", text), left = { 0 };
    bool *marked = NEW_N(&g.arena, bool, g.profile->n_functions);
    struct str rest = str_of(names), name;
    while (str_take_word(&rest, &name))
        marked[function_by_name(g.profile, arena_copy(&g.arena, name).s)] =
            true;
    left.profile = filter(&left.arena, g.profile, marked);
    left.costs = costs_from_calls(&left.arena, left.profile,
                                  CYCLES_SPLIT);
    named_free(&g);
    return left;
}

static void self_is(const struct named *g, const char *name, double self)
{
    uint32_t f = function_by_name(g->profile, name);
    if (expect(f != NO_ID, "no function %s", name))
        expect(close_to(g->profile->functions[f].self, self),
               "self(%s) is %g, not %g", name, g->profile->functions[f].self,
               self);
}

static void entry_is(const struct named *g, const char *name, double entry)
{
    uint32_t f = function_by_name(g->profile, name);
    if (expect(f != NO_ID, "no function %s", name))
        expect(close_to(g->profile->functions[f].entry, entry),
               "entry(%s) is %g, not %g", name, g->profile->functions[f].entry,
               entry);
}

static void names_are(const struct named *g, const char *names)
{
    struct arena scratch = { 0 };
    struct str list = S("");
    for (uint32_t f = 0; f < g->profile->n_functions; f++)
        list = arena_printf(&scratch, "%s%s%s", list.s, f ? " " : "",
                            g->profile->functions[f].is.name.s);
    expect(str_eq(list, str_of(names)), "functions are %s, not %s", list.s,
           names);
    arena_free(&scratch);
}

static void no_call(const struct named *g, const char *caller,
                    const char *callee)
{
    expect(profile_find_call(g->profile, function_by_name(g->profile, caller),
                             function_by_name(g->profile, callee)) == NO_ID,
           "%s -> %s is there", caller, callee);
}

/* heap 12 is called three times by work and once by idle, own only by work. */
static const char shop[] = "main 1 entry=1 x1\n"
                           "work 2 x1\n"
                           "idle 4 x1\n"
                           "heap 12 x4\n"
                           "own 8 x1\n"
                           "page 4 x2\n"
                           "main -> work w=1 x1\n"
                           "main -> idle w=1 x1\n"
                           "work -> heap w=3 x3\n"
                           "work -> own w=1 x1\n"
                           "idle -> heap w=1 x1\n"
                           "heap -> page w=2 x2\n";

/* work takes three quarters of heap and page and all of own with it. */
static void ignored(void)
{
    test("ignored in a call graph");
    struct named g = filtered(shop, filter_calls_ignore, "work");
    names_are(&g, "main idle heap page");
    self_is(&g, "heap", 3);
    self_is(&g, "page", 1);
    total_is(&g, "heap", 4);
    total_is(&g, "idle", 8); /* 4 + 16 / 4, as before */
    total_is(&g, "main", 9);
    call_is(&g, "idle", "heap", 4);
    expect(
        !known(g.profile->functions[function_by_name(g.profile, "heap")].count),
        "the count of a part of heap");
    named_free(&g);
}

/* The part of heap and page that is done for work stays, and the quarter of
   idle goes. main leads to work and keeps its self cost. */
static void focused(void)
{
    test("focused on in a call graph");
    struct named g = filtered(shop, filter_calls_focus, "work");
    names_are(&g, "main work heap own page");
    self_is(&g, "heap", 9);
    self_is(&g, "page", 3);
    self_is(&g, "own", 8);
    total_is(&g, "work", 22); /* 2 + 12 * 3/4 + 8 + 4 * 3/4 */
    total_is(&g, "main", 23);
    named_free(&g);
    g = filtered(shop, filter_calls_focus, "own idle");
    names_are(&g, "main work idle heap own page");
    total_is(&g, "main", 31);
    named_free(&g);
}

static void shown_from(void)
{
    test("shown from a function in a call graph");
    struct named g = filtered(shop, filter_calls_show_from, "work");
    names_are(&g, "work heap own page");
    entry_is(&g, "work", 1);
    entry_is(&g, "heap", 0);
    self_is(&g, "heap", 9);
    total_is(&g, "work", 22);
    expect(close_to(g.costs->whole, 22), "whole is %g", g.costs->whole);
    named_free(&g);
    g = filtered(shop, filter_calls_show_from, "heap work");
    self_is(&g, "heap", 12);
    entry_is(&g, "heap", 1); /* the call by idle */
    total_is(&g, "work", 22);
    named_free(&g);
}

static struct profile *prune_calls(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked)
{
    return filter_calls_prune_from(arena, profile, marked,
                                   costs_estimate_calls);
}

/* work gets three quarters of the cost of heap and all of own. The cost of page
   goes through heap in the same portions. */
static void pruned_from(void)
{
    test("pruned from a function in a call graph");
    struct named g = filtered(shop, prune_calls, "work");
    names_are(&g, "main work idle heap page");
    self_is(&g, "work", 22); /* 2 + 9 + 8 + 3 */
    self_is(&g, "heap", 3);
    self_is(&g, "page", 1);
    self_is(&g, "main", 1);
    no_call(&g, "work", "heap");
    total_is(&g, "idle", 8);
    total_is(&g, "main", 31);
    named_free(&g);
}

/* top and low match. mid leads from one to the other and stays, but its cost
   goes to top. The 8 of end goes to low, half of it through by. */
static void pruned_between(void)
{
    test("pruned from functions, one below the other");
    struct named g = filtered("top 1 entry=1\n"
                              "mid 2\n"
                              "low 4\n"
                              "by 16\n"
                              "end 8\n"
                              "top -> mid w=1\n"
                              "mid -> low w=1\n"
                              "low -> by w=1\n"
                              "low -> end w=1\n"
                              "by -> end w=1\n",
                              prune_calls, "top low");
    names_are(&g, "top mid low");
    self_is(&g, "top", 3);
    self_is(&g, "mid", 0);
    self_is(&g, "low", 28);
    total_is(&g, "mid", 28);
    total_is(&g, "top", 31);
    named_free(&g);
}

/* f0 and f2 match. Half of the 1 of f1 is done for f0 and goes there; the other
   half belongs to the entry of f1. */
static void pruned_above_entry(void)
{
    test("pruned from functions, with an entry between them");
    struct named g = filtered("f0 0 entry=1\nf1 1 entry=1\nf2 0\n"
                              "f0 -> f1 x1\nf1 -> f2 x2\n",
                              prune_calls, "f0 f2");
    total_is(&g, "f0", .5);
    total_is(&g, "f1", .5);
    call_is(&g, "f0", "f1", 0);
    named_free(&g);
}

/* a and b call each other. The weight that enters them is 4, 3 of it from x. */
static const char ring[] = "main 1 entry=1\n"
                           "x 2\n"
                           "a 4\n"
                           "b 8\n"
                           "main -> x w=1\n"
                           "main -> b w=1\n"
                           "x -> a w=3\n"
                           "a -> b w=5\n"
                           "b -> a w=7\n";

static void rings(void)
{
    test("filters and a cycle");
    struct named g = filtered(ring, filter_calls_ignore, "x");
    self_is(&g, "a", 1);
    self_is(&g, "b", 2);
    total_is(&g, "main", 4);
    named_free(&g);
    g = filtered(ring, prune_calls, "x");
    self_is(&g, "x", 11); /* 2 + 12 * 3/4 */
    total_is(&g, "b", 3);
    total_is(&g, "main", 15);
    named_free(&g);
    /* a is called 3 times by x and 7 times by b, and b takes its part of a with
       it. */
    g = filtered(ring, filter_calls_ignore, "b");
    self_is(&g, "a", 1.2);
    total_is(&g, "x", 3.2);
    named_free(&g);
    /* b is entered by main, and by the part of a that is not done for b. */
    g = filtered(ring, filter_calls_show_from, "b");
    names_are(&g, "a b");
    self_is(&g, "a", 2.8);
    entry_is(&g, "b", 1 + 5 * 0.3);
    expect(close_to(g.costs->whole, 10.8), "whole is %g", g.costs->whole);
    named_free(&g);
}

static struct named broken(const char *text, const char *pattern)
{
    struct named g = named_costs("edges", text), left = { 0 };
    struct filter_options options = { .breaks = { .texts = &pattern, .n = 1 } };
    left.profile = filter_profile(&left.arena, g.profile, &options,
                                  costs_estimate_calls);
    if (!expect(left.profile, "%s: nothing to break", pattern))
        exit(finish_tests());
    left.costs = costs_from_calls(&left.arena, left.profile,
                                  CYCLES_SPLIT);
    named_free(&g);
    return left;
}

/* No other caller pays for a broken call. */
static void breaks(void)
{
    test("calls broken in a call graph");
    struct named g = broken(shop, "work/heap");
    no_call(&g, "work", "heap");
    entry_is(&g, "heap", 3);
    total_is(&g, "heap", 16);
    total_is(&g, "idle", 8);
    total_is(&g, "work", 10);
    total_is(&g, "main", 19);
    named_free(&g);
    g = broken(ring, "b/a");
    expect(g.costs->n_cycles == 0, "%u cycles", g.costs->n_cycles);
    total_is(&g, "b", 8);
    call_is(&g, "x", "a", (4 + 8 * 5 / 6.0) * 3 / 10);
    named_free(&g);
    g = broken("a/b 1 entry=1\nc/d 2\na/b -> c/d w=1\n", "a/b/c/d");
    total_is(&g, "a/b", 1);
    named_free(&g);
    g = broken(shop, "*/[hp]*");
    no_call(&g, "idle", "heap");
    no_call(&g, "heap", "page");
    call_is(&g, "work", "own", 8);
    named_free(&g);
}

/* Calls of weight zero share equally, also after a filter. */
static void zero_weights(void)
{
    static const char text[] = "p 1 entry=1\nq 1 entry=1\nc 12\n"
                               "p -> c w=0\nq -> c w=0\n";
    test("filters and calls of weight 0");
    struct named g = filtered(text, filter_calls_ignore, "q");
    self_is(&g, "c", 6);
    total_is(&g, "p", 7);
    named_free(&g);
    g = filtered(text, filter_calls_show_from, "q");
    total_is(&g, "q", 7);
    named_free(&g);
    g = filtered(text, prune_calls, "q");
    self_is(&g, "q", 7);
    total_is(&g, "p", 7);
    named_free(&g);
    g = broken(text, "q/c");
    total_is(&g, "q", 1);
    total_is(&g, "p", 7);
    named_free(&g);
}

enum { STATES = 7 };

/* Holds a random Markov chain without cycles: all steps lead to higher
   states. */
struct markov_chain {
    double entry[STATES], stop[STATES], next[STATES][STATES];
};

static struct markov_chain random_chain(void)
{
    struct markov_chain chain = { 0 };
    for (uint32_t f = 0; f < STATES; f++) {
        double sum = chain.stop[f] = random_below(4);
        for (uint32_t g = f + 1; g < STATES; g++)
            sum += chain.next[f][g] = chance(50) ? random_below(5) : 0;
        if (sum == 0)
            sum = chain.stop[f] = 1;
        chain.stop[f] /= sum;
        for (uint32_t g = 0; g < STATES; g++)
            chain.next[f][g] /= sum;
        chain.entry[f] = f == 0 || chance(20) ? 1 + random_below(50) : 0;
    }
    return chain;
}

/* Returns a profile of all stacks of the chain. The contexts of the profile
   are the queue of this search; arrive[] is the cost that arrives at each
   of them. */
static struct profile *chain_profile(struct arena *arena,
                                     const struct markov_chain *chain)
{
    struct profile *profile = profile_new(arena);
    double *arrive = NEW_N(arena, double, STATES << STATES);
    for (uint32_t f = 0; f < STATES; f++)
        if (chain->entry[f] > 0)
            arrive[profile_context(profile, NO_ID, add_named(profile, f))] =
                chain->entry[f];
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        uint32_t f = number_of(profile, profile->contexts[c].function);
        profile_sample(profile, c, arrive[c] * chain->stop[f]);
        for (uint32_t g = f + 1; g < STATES; g++)
            if (chain->next[f][g] > 0)
                arrive[profile_context(profile, c, add_named(profile, g))] =
                    arrive[c] * chain->next[f][g];
    }
    return profile;
}

/* A function that the profile does not have costs 0. */
static double total_of(const struct profile *profile, const struct costs *costs,
                       uint32_t f)
{
    uint32_t id = id_of(profile, f);
    return id == NO_ID ? 0 : costs->total[id];
}

static double self_of(const struct profile *profile, uint32_t f)
{
    uint32_t id = id_of(profile, f);
    return id == NO_ID ? 0 : profile->functions[id].self;
}

static double call_cost_of(const struct profile *profile,
                           const struct costs *costs, uint32_t f, uint32_t g)
{
    uint32_t a = id_of(profile, f), b = id_of(profile, g);
    uint32_t c =
        a == NO_ID || b == NO_ID ? NO_ID : profile_find_call(profile, a, b);
    return c == NO_ID ? 0 : costs->call_cost[c];
}

static void same_costs(struct arena *arena, const struct profile *left,
                       const struct profile *right, const char *what)
{
    struct costs *a = left->kind == FROM_CALLS
                          ? costs_from_calls(arena, left, CYCLES_SPLIT)
                          : costs_from_stacks(arena, left);
    struct costs *b = costs_from_calls(arena, right, CYCLES_SPLIT);
    for (uint32_t f = 0; f < STATES; f++) {
        expect(close_to(self_of(left, f), self_of(right, f)),
               "%s: self(f%u) %g, not %g", what, f, self_of(right, f),
               self_of(left, f));
        expect(close_to(total_of(left, a, f), total_of(right, b, f)),
               "%s: total(f%u) %g, not %g", what, f, total_of(right, b, f),
               total_of(left, a, f));
        for (uint32_t g = 0; g < STATES; g++)
            expect(close_to(call_cost_of(left, a, f, g),
                            call_cost_of(right, b, f, g)),
                   "%s: f%u -> f%u %g, not %g", what, f, g,
                   call_cost_of(right, b, f, g), call_cost_of(left, a, f, g));
    }
}

static void random_marks(bool *marked, uint32_t n, uint32_t percent)
{
    for (uint32_t i = 0; i < n; i++)
        marked[i] = chance(percent);
}

static struct profile *hide_in_calls(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *hidden)
{
    return filter_calls_hide(arena, profile, hidden, costs_estimate_calls);
}

/* Compares filtered stacks with the filtered calls of the same stacks. */
static void compare_ways(struct arena *arena, const struct profile *stacks,
                         filter_function *on_stacks, filter_function *on_calls,
                         const bool *marked, const char *what)
{
    struct profile *calls = reduce_to_calls(arena, stacks);
    struct profile *left = on_stacks(arena, stacks, marked);
    struct profile *right = on_calls(arena, calls, marked);
    struct profile *reduced = reduce_to_calls(arena, left);
    same_costs(arena, left, right, what);
    same_costs(arena, reduced, right, what);
    profile_free(reduced);
    profile_free(right);
    profile_free(left);
    profile_free(calls);
}

static void random_chains(void)
{
    test("filtered stacks of a Markov chain, and their filtered calls");
    for (unsigned long i = 1; i <= 1000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct markov_chain chain = random_chain();
        struct profile *stacks = chain_profile(&arena, &chain);
        bool *marked = NEW_N(&arena, bool, stacks->n_functions);
        bool *calls = NEW_N(&arena, bool, stacks->n_calls);
        random_marks(marked, stacks->n_functions, 30);
        random_marks(calls, stacks->n_calls, 20);
        compare_ways(&arena, stacks, filter_stacks_ignore,
                     filter_calls_ignore, marked, "ignore");
        compare_ways(&arena, stacks, filter_stacks_show_from,
                     filter_calls_show_from, marked, "show-from");
        compare_ways(&arena, stacks, filter_stacks_hide, hide_in_calls, marked,
                     "hide");
        compare_ways(&arena, stacks, filter_stacks_cut, filter_calls_cut,
                     calls, "break");
        compare_ways(&arena, stacks, filter_stacks_prune_from,
                     prune_calls, marked, "prune-from");
        profile_free(stacks);
        arena_free(&arena);
    }
}

/* Functions that x neither reaches nor is reached from must keep their totals.
   Calls lead to higher numbers. */
static void compare_others(const struct dense *d, const struct profile *before,
                           const struct costs *costs,
                           const struct profile *after,
                           const struct costs *left, uint32_t x)
{
    bool above[NODES] = { false }, below[NODES] = { false };
    above[x] = below[x] = true;
    for (uint32_t f = 0; f < d->n; f++)
        for (uint32_t g = f + 1; g < d->n; g++)
            below[g] |= below[f] && d->calls[f][g];
    for (uint32_t f = d->n; f-- > 0;)
        for (uint32_t g = f + 1; g < d->n; g++)
            above[f] |= above[g] && d->calls[f][g];
    for (uint32_t f = 0; f < d->n; f++)
        if (!above[f] && !below[f])
            expect(
                close_to(total_of(before, costs, f), total_of(after, left, f)),
                "ignore f%u: total(f%u) %g, not %g", x, f,
                total_of(after, left, f), total_of(before, costs, f));
}

/* These graphs, unlike those of stacks, also have weights of zero. */
static void random_graphs(void)
{
    test("one function filtered in random acyclic graphs");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES];
        start_input(i);
        struct dense d = random_acyclic(i % 2 ? NODES : 8);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        bool *marked = NEW_N(&arena, bool, d.n);
        uint32_t x = random_below(d.n);
        double total = costs->total[ids[x]];
        marked[ids[x]] = true;
        struct profile *without = filter_calls_ignore(&arena, profile, marked);
        struct profile *below = filter_calls_show_from(&arena, profile, marked);
        struct profile *pruned =
            prune_calls(&arena, profile, marked);
        struct costs *costs_pruned =
            costs_from_calls(&arena, pruned, CYCLES_SPLIT);
        expect(close_to(profile_whole(without), costs->whole - total),
               "ignore f%u: %g left, not %g", x, profile_whole(without),
               costs->whole - total);
        expect(close_to(profile_whole(below), total),
               "show-from f%u: %g left, not %g", x, profile_whole(below),
               total);
        expect(close_to(costs_from_calls(&arena, below, CYCLES_SPLIT)
                            ->total[id_of(below, x)],
                        total),
               "show-from f%u: not its total", x);
        expect(close_to(self_of(pruned, x), total),
               "prune-from f%u: self %g, not %g", x, self_of(pruned, x), total);
        for (uint32_t f = 0; f < x; f++)
            expect(close_to(costs_pruned->total[id_of(pruned, f)],
                            costs->total[ids[f]]),
                   "prune-from f%u: total(f%u) %g, not %g", x, f,
                   costs_pruned->total[id_of(pruned, f)], costs->total[ids[f]]);
        compare_others(&d, profile, costs, without,
                       costs_from_calls(&arena, without, CYCLES_SPLIT), x);
        profile_free(pruned);
        profile_free(below);
        profile_free(without);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Checks self <= total <= whole, and that the whole did not grow; `conserved`
   says that it must stay the same. */
static void is_sound(struct arena *arena, const struct profile *profile,
                     double whole, bool conserved, const char *what)
{
    struct costs *costs = costs_from_calls(arena, profile, CYCLES_SPLIT);
    double most = costs->whole * (1 + 1e-9);
    expect(conserved ? close_to(costs->whole, whole)
                     : costs->whole <= whole * (1 + 1e-9),
           "%s: %g of %g", what, costs->whole, whole);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        double self = profile->functions[f].self;
        expect(self >= 0 && profile->functions[f].entry >= 0 &&
                   self <= costs->total[f] * (1 + 1e-9) &&
                   costs->total[f] <= most,
               "%s: %s: self %g <= total %g <= %g", what,
               profile->functions[f].is.name.s, self, costs->total[f],
               costs->whole);
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        expect(profile->calls[c].weight >= 0 && !(costs->call_cost[c] > most),
               "%s: call %u has weight %g, cost %g", what, c,
               profile->calls[c].weight, costs->call_cost[c]);
}

static void random_cycles(void)
{
    static const struct {
        const char *what;
        filter_function *filter;
        bool conserved;
    } rows[] = {
        { "focus", filter_calls_focus, false },
        { "ignore", filter_calls_ignore, false },
        { "show-from", filter_calls_show_from, false },
        { "prune-from", prune_calls, true },
    };
    test("filters on random cyclic graphs");
    for (unsigned long i = 1; i <= 2000; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES];
        start_input(i);
        struct dense d = random_cyclic(i % 2 ? NODES : 8);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        bool *marked = NEW_N(&arena, bool, d.n);
        bool *calls = NEW_N(&arena, bool, profile->n_calls);
        random_marks(marked, d.n, 1 + random_below(40));
        random_marks(calls, profile->n_calls, 20);
        for (size_t r = 0; r < ROWS(rows); r++) {
            struct profile *left = rows[r].filter(&arena, profile, marked);
            is_sound(&arena, left, dense_whole(&d), rows[r].conserved,
                     rows[r].what);
            profile_free(left);
        }
        struct profile *cut = filter_calls_cut(&arena, profile, calls);
        is_sound(&arena, cut, dense_whole(&d), true, "break");
        profile_free(cut);
        profile_free(profile);
        arena_free(&arena);
    }
}

UNIT(filter)
{
    random_filters();
    random_trims();
    trims_that_meet();
    written_and_read();
    ignored();
    focused();
    shown_from();
    pruned_from();
    pruned_between();
    pruned_above_entry();
    rings();
    breaks();
    zero_weights();
    random_chains();
    random_graphs();
    random_cycles();
    return finish_tests();
}
