/* Arrows over functions left out, compared with sums over all ways. */
#include "view/join.h"
#include "cost/from_calls.h"
#include "dense.h"
#include "text.h"
#include "util/text/buf.h"
#include "view/recount.h"

/* The acyclic graph of a test, by number. */
struct plain {
    uint32_t n;
    double cost[NODES][NODES], total[NODES];
    bool kept[NODES];
};

static double sum_of(const struct plain *p, uint32_t f, bool up, bool only_kept)
{
    double sum = 0;
    for (uint32_t g = 0; g < p->n; g++)
        if (g != f && (!only_kept || p->kept[g]))
            sum += up ? p->cost[g][f] : p->cost[f][g];
    return sum;
}

/* Returns what of a cost at f comes from `end`, or goes to it, over functions
   that are not kept. */
static double traced(const struct plain *p, uint32_t f, uint32_t end,
                     double cost, double sum, bool up)
{
    double found = 0;
    for (uint32_t g = 0; g < p->n && sum > 0; g++) {
        double part =
            g == f ? 0 : cost * (up ? p->cost[g][f] : p->cost[f][g]) / sum;
        if (part > 0 && g == end)
            found += part;
        else if (part > 0 && !p->kept[g])
            found += traced(p, g, end, part,
                            fmax(p->total[g], sum_of(p, g, up, false)), up);
    }
    return found;
}

/* Returns the cost of the arrow that is to be there, with what calls without
   functions between cost; 0: none. */
static double plain_join(const struct plain *p, uint32_t f, uint32_t g)
{
    for (int up = 1; up >= 0; up--) {
        uint32_t from = up ? g : f, end = up ? f : g;
        double sum = sum_of(p, from, up, false);
        double cost = traced(p, from, end, sum, sum, up);
        if (sum_of(p, from, up, true) < .5 * sum && cost > p->cost[f][g] + 1e-9)
            return cost;
    }
    return p->cost[f][g];
}

static struct plain plain_of(const struct dense *d, const uint32_t *ids,
                             const struct profile *profile,
                             const struct costs *costs, bool *by_id)
{
    struct plain p = { .n = d->n };
    uint32_t percent = 10 + random_below(80);
    for (uint32_t f = 0; f < d->n; f++) {
        p.total[f] = costs->total[ids[f]];
        p.kept[f] = by_id[ids[f]] = chance(percent);
        for (uint32_t g = 0; g < d->n; g++) {
            uint32_t call = profile_find_call(profile, ids[f], ids[g]);
            if (call != NO_ID)
                p.cost[f][g] = known_or(costs->call_cost[call], 0);
        }
    }
    return p;
}

static void compare(const struct plain *p, const uint32_t *ids,
                    const struct view_call *calls, uint32_t n, double whole)
{
    for (uint32_t f = 0; f < p->n; f++)
        for (uint32_t g = 0; g < p->n; g++) {
            double joined = 0, direct = 0, wanted = 0;
            for (uint32_t c = 0; c < n; c++)
                if (calls[c].caller == ids[f] && calls[c].callee == ids[g]) {
                    joined += known_or(calls[c].cost, 0);
                    direct += known_or(calls[c].cost, 0) - calls[c].indirect;
                    expect(!view_call_is_indirect(&calls[c]) ||
                               isnan(calls[c].count),
                           "executions of an indirect call");
                }
            if (f != g && p->kept[f] && p->kept[g]) {
                wanted = plain_join(p, f, g);
                expect(fabs(direct - p->cost[f][g]) <= 1e-9 * whole,
                       "f%u -> f%u: %g direct, not %g", f, g, direct,
                       p->cost[f][g]);
            }
            /* What is below a ten-thousandth of the whole is not traced. */
            expect(fabs(joined - wanted) <= .01 * whole,
                   "f%u -> f%u: %g, not %g of %g", f, g, joined, wanted, whole);
        }
}

