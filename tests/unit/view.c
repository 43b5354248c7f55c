/* Views: calls counted again between the functions that are kept, thresholds,
   the cap and the selection, against plain counts. */
#include "analysis/view.h"
#include "analysis/recount.h"
#include "analysis/select.h"
#include "dense.h"
#include "named.h"
#include "plain.h"

static const struct view_call *call_in(const struct view *view, uint32_t caller,
                                       uint32_t callee)
{
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (view->calls[i].caller == caller && view->calls[i].callee == callee)
            return &view->calls[i];
    return NULL;
}

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
 * Without x, main -> a has 3 over x and 5 directly; the sample of 2 has both,
 * so it is direct. a -> a bridges x in the sample of 7 alone.
 */
static void bridged_calls(void)
{
    test("calls over functions taken out");
    struct named g = named_costs("folded", "main;x;a 3\n"
                                           "main;a 5\n"
                                           "main;a;main;x;a 2\n"
                                           "main;a;x;a;x 7\n"
                                           "x;a 11\n");
    struct view view = { 0 };
    bool *kept = NEW_N(&g.arena, bool, g.profile->n_functions);
    kept[function_by_name(g.profile, "main")] = true;
    kept[function_by_name(g.profile, "a")] = true;
    recount_calls(&g.arena, &view, g.profile, g.costs, kept);
    view_call_is(&g, &view, "main", "a", 17, 3); /* 3 + 5 + 2 + 7 */
    view_call_is(&g, &view, "a", "main", 2, 0);
    view_call_is(&g, &view, "a", "a", 7, 7);
    expect(view.n_calls == 3, "%u calls", view.n_calls);
    named_free(&g);
}

/* The counts of a pair of kept functions on the plain stacks. */
struct pair_count {
    bool there;
    double cost, direct;
};

static struct pair_count count_pair(const struct stacks *p, const bool *kept,
                                    uint32_t f, uint32_t g)
{
    struct pair_count count = { 0 };
    for (uint32_t i = 0; kept[f] && kept[g] && i < p->n; i++) {
        struct stack left = only_kept(&p->of[i], kept);
        if (!pairs_in(&left, f, g))
            continue;
        count.there = true;
        count.cost += p->of[i].cost;
        count.direct += pairs_in(&p->of[i], f, g) ? p->of[i].cost : 0;
    }
    return count;
}

/* Calls below limit must be missing; returns how many direct ones are there.
   kept is by number, not by id. */
static uint32_t compare_calls(const struct stacks *p,
                              const struct profile *profile,
                              const struct view *view, const bool *kept,
                              double limit)
{
    uint32_t direct = 0, n = 0;
    for (uint32_t a = 0; a < profile->n_functions; a++)
        for (uint32_t b = 0; b < profile->n_functions; b++) {
            uint32_t f = number_of(profile, a), g = number_of(profile, b);
            struct pair_count count = count_pair(p, kept, f, g);
            const struct view_call *call = call_in(view, a, b);
            if (!expect((call != NULL) ==
                            (count.there && !(count.cost < limit)),
                        "f%u -> f%u: kept is %d", f, g, call != NULL) ||
                !call)
                continue;
            n++;
            direct += plain_calls(p, f, g);
            expect(call->cost == count.cost, "f%u -> f%u: cost %g, not %g", f,
                   g, call->cost, count.cost);
            expect(call->indirect == count.cost - count.direct,
                   "f%u -> f%u: indirect %g, not %g", f, g, call->indirect,
                   count.cost - count.direct);
            expect(call->call == profile_find_call(profile, a, b),
                   "f%u -> f%u: wrong call", f, g);
            expect(call->exact && !call->back && !known(call->count),
                   "f%u -> f%u is no estimate", f, g);
        }
    expect(view->n_calls == n, "%u calls, not %u", view->n_calls, n);
    return direct;
}

static void random_recount(void)
{
    test("random functions taken out of random stacks");
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
        recount_calls(&arena, &view, profile, costs, by_id);
        compare_calls(&p, profile, &view, kept, 0);
        if (percent == 100)
            for (uint32_t c = 0; c < view.n_calls; c++)
                expect(view.calls[c].indirect == 0, "nothing is taken out");
        profile_free(profile);
        arena_free(&arena);
    }
}

