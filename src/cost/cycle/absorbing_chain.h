/*
 * Absorbing Markov chains: how often a random walk visits each state before it
 * ends.
 *
 * From state i the walk goes on to j with probability R(i,j), or it ends there.
 * The expected number of visits of j by a walk that starts in i, the start
 * included, is Q(i,j), where Q = (I - R)^-1.
 *
 * Q is computed by elimination without a subtraction (W. Grassmann, M. Taksar,
 * D. Heyman, Regenerative analysis and steady state distributions for Markov
 * chains, Operations Research 33:5, 1985), so that almost all digits of every
 * number are right, however seldom the walk ends.
 */
#ifndef COST_CYCLE_ABSORBING_CHAIN_H
#define COST_CYCLE_ABSORBING_CHAIN_H

#include "util/map.h"

/* A transition is a possible step of the walk from one state to another. */
struct transition {
    uint32_t from, to;  /* states, 0..n-1, different */
    double probability; /* 0 or more */
};

struct absorbing_chain {
    uint32_t n;
    double *self_visits; /* by state: Q(i,i), at least 1 */
    double *sum; /* by state j: sum over i of start(i) * Q(i,j) */
    /* NULL, or the reason why there is no solution, as the rest of a message
       after "a cycle of n functions". Elimination would take too many steps, or
       the walk ends so seldom that the numbers leave the range of a double. */
    const char *problem;
    struct lu_factors *factors; /* private */
};

/* Returns the chain, which lives in the arena. `end` is the
   probability, by state, that the walk ends there. Together with the
   probabilities of the transitions from the state and of staying in it, which
   are not given, it sums to 1. `start` is by state and used for chain->sum.
   Time and memory depend on how many pairs of states elimination makes
   adjacent; at worst they grow as n^3 and as 20 n^2 bytes, until a limit. */
struct absorbing_chain *absorbing_chain_of(struct arena *arena, uint32_t n,
                                           const struct transition *transitions,
                                           uint32_t n_transitions,
                                           const double *end,
                                           const double *start);

/* Returns Q(i,j). There must be a transition from i to j or from j to i. */
double absorbing_chain_visits(const struct absorbing_chain *chain, uint32_t i,
                              uint32_t j);

#endif