static void random_joins(void)
{
    test("joined calls of random graphs");
    for (unsigned long i = 1; i <= 500; i++) {
        struct arena arena = { 0 };
        uint32_t ids[NODES], n;
        start_input(i);
        struct dense d = random_acyclic(12);
        for (uint32_t f = 0; f < d.n && i % 2; f++)
            d.self[f] /= 1e6; /* a cost below 1 is a cost */
        struct profile *profile = profile_of_dense(&arena, &d, ids);
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        bool *kept = NEW_N(&arena, bool, profile->n_functions);
        struct plain p = plain_of(&d, ids, profile, costs, kept);
        struct view_call *calls =
            recount_calls(&arena, profile, costs, kept, NULL, &n);
        for (uint32_t c = 0; c < n; c++)
            calls[c].count = 1;
        calls = join_calls(&arena, profile, costs, kept, calls, &n);
        for (uint32_t c = 0; c < n; c++)
            expect(kept[calls[c].caller] && kept[calls[c].callee],
                   "an end of a call is not kept");
        compare(&p, ids, calls, n, costs->whole);
        profile_free(profile);
        arena_free(&arena);
    }
}

/* m calls f by way of a and b, which call each other. */
static void through_a_cycle(void)
{
    test("a joined call through a cycle");
    struct arena arena = { 0 };
    struct dense d = { .n = 4, .self = { 0, 0, 0, 100 }, .entry = { 1 } };
    const uint32_t pairs[][2] = { { 0, 1 }, { 1, 2 }, { 2, 1 }, { 2, 3 } };
    uint32_t ids[NODES], n;
    for (uint32_t f = 0; f < d.n; f++)
        d.order[f] = f;
    for (size_t i = 0; i < 4; i++) {
        d.calls[pairs[i][0]][pairs[i][1]] = true;
        d.weight[pairs[i][0]][pairs[i][1]] = 1;
    }
    struct profile *profile = profile_of_dense(&arena, &d, ids);
    struct costs *costs = costs_from_calls(&arena, profile, CYCLES_WALK);
    bool *kept = NEW_N(&arena, bool, profile->n_functions);
    kept[ids[0]] = kept[ids[3]] = true;
    struct view_call *calls =
        recount_calls(&arena, profile, costs, kept, NULL, &n);
    calls = join_calls(&arena, profile, costs, kept, calls, &n);
    if (expect(n == 1, "%u calls", n))
        expect(calls[0].caller == ids[0] && calls[0].callee == ids[3] &&
                   calls[0].cost > 95 && calls[0].cost < 100.01 &&
                   calls[0].indirect == calls[0].cost && !calls[0].exact,
               "the call costs %g", calls[0].cost);
    profile_free(profile);
    arena_free(&arena);
}

/* main calls f by way of x, and others do nothing. Pictures of more than 1000
   functions have no joined calls, and neither have those of all functions. */
static void limits(void)
{
    static const struct {
        uint32_t others;
        bool keeps_x;
        uint32_t calls;
    } rows[] = {
        { 0, false, 1 }, { 998, false, 1 }, { 999, false, 0 }, { 9, true, 2 }
    };
    test("how many functions may be kept");
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct arena arena = { 0 };
        struct buf text = { 0 };
        uint32_t n;
        buf_add(&text, S("%edges 1\nmain -> x 5\nx -> f 5\nf 5\n"));
        for (uint32_t k = 0; k < rows[i].others; k++)
            buf_printf(&text, "other%u 1\n", k);
        struct profile *profile = read_text(&arena, "edges", buf_text(&text));
        struct costs *costs = costs_from_calls(&arena, profile, CYCLES_SPLIT);
        bool *kept = NEW_N(&arena, bool, profile->n_functions);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            kept[f] = rows[i].keeps_x ||
                      !str_eq(profile->functions[f].is.name, S("x"));
        struct view_call *calls =
            recount_calls(&arena, profile, costs, kept, NULL, &n);
        join_calls(&arena, profile, costs, kept, calls, &n);
        expect(n == rows[i].calls, "%u others: %u calls", rows[i].others, n);
        buf_free(&text);
        profile_free(profile);
        arena_free(&arena);
    }
}

UNIT(join)
{
    random_joins();
    through_a_cycle();
    limits();
    return finish_tests();
}
