/*
 * Reference results for costs_from_calls: the recurrence with cycles split into
 * one DAG per entry, solved on matrices by following the definitions one after
 * the other, without regard to speed.
 */
#ifndef UNIT_DAG_H
#define UNIT_DAG_H

#include "dense.h"

struct solution {
    double total[NODES];
    double cost[NODES][NODES]; /* of calls; UNKNOWN for back calls */
    bool back[NODES][NODES];
    bool exact[NODES], call_exact[NODES][NODES];
    uint32_t of[NODES];      /* component: its least member */
    uint32_t size[NODES];    /* by component */
    double component_cost[NODES];
    double inflow[NODES];    /* by component */
    uint32_t outside[NODES]; /* by component: calls into it */
};

/* Functions that reach each other are in one component. The algorithm is that
   of S. Warshall, A theorem on Boolean matrices, J. ACM 9:1, 1962. */
static inline void find_components(const struct dense *d, struct solution *s)
{
    bool reach[NODES][NODES];
    for (uint32_t f = 0; f < d->n; f++)
        for (uint32_t g = 0; g < d->n; g++)
            reach[f][g] = f == g || d->calls[f][g];
    for (uint32_t via = 0; via < d->n; via++)
        for (uint32_t f = 0; f < d->n; f++)
            for (uint32_t g = 0; reach[f][via] && g < d->n; g++)
                reach[f][g] |= reach[via][g];
    for (uint32_t f = d->n; f-- > 0;)
        for (uint32_t g = 0; g < d->n; g++)
            if (reach[f][g] && reach[g][f])
                s->of[g] = f;
    for (uint32_t f = 0; f < d->n; f++)
        s->size[s->of[f]]++;
}

enum { UNREACHED = 1000 };

static inline bool inside(const struct dense *d, const struct solution *s,
                          uint32_t f, uint32_t g)
{
    return f != g && d->calls[f][g] && s->of[f] == s->of[g];
}

/* Lowers the distances that are not fixed until no call makes one shorter. */
static inline void relax(const struct dense *d, const struct solution *s,
                         const bool *fixed, bool zero_weights,
                         uint32_t *distance)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = 0; f < d->n; f++)
            for (uint32_t g = 0; g < d->n; g++)
                if (inside(d, s, f, g) && !fixed[g] &&
                    (zero_weights || d->weight[f][g] > 0) &&
                    distance[f] + 1 < distance[g]) {
                    distance[g] = distance[f] + 1;
                    changed = true;
                }
    }
}

/* Finds the distances from e. zero_weight marks the functions that cannot be
   reached without a call of weight zero. */
static inline void find_distances(const struct dense *d,
                                  const struct solution *s, uint32_t e,
                                  uint32_t *distance, bool *zero_weight)
{
    bool fixed[NODES] = { false };
    for (uint32_t f = 0; f < d->n; f++)
        distance[f] = UNREACHED;
    distance[e] = 0;
    relax(d, s, fixed, false, distance);
    for (uint32_t f = 0; f < d->n; f++) {
        fixed[f] = distance[f] < UNREACHED;
        zero_weight[f] = !fixed[f];
    }
    relax(d, s, fixed, true, distance);
}

/* portions[f][g] is the part of g's cost that goes to its caller f in the DAG
   of entry e, or UNKNOWN if the DAG has no such call. */
static inline void find_dag(const struct dense *d, const struct solution *s,
                            uint32_t e, double portions[NODES][NODES])
{
    uint32_t distance[NODES];
    bool zero_weight[NODES];
    find_distances(d, s, e, distance, zero_weight);
    for (uint32_t g = 0; g < d->n; g++) {
        double sum = 0;
        uint32_t n = 0;
        for (uint32_t f = 0; f < d->n; f++) {
            bool keep =
                inside(d, s, f, g) && distance[f] < distance[g] &&
                (d->weight[f][g] > 0 ||
                 (zero_weight[g] && distance[g] == distance[f] + 1));
            portions[f][g] = keep ? d->weight[f][g] : UNKNOWN;
            sum += keep ? d->weight[f][g] : 0;
            n += keep;
        }
        for (uint32_t f = 0; f < d->n; f++)
            if (known(portions[f][g]))
                portions[f][g] = sum > 0 ? portions[f][g] / sum : 1.0 / n;
    }
}

/* Solves partial(f) = own(f) + sum of portions(f,g) * partial(g) by iterating
   until nothing changes. */
static inline void solve_dag(const struct dense *d, const struct solution *s,
                             uint32_t k, const double *own,
                             double portions[NODES][NODES], double *partial)
{
    bool changed = true;
    for (uint32_t f = 0; f < d->n; f++)
        partial[f] = 0;
    for (uint32_t round = 0; changed && round <= d->n; round++) {
        changed = false;
        for (uint32_t f = 0; f < d->n; f++) {
            if (s->of[f] != k)
                continue;
            double sum = own[f];
            for (uint32_t g = 0; g < d->n; g++)
                if (known(portions[f][g]))
                    sum += portions[f][g] * partial[g];
            changed = changed || sum != partial[f];
            partial[f] = sum;
        }
    }
    expect(!changed, "a DAG has a cycle");
}

/* Counts the calls into component k from outside, and finds the part of its
   cost that enters at each member. */
