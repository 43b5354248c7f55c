/*
 * Stacks as plain arrays, and results that are counted by reading each stack
 * from end to end. The name of function number 7 is "f7". Costs are multiples
 * of a quarter, so that sums are the same in any order.
 */
#ifndef UNIT_PLAIN_H
#define UNIT_PLAIN_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/profile.h"

enum { FUNCTIONS = 10, DEPTH = 14, STACKS = 20, PIECES = STACKS * DEPTH };

struct stack {
    uint32_t depth;
    uint32_t f[DEPTH]; /* outermost first */
    double cost;
};

struct stacks {
    uint32_t n_functions, n;
    struct stack of[PIECES]; /* at most STACKS of them when made at random */
};

static inline void extend(struct stack *s, uint32_t functions)
{
    while (s->depth < DEPTH && (s->depth == 0 || !chance(15)))
        s->f[s->depth++] = random_below(functions);
}

/* Returns a stack that begins like s and goes on differently. */
static inline struct stack branch(struct stack s, uint32_t functions)
{
    s.depth = random_below(s.depth + 1);
    extend(&s, functions);
    return s;
}

/* Returns the stack s without some of its outer frames. */
static inline struct stack truncated(struct stack s)
{
    uint32_t lost = random_below(s.depth);
    s.depth -= lost;
    memmove(s.f, s.f + lost, s.depth * sizeof *s.f);
    return s;
}

static inline struct stacks random_stacks(void)
{
    struct stacks p = { .n_functions = 1 + random_below(FUNCTIONS),
                        .n = 1 + random_below(STACKS) };
    for (uint32_t i = 0; i < p.n; i++) {
        struct stack *s = &p.of[i];
        if (i && chance(50))
            *s = branch(p.of[random_below(i)], p.n_functions);
        else if (i && chance(40))
            *s = truncated(p.of[random_below(i)]);
        else
            extend(s, p.n_functions);
        s->cost = chance(10) ? 0 : 0.25 * random_below(100);
    }
    return p;
}

static inline uint32_t add_named(struct profile *profile, uint32_t f)
{
    char name[16];
    snprintf(name, sizeof name, "f%u", f);
    return profile_named(profile, str_of(name));
}

/* Returns the context of the stack; NO_ID if that is empty. */
static inline uint32_t add_stack(struct profile *profile, const struct stack *s)
{
    uint32_t context = NO_ID;
    for (uint32_t i = 0; i < s->depth; i++)
        context =
            profile_context(profile, context, add_named(profile, s->f[i]));
    if (context != NO_ID)
        profile_sample(profile, context, s->cost);
    return context;
}

/* End with profile_free. */
static inline struct profile *profile_of(struct arena *arena,
                                         const struct stacks *p)
{
    struct profile *profile = profile_new(arena);
    for (uint32_t i = 0; i < p->n; i++)
        add_stack(profile, &p->of[i]);
    return profile;
}

/* Returns the number of a function of the profile. */
static inline uint32_t number_of(const struct profile *profile, uint32_t id)
{
    return (uint32_t)atoi(profile->functions[id].is.name.s + 1);
}

static inline bool holds(const struct stack *s, uint32_t f)
{
    for (uint32_t i = 0; i < s->depth; i++)
        if (s->f[i] == f)
            return true;
    return false;
}

/* Returns how often f is right above g. */
static inline uint32_t pairs_in(const struct stack *s, uint32_t f, uint32_t g)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < s->depth; i++)
        n += s->f[i - 1] == f && s->f[i] == g;
    return n;
}

/* Returns the stack without the functions that are not kept. */
static inline struct stack only_kept(const struct stack *s, const bool *kept)
{
    struct stack left = { .cost = s->cost };
    for (uint32_t i = 0; i < s->depth; i++)
        if (kept[s->f[i]])
            left.f[left.depth++] = s->f[i];
    return left;
}

static inline double plain_whole(const struct stacks *p)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += p->of[i].cost;
    return sum;
}

static inline double plain_self(const struct stacks *p, uint32_t f)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += p->of[i].f[p->of[i].depth - 1] == f ? p->of[i].cost : 0;
    return sum;
}

static inline double plain_entry(const struct stacks *p, uint32_t f)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += p->of[i].f[0] == f ? p->of[i].cost : 0;
    return sum;
}

static inline double plain_total(const struct stacks *p, uint32_t f)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += holds(&p->of[i], f) ? p->of[i].cost : 0;
    return sum;
}

static inline bool plain_calls(const struct stacks *p, uint32_t f, uint32_t g)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (pairs_in(&p->of[i], f, g))
            return true;
    return false;
}

static inline double plain_call_cost(const struct stacks *p, uint32_t f,
                                     uint32_t g)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++)
        sum += pairs_in(&p->of[i], f, g) ? p->of[i].cost : 0;
    return sum;
}

#endif
