/*
 * Reference results for cycles as random walks: the definitions, solved as a
 * system of equations with twice the digits of a double. With the visits V(f)
 * of a member, N(f,g) = w(f,g) / V(f) and M = (I - N)^-1,
 *
 *     t(f) = sum of M(f,g) * own(g) / V(g)
 *     total(f) = V(f) * t(f) / M(f,f)
 *     cost(f -> g) = w(f,g) * t(g) / (1 + M(g,f) * N(f,g))
 */
#ifndef UNIT_WALK_H
#define UNIT_WALK_H

#include "check.h"
#include "cost/costs.h"
#include "twofold.h"

/* If the least pivot is smaller, not even nine of the 32 digits of the
   definitions are sure. */
#define LEAST_PIVOT 1e-20

/* Holds a cycle as matrices. Arrays are by member. */
struct walk_matrices {
    uint32_t n;
    double *weight; /* by caller and callee */
    bool *calls;    /* the same: is there a call? */
    double *entry, *own;
    double *visits;
    struct twofold *m;
    double pivot; /* as two_invert returns it */
};

static inline uint32_t member_number(const struct cycle *cycle,
                                     uint32_t function)
{
    for (uint32_t m = 0; m < cycle->n_members; m++)
        if (cycle->members[m] == function)
            return m;
    return NO_ID;
}

static inline void take_calls(struct walk_matrices *w,
                              const struct profile *profile,
                              const struct costs *costs,
                              const struct cycle *cycle)
{
    uint32_t n = w->n;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        uint32_t f = member_number(cycle, call->caller);
        uint32_t g = member_number(cycle, call->callee);
        if (f != NO_ID && g != NO_ID) {
            w->weight[f * n + g] = call->weight;
            w->calls[f * n + g] = true;
        } else if (f != NO_ID) {
            w->own[f] += costs->call_cost[c];
        } else if (g != NO_ID) {
            w->entry[g] += cycle->inflow > 0 ? call->weight : 1;
        }
    }
}

/* If no weight enters the cycle, the calls from outside enter it equally, or
   all members are entered equally, together with all the weight inside the
   cycle. */
static inline void fill_entries(struct walk_matrices *w,
                                const struct cycle *cycle)
{
    double inside = 0, entries = 0;
    if (cycle->inflow > 0)
        return;
    for (uint32_t i = 0; i < w->n * w->n; i++)
        inside += w->weight[i];
    for (uint32_t f = 0; f < w->n; f++)
        entries += w->entry[f];
    for (uint32_t f = 0; f < w->n; f++)
        w->entry[f] = (entries > 0 ? w->entry[f] / entries : 1.0 / w->n) *
                      (inside > 0 ? inside : 1);
}

/* Gives weights to the calls of weight zero to members that the entries do not
   reach over calls of positive weight. */
static inline void fill_zeros(struct walk_matrices *w, struct arena *arena)
{
    uint32_t n = w->n;
    bool *reached = NEW_N(arena, bool, n), more = true;
    for (uint32_t f = 0; f < n; f++)
        reached[f] = w->entry[f] > 0;
    while (more) {
        more = false;
        for (uint32_t f = 0; f < n; f++)
            for (uint32_t g = 0; reached[f] && g < n; g++)
                if (w->weight[f * n + g] > 0 && !reached[g])
                    more = reached[g] = true;
    }
    for (uint32_t g = 0; g < n; g++) {
        double sum = 0;
        uint32_t zeros = 0;
        for (uint32_t f = 0; f < n; f++) {
            sum += w->weight[f * n + g];
            zeros += f != g && w->calls[f * n + g] && w->weight[f * n + g] <= 0;
        }
        for (uint32_t f = 0; f < n && !reached[g]; f++)
            if (f != g && w->calls[f * n + g] && w->weight[f * n + g] <= 0)
                w->weight[f * n + g] = (sum > 0 ? sum : 1) / zeros;
    }
}