static inline void find_inflow(const struct dense *d, struct solution *s,
                               uint32_t k, double *portion)
{
    double weight[NODES] = { 0 };
    uint32_t calls[NODES] = { 0 };
    for (uint32_t g = 0; g < d->n; g++) {
        if (s->of[g] != k)
            continue;
        weight[g] = d->entry[g];
        for (uint32_t f = 0; f < d->n; f++)
            if (d->calls[f][g] && s->of[f] != k) {
                weight[g] += d->weight[f][g];
                calls[g]++;
            }
        s->inflow[k] += weight[g];
        s->outside[k] += calls[g];
    }
    for (uint32_t g = 0; g < d->n; g++) {
        if (s->of[g] != k)
            continue;
        if (s->inflow[k] > 0)
            portion[g] = weight[g] / s->inflow[k];
        else if (s->outside[k])
            portion[g] = (double)calls[g] / s->outside[k];
        else
            portion[g] = 1.0 / s->size[k];
    }
}

/* The costs of the calls that leave component k are known already. */
static inline void find_own(const struct dense *d, struct solution *s,
                            uint32_t k, double *own)
{
    for (uint32_t f = 0; f < d->n; f++) {
        if (s->of[f] != k)
            continue;
        own[f] = d->self[f];
        for (uint32_t g = 0; g < d->n; g++)
            if (d->calls[f][g] && s->of[g] != k)
                own[f] += s->cost[f][g];
        s->component_cost[k] += own[f];
    }
}

static inline void pay_callers(const struct dense *d, struct solution *s,
                               uint32_t k)
{
    for (uint32_t f = 0; f < d->n; f++)
        for (uint32_t g = 0; g < d->n; g++)
            if (d->calls[f][g] && s->of[g] == k && s->of[f] != k)
                s->cost[f][g] =
                    s->component_cost[k] * (s->inflow[k] > 0
                                       ? d->weight[f][g] / s->inflow[k]
                                       : 1.0 / s->outside[k]);
}

/* Adds the part of the cost that enters at e. */
static inline void solve_entry(const struct dense *d, struct solution *s,
                               uint32_t e, double portion, const double *own)
{
    double portions[NODES][NODES], partial[NODES];
    uint32_t k = s->of[e];
    find_dag(d, s, e, portions);
    solve_dag(d, s, k, own, portions, partial);
    expect(close_to(partial[e], s->component_cost[k]),
           "partial of entry f%u is %g, its cycle costs %g", e, partial[e],
           s->component_cost[k]);
    for (uint32_t f = 0; f < d->n; f++) {
        if (s->of[f] != k)
            continue;
        s->total[f] += portion * partial[f];
        for (uint32_t g = 0; g < d->n; g++)
            if (known(portions[f][g])) {
                s->back[f][g] = false;
                s->cost[f][g] = add_known(
                    s->cost[f][g], portion * portions[f][g] * partial[g]);
            }
    }
}

static inline void solve_component(const struct dense *d, struct solution *s,
                                   uint32_t k)
{
    double portion[NODES] = { 0 }, own[NODES] = { 0 };
    find_inflow(d, s, k, portion);
    find_own(d, s, k, own);
    pay_callers(d, s, k);
    for (uint32_t f = 0; f < d->n; f++)
        for (uint32_t g = 0; g < d->n; g++)
            if (inside(d, s, f, g) && s->of[f] == k) {
                s->back[f][g] = true;
                s->cost[f][g] = UNKNOWN;
            }
    for (uint32_t e = 0; e < d->n; e++)
        if (s->of[e] == k && portion[e] > 0)
            solve_entry(d, s, e, portion[e], own);
}

/* A call is exact if the total of its callee is and nothing else enters the
   callee. A total is exact if the function is in no cycle and all its calls are
   exact. */
static inline void find_exact(const struct dense *d, struct solution *s,
                              uint32_t k)
{
    uint32_t callers;
    for (uint32_t f = 0; f < d->n; f++) {
        if (s->of[f] != k)
            continue;
        s->exact[f] = s->size[k] == 1;
        for (uint32_t g = 0; g < d->n; g++) {
            if (f == g || !d->calls[f][g])
                continue;
            dense_inflow(d, g, &callers);
            s->call_exact[f][g] =
                s->exact[g] && callers == 1 && !(d->entry[g] > 0);
            s->exact[f] = s->exact[f] && s->call_exact[f][g];
        }
    }
}

static inline bool callees_done(const struct dense *d, const struct solution *s,
                                uint32_t k, const bool *done)
{
    for (uint32_t f = 0; f < d->n; f++)
        for (uint32_t g = 0; g < d->n; g++)
            if (d->calls[f][g] && s->of[f] == k && s->of[g] != k &&
                !done[s->of[g]])
                return false;
    return true;
}

static inline void solve(const struct dense *d, struct solution *s)
{
    bool done[NODES] = { false }, more = true;
    *s = (struct solution){ 0 };
    find_components(d, s);
    while (more) {
        more = false;
        for (uint32_t k = 0; k < d->n; k++) {
            if (s->of[k] != k || done[k] || !callees_done(d, s, k, done))
                continue;
            solve_component(d, s, k);
            find_exact(d, s, k);
            done[k] = more = true;
        }
    }
    for (uint32_t f = 0; f < d->n; f++)
        s->cost[f][f] = UNKNOWN;
}

#endif
