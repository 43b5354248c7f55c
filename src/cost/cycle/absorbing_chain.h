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
 *
 * Two chains that have the same transitions with other probabilities are solved
 * side by side. This takes little longer than one chain, because they share the
 * work of finding the numbers that are needed.
 */
#pragma once

#include "util/arena.h"

enum { CHAINS = 2 };

/* One number for each chain. */
struct chain_numbers {
    double of[CHAINS];
};

/* A transition is a possible step of the walk from one state to another. */
struct transition {
    uint32_t from, to; /* states, 0..n-1, different */
    struct chain_numbers probability; /* 0 or more */
};

struct absorbing_chains {
    uint32_t n;
    struct chain_numbers *self_visits; /* by state: Q(i,i), at least 1 */
    struct chain_numbers *sum; /* by state j: sum over i of start(i) * Q(i,j) */
    struct chain_numbers *back_visits; /* by transition from i to j: Q(j,i) */
    /* By chain: NULL, or the reason why it has no solution, as the rest of a
       message after "a cycle of n functions". Elimination would take too many
       steps, or the walk ends so seldom that the numbers leave the range of a
       double. */
    const char *problem[CHAINS];
};

/* Returns the chains, which live in the arena. `end` is the probability, by
   state, that the walk ends there. Together with the probabilities of the
   transitions from the state and of staying in it, which are not given, it sums
   to 1. `start` is by state and used for chains->sum. No two transitions have
   the same ends. Time and memory depend on how many pairs of states elimination
   makes adjacent; at worst they grow as n^3 and as 30 n^2 bytes, until a
   limit. */
struct absorbing_chains *absorbing_chains_of(
    struct arena *arena, uint32_t n, const struct transition *transitions,
    uint32_t n_transitions, const struct chain_numbers *end,
    const double *start);
