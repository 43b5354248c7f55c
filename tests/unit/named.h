/* Expectations on the costs of a small graph, whose functions are given by
   name. */
#ifndef UNIT_NAMED_H
#define UNIT_NAMED_H

#include "cost/from_calls.h"
#include "cost/from_stacks.h"
#include "text.h"

/* A profile read from a text, and its costs. */
struct named {
    struct arena arena;
    struct profile *profile;
    struct costs *costs;
};

static inline struct named costs_by(const char *reader, enum cycles cycles,
                                    const char *text)
{
    struct named g = { 0 };
    g.profile = read_text(&g.arena, reader, str_of(text));
    g.costs = g.profile->kind == FROM_CALLS
                  ? costs_from_calls(&g.arena, g.profile, cycles)
                  : costs_from_stacks(&g.arena, g.profile);
    return g;
}

static inline struct named named_costs(const char *reader, const char *text)
{
    return costs_by(reader, CYCLES_SPLIT, text);
}

static inline void named_free(struct named *g)
{
    profile_free(g->profile);
    arena_free(&g->arena);
}

static inline void total_is(const struct named *g, const char *name,
                            double total)
{
    uint32_t f = function_by_name(g->profile, name);
    if (expect(f != NO_ID, "no function %s", name))
        expect(close_to(g->costs->total[f], total), "total(%s) is %g, not %g",
               name, g->costs->total[f], total);
}

static inline uint32_t call_by_names(const struct named *g, const char *caller,
                                     const char *callee)
{
    uint32_t call =
        profile_find_call(g->profile, function_by_name(g->profile, caller),
                          function_by_name(g->profile, callee));
    expect(call != NO_ID, "no call %s -> %s", caller, callee);
    return call;
}

/* The cost may be UNKNOWN. */
static inline void call_is(const struct named *g, const char *caller,
                           const char *callee, double cost)
{
    uint32_t c = call_by_names(g, caller, callee);
    if (c != NO_ID)
        expect(close_to(g->costs->call_cost[c], cost),
               "cost(%s -> %s) is %g, not %g", caller, callee,
               g->costs->call_cost[c], cost);
}

static inline void call_is_back(const struct named *g, const char *caller,
                                const char *callee, bool back)
{
    uint32_t c = call_by_names(g, caller, callee);
    if (c != NO_ID)
        expect(g->costs->back[c] == back, "%s -> %s: back is %d", caller,
               callee, !back);
}

static inline void exact_is(const struct named *g, const char *name, bool exact)
{
    uint32_t f = function_by_name(g->profile, name);
    if (expect(f != NO_ID, "no function %s", name))
        expect(g->costs->exact[f] == exact, "exact(%s) is %d", name, !exact);
}

static inline void call_exact_is(const struct named *g, const char *caller,
                                 const char *callee, bool exact)
{
    uint32_t c = call_by_names(g, caller, callee);
    if (c != NO_ID)
        expect(g->costs->call_exact[c] == exact, "exact(%s -> %s) is %d",
               caller, callee, !exact);
}

/* n is the number of the cycle, from 1; `first` is its first member. */
static inline void cycle_is(const struct named *g, uint32_t n,
                            const char *first, double self, double cost,
                            double inflow)
{
    if (!expect(n <= g->costs->n_cycles, "no cycle %u", n))
        return;
    const struct cycle *cycle = &g->costs->cycles[n - 1];
    uint32_t f = function_by_name(g->profile, first);
    expect(cycle->members[0] == f && g->costs->cycle[f] == n,
           "cycle %u does not begin with %s", n, first);
    expect(close_to(cycle->self, self), "self of cycle %u is %g, not %g", n,
           cycle->self, self);
    expect(close_to(cycle->cost, cost), "cost of cycle %u is %g, not %g", n,
           cycle->cost, cost);
    expect(close_to(cycle->inflow, inflow), "inflow of cycle %u is %g, not %g",
           n, cycle->inflow, inflow);
}

#endif
