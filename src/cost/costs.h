/*
 * The inclusive costs of functions and calls. All arrays are by function or
 * call id of the profile that the costs were made from, and everything lives in
 * the arena that they were made in.
 */
#pragma once

#include "graph/components.h"
#include "model/profile.h"

/* How the estimated cost of a cycle is shared among its members. */
enum cycles {
    CYCLES_SPLIT,    /* one DAG per entry: cost/cycle/split.h */
    CYCLES_WALK,     /* a random walk: cost/cycle/random_walk.h */
    CYCLES_TREE,     /* a random walk that prefers calls away from the
                        entries */
    CYCLES_COLLAPSE, /* not at all: the cycle is one function
                        (cost/cycle/collapse.h) */
};

/* Returns the way to estimate where each member of a cycle needs a cost, as
   filters and stored estimates do: `cycles` itself, but CYCLES_SPLIT for
   CYCLES_COLLAPSE. */
static inline enum cycles cycles_of_members(enum cycles cycles)
{
    return cycles == CYCLES_COLLAPSE ? CYCLES_SPLIT : cycles;
}

/* Returns "split", "walk", "tree" or "collapse". */
const char *costs_cycles_name(enum cycles cycles);

/* A cycle is a set of functions that call each other, directly or not. Cycles
   are found before the view is made. */
struct cycle {
    const uint32_t *members; /* functions in ascending order */
    uint32_t n_members;
    double self;     /* sum over the members */
    double cost;     /* spent in it and in everything it calls */
    double inflow;   /* from calls: W of graph/inflow.h; from stacks: cost of
                        the samples that enter it, which is `cost` */
    enum cycles way; /* from calls: how its cost was shared */
    bool no_entry;   /* from calls: nothing is known to enter it, so it was
                        shared as if every member were an equal entry */
};

/* The range of an estimated cost, if cost/cycle/range.h finds one. */
struct range {
    bool is_set;      /* else the other fields have no meaning */
    double low, high; /* `high` is UNKNOWN if there is no upper bound */
};

#define RANGE_MOST_WIDTH .5 /* of the whole */

/* Is the range too wide for its high end to tell anything? */
static inline bool range_is_open(struct range range, double whole)
{
    return !known(range.high) ||
           range.high - range.low > RANGE_MOST_WIDTH * whole;
}

struct costs {
    double whole;      /* sum of all self costs */
    double *total;     /* by function: its cost with all that it calls */
    double *call_cost; /* by call; UNKNOWN for the back calls of split cycles,
                          and for the self-calls of a profile from calls
                          unless CYCLES_WALK or CYCLES_TREE estimated them */
    bool *exact;       /* by function: total is a measured cost or a sum of
                          such costs; false for an estimate */
    bool *call_exact;  /* by call: the same for call_cost */
    bool *back;        /* by call: it is inside a split cycle and in none of its
                          DAGs */
    struct range *range;      /* by function: of its total. This and call_range
                                 are NULL without costs_with_ranges */
    struct range *call_range; /* by call: of its cost, even if that is
                                 UNKNOWN */
    double *inflow;    /* by function: what enters its cycle at this function.
                          From stacks: the cost of the samples whose stack
                          enters the cycle there; from calls: inflow_by_function
                          of graph/inflow.h. No meaning outside cycles. */
    const struct stack_tree *tree; /* from stacks: the tree of all stacks, for
                                      walks over it; from calls: NULL */

    const struct graph *graph; /* from calls: the graph; from stacks: NULL */
    uint32_t *walked, n_walked; /* from stacks: the calls in the order in which
                                   such a walk enters them first */

    uint32_t *cycle;      /* by function: the number of its cycle, from 1; 0 if
                             it is in none */
    struct cycle *cycles; /* by falling cost, then by first member; cycles[0] is
                             number 1 */
    uint32_t n_cycles;
};

/* Returns whether f and g are two different functions of one cycle. */
static inline bool costs_in_one_cycle(const struct costs *costs, uint32_t f,
                                      uint32_t g)
{
    return f != g && costs->cycle[f] && costs->cycle[f] == costs->cycle[g];
}

/* These return the range of a total, and of the cost of a call; is_set is false
   if it has none. */
static inline struct range costs_range(const struct costs *costs, uint32_t f)
{
    return costs->range ? costs->range[f] : (struct range){ 0 };
}

static inline struct range costs_call_range(const struct costs *costs,
                                            uint32_t call)
{
    return costs->call_range ? costs->call_range[call] : (struct range){ 0 };
}

/* For the functions that compute costs only. costs_new returns zeroed arrays,
   and the cycles in the order of their components, without cost and inflow.
   costs_number_cycles sorts and numbers the cycles once their costs are
   known. */
struct costs *costs_new(struct arena *arena, const struct profile *profile,
                        const struct components *components);
void costs_number_cycles(struct costs *costs);
