/* Views: the calls between kept functions, thresholds, the cap and the
   selection, compared with counts on plain stacks. */
#include "dense.h"
#include "named.h"
#include "view/recount.h"
#include "view/view.h"
#include "views.h"

static void view_call_is(const struct named *g, const struct view *view,
                         const char *caller, const char *callee, double cost,
                         double indirect)
{
    const struct view_call *call =
        call_in(view, function_by_name(g->profile, caller),
                function_by_name(g->profile, callee));
    if (expect(call, "no call %s -> %s", caller, callee))
        expect(call->cost == cost && call->indirect == indirect,
               "%s -> %s is %g, indirect %g, not %g, indirect %g", caller,
               callee, call->cost, call->indirect, cost, indirect);
}

/*
 * Without x, the call main -> a has 3 over x and 5 + 7 directly. The sample of
 * 2 holds it both ways, so it is direct. a -> a bridges x in the sample of 7.
 */
static void bridged_calls(void)
{
    test("calls over functions that are not kept");
    struct named g = named_costs("folded", "main;x;a 3\n"
                                           "main;a 5\n"
                                           "main;a;main;x;a 2\n"
                                           "main;a;x;a;x 7\n"
                                           "x;a 11\n");
    struct view view = { 0 };
    bool *kept = NEW_N(&g.arena, bool, g.profile->n_functions);
    kept[function_by_name(g.profile, "main")] = true;
    kept[function_by_name(g.profile, "a")] = true;
    view.calls = recount_calls(
        &g.arena, g.profile, g.costs, kept,
        kept_stacks_of(&g.arena, g.costs->tree, kept), &view.n_calls);
    view_call_is(&g, &view, "main", "a", 17, 3); /* 3 + 5 + 2 + 7 */
    view_call_is(&g, &view, "a", "main", 2, 0);
    view_call_is(&g, &view, "a", "a", 7, 7);
    expect(view.n_calls == 3, "%u calls", view.n_calls);
    named_free(&g);
}

static void random_recount(void)
{
    test("random functions of random stacks are not kept");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        struct view view = { 0 };
        bool kept[FUNCTIONS], *by_id = NEW_N(&arena, bool, FUNCTIONS);
        uint32_t percent = random_below(101);
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            kept[f] = chance(percent);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            by_id[f] = kept[number_of(profile, f)];
        view.calls = recount_calls(
            &arena, profile, costs, by_id,
            kept_stacks_of(&arena, costs->tree, by_id), &view.n_calls);
        compare_calls(&p, profile, &view, kept, 0);
        if (percent == 100)
            for (uint32_t c = 0; c < view.n_calls; c++)
                expect(view.calls[c].indirect == 0, "nothing is removed");
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Marks the functions at or above the limit. Returns their number. */
static long keep_plainly(const struct stacks *p, double limit, bool *kept)
{
    long n = 0;
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        bool exists = false;
        for (uint32_t i = 0; i < p->n; i++)
            exists |= holds(&p->of[i], f);
        kept[f] = exists && !(plain_total(p, f) < limit);
        n += kept[f];
    }
    return n;
}

static double entropy(const double *parts, uint32_t n)
{
    double sum = 0, bits = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += parts[i];
    for (uint32_t i = 0; i < n; i++)
        bits += parts[i] > 0 ? parts[i] / sum * log2(sum / parts[i]) : 0;
    return bits;
}

/* Computes the score by its definition; the self cost counts as one more
   callee. */
static double plain_score(const struct stacks *p, const bool *kept, uint32_t f)
{
    double in[FUNCTIONS] = { 0 }, out[FUNCTIONS + 1] = { 0 };
    double all_in = 0, all_out = 0, total = plain_total(p, f);
    for (uint32_t g = 0; g < FUNCTIONS; g++) {
        if (g == f)
            continue;
        all_in += in[g] = count_pair(p, kept, g, f).cost;
        all_out += out[g] = count_pair(p, kept, f, g).cost;
    }
    out[FUNCTIONS] = plain_self(p, f);
    return total * (all_in > 0 ? entropy(in, FUNCTIONS) : 1) +
           total * (all_out > 0 ? entropy(out, FUNCTIONS + 1) : 1) +
           out[FUNCTIONS];
}

