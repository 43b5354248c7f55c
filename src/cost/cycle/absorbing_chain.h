/*
 * A walk at random from state to state, which ends sooner or later: how often
 * does it come by?
 *
 * From state i it goes on to j with probability R(i,j), or it ends there. The
 * expected number of visits of j by a walk that starts in i, the start
 * included, is Q(i,j), Q = (I - R)^-1.
 *
 * Made by elimination without a subtraction (W. Grassmann, M. Taksar, D.
 * Heyman, Regenerative analysis and steady state distributions for Markov
 * chains, Operations Research 33:5, 1985): every number is good to almost all
 * its digits, however seldom the walk ends.
 */
#ifndef COST_CYCLE_ABSORBING_CHAIN_H
#define COST_CYCLE_ABSORBING_CHAIN_H

#include "util/map.h"

/* What goes on from one state to another one. */
struct step {
    uint32_t from, to;  /* states, 0..n-1, different */
    double probability; /* 0 or more */
};

struct absorbing_chain {
    uint32_t n;
    double *own; /* by state: Q(i,i), at least 1 */
    double *sum; /* by state: sum over i of start(i) * Q(i,j) */
    struct factors *factors;
};

/* start is what each state begins with, end the probability that the walk ends
   there; with the steps from it and that of staying in it, which is not
   given, it is 1. NULL if the walk ends so seldom that the numbers leave the
   range of a double. Time and memory grow with the number of pairs that the
   steps join while states are eliminated, at worst as n^3 and 20 n^2 bytes. */
struct absorbing_chain *absorbing_chain_of(struct arena *arena, uint32_t n,
                         const struct step *steps, uint32_t n_steps,
                         const double *end, const double *start);

/* Q(i,j), where a step leads from i to j or from j to i. */
double absorbing_chain_visits(const struct absorbing_chain *visits, uint32_t i, uint32_t j);

#endif