/* The functions at or above the limit; of these the most costly, ties by
   name (all have one digit). True if there are more than that. */
static bool keep_plainly(const struct stacks *p, double limit, long most,
                         bool *kept)
{
    bool large[FUNCTIONS] = { false };
    long n = 0;
    for (uint32_t f = 0; f < FUNCTIONS; f++) {
        for (uint32_t i = 0; i < p->n; i++)
            large[f] |= holds(&p->of[i], f);
        large[f] = kept[f] = large[f] && !(plain_total(p, f) < limit);
        n += large[f];
    }
    for (uint32_t f = 0; most && f < FUNCTIONS; f++) {
        long better = 0;
        for (uint32_t g = 0; g < FUNCTIONS; g++) {
            double lead = plain_total(p, g) - plain_total(p, f);
            better += large[g] && (lead > 0 || (lead == 0 && g < f));
        }
        kept[f] = kept[f] && better < most;
    }
    return most && n > most;
}

static void compare_view(const struct stacks *p, const struct profile *profile,
                         const struct view *view, double edge_limit,
                         const bool *kept)
{
    double dropped = plain_whole(p);
    uint32_t n = 0;
    for (uint32_t id = 0; id < profile->n_functions; id++) {
        if (!kept[number_of(profile, id)])
            continue;
        expect(n < view->n_functions && view->functions[n] == id,
               "f%u is not kept", number_of(profile, id));
        dropped -= plain_self(p, number_of(profile, id));
        n++;
    }
    expect(view->n_functions == n, "%u functions, not %u", view->n_functions,
           n);
    expect(view->dropped_cost == dropped, "%g dropped, not %g",
           view->dropped_cost, dropped);
    uint32_t direct = compare_calls(p, profile, view, kept, edge_limit);
    expect(view->n_direct == direct, "%u direct calls, not %u", view->n_direct,
           direct);
    for (uint32_t c = 1; c < view->n_calls; c++) {
        const struct view_call *call = &view->calls[c];
        expect(call[-1].caller < call->caller ||
                   (call[-1].caller == call->caller &&
                    call[-1].callee < call->callee),
               "calls out of order");
    }
}

static void random_thresholds(void)
{
    static const double percents[] = { 0, 0.5, 5, 12.5, 25, 50, 100 };
    test("thresholds and cap on random stacks");
    for (unsigned long i = 1; i <= 3000; i++) {
        struct arena arena = { 0 };
        bool kept[FUNCTIONS];
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
        struct view *view = view_of(&arena, profile, costs, whole, &options);
        bool capped = keep_plainly(&p, whole * options.node_thres / 100,
                                   options.nodecount, kept);
        expect(view->capped == capped, "capped is %d", view->capped);
        compare_view(&p, profile, view, whole * options.edge_thres / 100, kept);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* Steps from the marked functions, along the calls or against them. */
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

/* One or two names to select by. */
struct choice {
    char names[2][16];
    const char *texts[2];
    struct patterns patterns;
    bool marked[NODES];
};

static void choose(struct choice *choice, const struct dense *d)
{
    *choice = (struct choice){ .patterns = { .n = random_below(3) } };
    choice->patterns.texts = choice->texts;
    for (size_t i = 0; i < choice->patterns.n; i++) {
        uint32_t f = random_below(d->n);
        snprintf(choice->names[i], sizeof choice->names[i], "f%u", f);
        choice->texts[i] = choice->names[i];
        choice->marked[f] = true;
    }
}

/* Where the depth starts without --root and --leaf. */
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
        struct choice root, leaf;
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
        expect(select_functions(profile, costs, &options, kept), "selection");
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

/* Calls of profiles from calls keep what they have, if both ends stay. */
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
        struct view *view = view_of(&arena, profile, costs, whole, &options);
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
                       found->back == costs->back[c] && found->indirect == 0,
                   "call %u has changed", c);
        }
        expect(view->n_calls == n && view->n_direct == n,
               "%u calls, not %u", view->n_calls, n);
        profile_free(profile);
        arena_free(&arena);
    }
}

int main(void)
{
    bridged_calls();
    random_recount();
    random_thresholds();
    random_selection();
    random_calls_kept();
    return finish_tests();
}