/* Returns how many of the functions have more heat than f, or as much if
   `or_equal`. */
static long count_hotter(const double *heat, const bool *large, uint32_t f,
                         bool or_equal)
{
    long n = 0;
    for (uint32_t g = 0; g < FUNCTIONS; g++)
        n += large[g] && g != f &&
             (heat[g] > heat[f] || (or_equal && heat[g] == heat[f]));
    return n;
}

/* Marks the functions that may lead to f: those that its costliest callers and
   theirs may be, where several cost the same. */
static void mark_ways(const struct stacks *p, const bool *large, uint32_t f,
                      bool *on_way)
{
    double most = 0;
    for (uint32_t g = 0; g < FUNCTIONS; g++)
        if (g != f)
            most = fmax(most, count_pair(p, large, g, f).cost);
    for (uint32_t g = 0; g < FUNCTIONS && most > 0; g++)
        if (g != f && !on_way[g] && large[g] &&
            count_pair(p, large, g, f).cost >= most * (1 - 1e-9)) {
            on_way[g] = true;
            mark_ways(p, large, g, on_way);
        }
}

/* Is g one of the costliest callers of a function that is kept? */
static bool is_caller(const struct stacks *p, const bool *large,
                      const bool *kept, uint32_t g)
{
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        double most = 0;
        for (uint32_t h = 0; h < FUNCTIONS; h++)
            if (h != f)
                most = fmax(most, count_pair(p, large, h, f).cost);
        if (kept[f] && f != g && most > 0 &&
            count_pair(p, large, g, f).cost >= most * (1 - 1e-9))
            return true;
    }
    return false;
}

/* `large` are the functions that the cap chose from, and `kept` those that it
   kept, `most` of them; `heat` is by number. The hottest third must be there,
   and of a small picture the ten hottest, as long as a third is left. If a function that leads
   to none of them is missing, at most three of those that lead to each are
   there, and no other one with a worse score, unless it is the costliest caller of one
   that is kept. Ties are tested in views/cap. */
static void judge_cap(const struct stacks *p, const double *heat,
                      const bool *large, const bool *kept, long most)
{
    long part = (most + 2) / 3, top = most - part < 10 ? most - part : 10;
    long hottest = part > top ? part : top, ways = 0, hot = 0;
    bool on_way[FUNCTIONS] = { false }, is_hot[FUNCTIONS], missing = false;
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        is_hot[f] = large[f] && heat[f] > 0 &&
                    count_hotter(heat, large, f, false) < hottest;
        hot += is_hot[f];
        if (is_hot[f])
            mark_ways(p, large, f, on_way);
        if (large[f] && heat[f] > 0 &&
            count_hotter(heat, large, f, true) < hottest)
            expect(kept[f], "f%u is hot and gone", f);
    }
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        ways += kept[f] && on_way[f] && !is_hot[f];
        missing |= large[f] && !kept[f] && !on_way[f] && !is_hot[f];
    }
    if (missing)
        expect(ways <= 3 * hot, "%ld lead to the %ld hottest", ways, hot);
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        for (uint32_t g = 0; g < FUNCTIONS; g++) {
            double gone = plain_score(p, large, f);
            if (large[f] && !kept[f] && kept[g] && !is_hot[f] && !is_hot[g] &&
                !on_way[f] && !on_way[g] && !is_caller(p, large, kept, g))
                expect(plain_score(p, large, g) > gone - 1e-9 * (1 + gone),
                       "f%u is kept, not f%u", g, f);
        }
}

/* Marks, by number, the functions of a view. */
static void mark_view(const struct profile *profile, const struct view *view,
                      bool *kept)
{
    memset(kept, 0, FUNCTIONS * sizeof *kept);
    for (uint32_t i = 0; i < view->n_functions; i++)
        kept[number_of(profile, view->functions[i])] = true;
}

