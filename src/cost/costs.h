/*
 * Costs of functions with all they call. All arrays are by function or call
 * id of the profile they were made from; everything lives in the arena.
 */
#ifndef COST_COSTS_H
#define COST_COSTS_H

#include "graph/graph.h"
#include "model/profile.h"

/* How the cost of a cycle is shared among its members where it has to be
   estimated. */
enum cycles {
    CYCLES_SPLIT,    /* one DAG per entry: cost/cycle/split.h */
    CYCLES_WALK,     /* a random walk: cost/cycle/random_walk.h */
    CYCLES_COLLAPSE, /* not at all: cost/cycle/collapse.h */
};

/* "split", "walk" or "collapse". */
const char *cycles_name(enum cycles cycles);

/* Functions that call each other, found before anything is pruned. */
struct cycle {
    const uint32_t *members; /* functions, in order of first sight */
    uint32_t n_members;
    double self;   /* of all members */
    double cost;   /* of the samples or seconds spent in it and below it */
    double inflow; /* entries of members and weights of calls from outside */
    enum cycles way; /* from calls: how its cost was shared */
};

struct costs {
    double whole;      /* sum of all self costs */
    double *total;     /* by function: self and all that it calls */
    double *call_cost; /* by call; UNKNOWN for the back calls of split cycles,
                          and for self-calls of profiles from calls unless
                          they are CYCLES_WALK */
    bool *exact;       /* by function: total is measured, or a sum of what was
                          measured; false for an estimate */
    bool *call_exact;  /* the same for call_cost */
    bool *back;        /* by call: inside a cycle and in no per-entry DAG */
    const struct stack_tree *tree; /* from stacks: for walks (walk.h); else NULL */
    double *entering;  /* from stacks, by function: cost of the samples whose
                          stack comes into its cycle there first; else NULL */

    uint32_t *cycle;      /* by function: 0, or the number of its cycle */
    struct cycle *cycles; /* cycles[0] is number 1; by falling cost, ties by
                             first-seen member */
    uint32_t n_cycles;
};

/* Is it a call between two members of one cycle? */
static inline bool costs_inside(const struct costs *costs, uint32_t caller,
                                uint32_t callee)
{
    return caller != callee && costs->cycle[caller] &&
           costs->cycle[caller] == costs->cycle[callee];
}

/* Exact counts of the samples whose stack holds a function or a pair of
   neighbours at least once. */
struct costs *costs_from_stacks(struct arena *arena,
                                const struct profile *profile);

/*
 * The recurrence of the gprof notes (S. Graham, P. Kessler, M. McKusick,
 * gprof: a call graph execution profiler, SIGPLAN Notices 17:6, 1982):
 *
 *     T(f) = S(f) + sum over callees g of T(g) * w(f,g) / W(g)
 *
 * with W(g) = entry(g) + sum of all w(.,g), self-calls left out. The inside of
 * cycles is done as cycles says, or, after a note, split where it cannot be.
 * With CYCLES_COLLAPSE, they have cost and inflow, but their members have no
 * total and the calls between them no cost.
 */
struct costs *costs_from_calls(struct arena *arena,
                               const struct profile *profile,
                               enum cycles cycles);

/* The cost of each call (by call, in the arena) with CYCLES_SPLIT. */
double *costs_estimate_calls(struct arena *arena,
                             const struct profile *profile);

/* The profile from calls that the stacks would have given: weight is cost
   times occurrences. Same ids. End with profile_free. */
struct profile *reduce_to_calls(struct arena *arena,
                                const struct profile *profile);

/* For the makers of costs: zeroed arrays, and the cycles without their cost
   and inflow, numbered callees first. */
struct costs *costs_new(struct arena *arena, const struct profile *profile,
                        const struct components *components);
/* Numbers the cycles by cost. */
void costs_number_cycles(struct costs *costs);

#endif
