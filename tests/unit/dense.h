/* Random call graphs as plain matrices. The name of function number 7 is
   "f7". */
#ifndef UNIT_DENSE_H
#define UNIT_DENSE_H

#include <stdlib.h>

#include "check.h"
#include "model/profile.h"

enum { NODES = 30 };

struct dense {
    uint32_t n;
    double self[NODES], entry[NODES];
    bool calls[NODES][NODES]; /* by caller and callee, self-calls included */
    double weight[NODES][NODES];
    uint32_t order[NODES]; /* the functions in the order of the profile */
};

static inline double random_weight(void)
{
    if (chance(25))
        return 0;
    return chance(80) ? 1 + random_below(9)
                      : ldexp(1 + random_below(1000), random_below(40) - 30);
}

static inline void shuffle(uint32_t *order, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = random_below(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

static inline struct dense random_nodes(uint32_t most)
{
    struct dense d = { .n = 4 + random_below(most - 3) };
    uint32_t entered = random_below(4) * 25;
    for (uint32_t f = 0; f < d.n; f++) {
        d.self[f] = chance(25) ? 0 : 0.5 * random_below(200);
        d.entry[f] = chance(entered) ? random_weight() : 0;
    }
    shuffle(d.order, d.n);
    return d;
}

static inline void add_call(struct dense *d, uint32_t f, uint32_t g)
{
    d->calls[f][g] = true;
    d->weight[f][g] = random_weight();
}

/* Calls lead to higher numbers; some functions call themselves. */
static inline struct dense random_acyclic(uint32_t most)
{
    struct dense d = random_nodes(most);
    uint32_t filled = 5 + random_below(45);
    for (uint32_t f = 0; f < d.n; f++)
        for (uint32_t g = f; g < d.n; g++)
            if (f == g ? chance(10) : chance(filled))
                add_call(&d, f, g);
    return d;
}

/* The functions are divided into groups of random size. Most calls to lower
   numbers stay inside a group, so that there are several cycles. */
static inline struct dense random_cyclic(uint32_t most)
{
    struct dense d = random_acyclic(most);
    uint32_t group[NODES], filled = 5 + random_below(60);
    bool anywhere = chance(20);
    for (uint32_t f = 0; f < d.n; f++)
        group[f] = f ? group[f - 1] + chance(25) : 0;
    for (uint32_t f = 0; f < d.n; f++)
        for (uint32_t g = 0; g < f; g++)
            if ((anywhere || group[f] == group[g]) && chance(filled))
                add_call(&d, f, g);
    return d;
}

static inline uint32_t add_numbered(struct profile *profile, uint32_t f)
{
    char name[16];
    snprintf(name, sizeof name, "f%u", f);
    return profile_named(profile, str_of(name));
}

/* ids receives the id of each function. End with profile_free. */
static inline struct profile *profile_of_dense(struct arena *arena,
                                               const struct dense *d,
                                               uint32_t ids[NODES])
{
    struct profile *profile = profile_new(arena);
    profile->kind = FROM_CALLS;
    for (uint32_t i = 0; i < d->n; i++) {
        uint32_t f = d->order[i];
        ids[f] = add_numbered(profile, f);
        profile->functions[ids[f]].self = d->self[f];
        profile->functions[ids[f]].entry = d->entry[f];
    }
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t j = 0; j < d->n; j++) {
            uint32_t f = d->order[i], g = d->order[j];
            if (!d->calls[f][g])
                continue;
            uint32_t call = profile_call(profile, ids[f], ids[g]);
            profile->calls[call].weight = d->weight[f][g];
        }
    return profile;
}

static inline double dense_whole(const struct dense *d)
{
    double sum = 0;
    for (uint32_t f = 0; f < d->n; f++)
        sum += d->self[f];
    return sum;
}

/* Returns the sum of what enters g and counts its callers, self-calls left
   out. */
static inline double dense_inflow(const struct dense *d, uint32_t g,
                                  uint32_t *callers)
{
    double sum = d->entry[g];
    *callers = 0;
    for (uint32_t f = 0; f < d->n; f++)
        if (f != g && d->calls[f][g]) {
            sum += d->weight[f][g];
            ++*callers;
        }
    return sum;
}

#endif