static void random_thresholds(void)
{
    static const double percents[] = { 0, 0.5, 5, 12.5, 25, 50, 100 };
    test("thresholds and cap on random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        bool large[FUNCTIONS], kept[FUNCTIONS];
        start_input(i);
        struct stacks p = random_stacks();
        struct profile *profile = profile_of(&arena, &p);
        struct costs *costs = costs_from_stacks(&arena, profile);
        double whole = plain_whole(&p);
        struct view_options options = {
            .depth = -1,
            .node_thres = percents[random_below(7)],
            .edge_thres = percents[random_below(7)],
            .nodecount = chance(50) ? 0 : 1 + random_below(8),
        };
        double heat[FUNCTIONS], by_id[FUNCTIONS];
        if (chance(50))
            options.heat = by_id;
        for (uint32_t f = 0; f < FUNCTIONS; f++)
            heat[f] = options.heat ? random_below(20) : plain_self(&p, f);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            by_id[f] = heat[number_of(profile, f)];
        struct view *view = only_view(&arena, profile, costs, whole, &options);
        long n = keep_plainly(&p, whole * options.node_thres / 100, large);
        bool capped = options.nodecount && n > options.nodecount;
        expect(view->capped == capped, "capped is %d", view->capped);
        memcpy(kept, large, sizeof kept);
        if (capped) {
            mark_view(profile, view, kept);
            expect(view->n_functions == options.nodecount, "%u functions",
                   view->n_functions);
            judge_cap(&p, heat, large, kept, options.nodecount);
        }
        compare_view(&p, profile, view, whole * options.edge_thres / 100, kept);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Finds the distances from the marked functions, along the calls or against
   them. */
static void find_depths(const struct dense *d, const bool *marked, bool down,
                        long *depth)
{
    for (uint32_t f = 0; f < d->n; f++)
        depth[f] = marked[f] ? 0 : 1000;
    for (uint32_t round = 0; round < d->n; round++)
        for (uint32_t f = 0; f < d->n; f++)
            for (uint32_t g = 0; g < d->n; g++)
                if ((down ? d->calls[f][g] : d->calls[g][f]) &&
                    depth[f] + 1 < depth[g])
                    depth[g] = depth[f] + 1;
}

/* Holds up to two names to select by. */
struct name_choice {
    char names[2][16];
    const char *texts[2];
    struct patterns patterns;
    bool marked[NODES];
};

static void choose(struct name_choice *choice, const struct dense *d)
{
    *choice = (struct name_choice){ .patterns = { .n = random_below(3) } };
    choice->patterns.texts = choice->texts;
    for (size_t i = 0; i < choice->patterns.n; i++) {
        uint32_t f = random_below(d->n);
        snprintf(choice->names[i], sizeof choice->names[i], "f%u", f);
        choice->texts[i] = choice->names[i];
        choice->marked[f] = true;
    }
}

/* Marks the functions that --depth counts from without --root and --leaf. */
static void mark_entries(const struct dense *d, const struct profile *profile,
                         const uint32_t *ids, const struct costs *costs,
                         bool *marked)
{
    for (uint32_t f = 0; f < d->n; f++) {
        uint32_t cycle = costs->cycle[ids[f]], callers;
        dense_inflow(d, f, &callers);
        marked[f] = profile->functions[ids[f]].entry > 0 || !callers ||
                    (cycle && costs->cycles[cycle - 1].inflow <= 0);
    }
}

static void random_selection(void)
{
    test("root, leaf and depth on random graphs");
    for (unsigned long i = 1; i <= 2000; i++) {
        struct arena arena = { 0 };
        struct name_choice root, leaf;
        uint32_t ids[NODES];
        long down[NODES], up[NODES];
        bool kept[NODES];
        start_input(i);
        struct dense d = random_cyclic(12);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        choose(&root, &d);
        choose(&leaf, &d);
        struct view_options options = {
            .root = root.patterns,
            .leaf = leaf.patterns,
            .depth = chance(50) ? -1 : (long)random_below(4),
        };
        bool by_root = root.patterns.n > 0, by_leaf = leaf.patterns.n > 0;
        long most = options.depth < 0 ? 999 : options.depth;
        if (!by_root && !by_leaf && options.depth >= 0) {
            mark_entries(&d, profile, ids, costs, root.marked);
            by_root = true;
        }
        expect(view_select_functions(profile, costs, &options, kept),
               "selection");
        find_depths(&d, root.marked, true, down);
        find_depths(&d, leaf.marked, false, up);
        for (uint32_t f = 0; f < d.n; f++)
            expect(kept[ids[f]] == ((!by_root || down[f] <= most) &&
                                    (!by_leaf || up[f] <= most)),
                   "f%u: kept is %d", f, kept[ids[f]]);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* In a profile from calls, calls stay as they are if both ends are kept. */
static void random_calls_kept(void)
{
    test("views of call graphs");
    for (unsigned long i = 1; i <= 1000; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES], n = 0;
        start_input(i);
        struct dense d = random_cyclic(NODES);
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        double whole = costs->whole, node = 2, edge = 1;
        struct view_options options = { .depth = -1,
                                        .node_thres = node,
                                        .edge_thres = edge };
        struct view *view = only_view(&arena, profile, costs, whole, &options);
        for (uint32_t c = 0; c < profile->n_calls; c++) {
            const struct call *call = &profile->calls[c];
            double cost = costs->call_cost[c];
            bool ends = !(costs->total[call->caller] < whole * node / 100) &&
                        !(costs->total[call->callee] < whole * node / 100);
            const struct view_call *found =
                call_in(view, call->caller, call->callee);
            bool stays = ends && !(cost < whole * edge / 100);
            expect((found != NULL) == stays, "call %u: kept is %d", c,
                   found != NULL);
            if (!found)
                continue;
            n++;
            expect(found->call == c && close_to(found->cost, cost) &&
                       found->back >= costs->back[c] && found->indirect == 0,
                   "call %u has changed", c);
        }
        expect(view->n_calls == n && view->n_direct == n,
               "%u calls, not %u", view->n_calls, n);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Writes stacks whose leaves have a cost of 10 each, but the first one that of
   `hottest`. The function compile calls three phases: attribute, with half of
   the leaves, and parse and generate with a quarter each. The leaves of
   attribute are below a cycle of two functions. */
static struct named compiler(double hottest)
{
    enum { LEAVES = 100 };
    static const char *const ways[] = { "attribute;tree;visit;tree", "parse",
                                        "attribute;tree", "generate" };
    struct buf text = { 0 };
    for (int i = 0; i < LEAVES; i++)
        buf_printf(&text, "main;start;compile;%s;leaf%d %g\n",
                   ways[i % (int)ROWS(ways)], i, i ? 10 : hottest);
    LOCAL_ARENA(arena);
    return named_costs("folded", buf_move(&text, &arena).s);
}

static struct view *picture(struct named *g, long most, bool for_picture)
{
    const struct view_options options = { .depth = -1,
                                          .nodecount = most,
                                          .for_picture = for_picture };
    return only_view(&g->arena, g->profile, g->costs, g->costs->whole,
                     &options);
}

static bool has_function(const struct named *g, const struct view *view,
                         const char *name)
{
    uint32_t f = function_by_name(g->profile, name);
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (view->functions[i] == f)
            return true;
    return false;
}

/* Nine leaves have 90, and all but the first one 990, so the ten hottest have a
   quarter from 210 of the first one on. */
static void flat_profiles(void)
{
    static const char *const phases[] = { "compile", "attribute", "parse",
                                          "generate" };
    static const char *const others[] = { "main", "start", "tree", "visit" };
    test("half of a flat profile's picture divides the cost from the top");
    struct named g = compiler(202);
    struct view *view = picture(&g, 8, true);
    expect(view->is_flat, "it is not flat");
    for (size_t i = 0; i < ROWS(phases); i++)
        expect(has_function(&g, view, phases[i]), "no %s", phases[i]);
    for (size_t i = 0; i < ROWS(others); i++)
        expect(!has_function(&g, view, others[i]), "%s", others[i]);
    expect(has_function(&g, view, "leaf0"), "the hottest is left out");
    expect(!picture(&g, 8, false)->is_flat, "no picture");
    named_free(&g);
    test("a profile whose hottest functions have a quarter is not flat");
    g = compiler(222);
    expect(!picture(&g, 8, true)->is_flat, "it is flat");
    named_free(&g);
}

UNIT(view)
{
    flat_profiles();
    bridged_calls();
    random_recount();
    random_thresholds();
    random_selection();
    random_calls_kept();
    return finish_tests();
}