static inline void invert(struct walk_matrices *w, struct arena *arena)
{
    uint32_t n = w->n;
    struct twofold *visits = NEW_N(arena, struct twofold, n);
    for (uint32_t g = 0; g < n; g++) {
        visits[g] = twofold(w->entry[g]);
        for (uint32_t f = 0; f < n; f++)
            visits[g] = two_add(visits[g], twofold(w->weight[f * n + g]));
        w->visits[g] = visits[g].high;
    }
    for (uint32_t f = 0; f < n; f++)
        for (uint32_t g = 0; g < n; g++)
            w->m[f * n + g] =
                two_add(twofold(f == g),
                        two_negative(two_over(twofold(w->weight[f * n + g]),
                                              visits[f])));
    w->pivot = two_invert(w->m, n, NEW_N(arena, uint32_t, n));
}

static inline struct walk_matrices matrices_of(struct arena *arena,
                                               const struct profile *profile,
                                               const struct costs *costs,
                                               const struct cycle *cycle)
{
    uint32_t n = cycle->n_members;
    struct walk_matrices w = { .n = n,
                               .weight = NEW_N(arena, double, n *n),
                               .calls = NEW_N(arena, bool, n *n),
                               .entry = NEW_N(arena, double, n),
                               .own = NEW_N(arena, double, n),
                               .visits = NEW_N(arena, double, n),
                               .m = NEW_N(arena, struct twofold, n * n) };
    for (uint32_t m = 0; m < n; m++) {
        const struct function *f = &profile->functions[cycle->members[m]];
        w.own[m] = f->self;
        w.entry[m] = f->entry;
    }
    take_calls(&w, profile, costs, cycle);
    fill_entries(&w, cycle);
    fill_zeros(&w, arena);
    invert(&w, arena);
    return w;
}

/* Returns t(f), the cost of one visit. */
static inline double visit_cost(const struct walk_matrices *w, uint32_t f)
{
    double sum = 0;
    for (uint32_t g = 0; g < w->n; g++)
        sum += w->m[f * w->n + g].high * w->own[g] / w->visits[g];
    return sum;
}

static inline void compare_cycle(const struct profile *profile,
                                 const struct costs *costs,
                                 const struct cycle *cycle,
                                 const struct walk_matrices *w)
{
    uint32_t n = w->n;
    for (uint32_t f = 0; f < n; f++) {
        uint32_t id = cycle->members[f];
        double total = w->visits[f] * visit_cost(w, f) / w->m[f * n + f].high;
        expect(close_to(costs->total[id], total),
               "total of %.60s: %.15g, not "
               "%.15g",
               profile->functions[id].is.name.s, costs->total[id], total);
        for (uint32_t g = 0; g < n; g++) {
            if (!w->calls[f * n + g])
                continue;
            uint32_t c = profile_find_call(profile, id, cycle->members[g]);
            double weight = w->weight[f * n + g];
            double cost = weight * visit_cost(w, g) /
                          (1 + w->m[g * n + f].high * weight / w->visits[f]);
            expect(close_to(costs->call_cost[c], cost),
                   "cost of a call of %.60s: %.15g, not %.15g",
                   profile->functions[id].is.name.s, costs->call_cost[c], cost);
        }
    }
}

/* Returns the number of members that were compared. Cycles whose definitions
   cannot be solved exactly enough are left out. */
static inline uint32_t compare_walks(const struct profile *profile,
                                     const struct costs *costs)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < costs->n_cycles; k++) {
        struct arena arena = { 0 };
        const struct cycle *cycle = &costs->cycles[k];
        struct walk_matrices w = matrices_of(&arena, profile, costs, cycle);
        if (w.pivot > LEAST_PIVOT && cycle->way == CYCLES_WALK) {
            compare_cycle(profile, costs, cycle, &w);
            n += cycle->n_members;
        }
        arena_free(&arena);
    }
    return n;
}

#endif
