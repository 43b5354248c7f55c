/*
 * The noise of a comparison of one run a side, found in the two runs.
 *
 * Two runs of one program differ by the speed of the machine, which all
 * functions share; by the moments at which other programs ran instead, which
 * make the cost of a single function larger; and by other things that samples
 * do not show. Most functions do not change, so the median function shows how
 * much noise there was.
 *
 * The constants were chosen on recordings of the programs of
 * tests/accuracy/noise on a machine with seven times as many tasks as
 * processors (make noise).
 */
#pragma once

#include "compare/run.h"

/* The standard deviation of the speed of a machine between two runs. It was 2 %
   to 8 % on a busy machine. */
#define COMPARE_SPEED .05

struct pair_noise {
    double speed;    /* factor from costs of the base to those of the new side
                        by which the machine was slower or faster */
    double quantum;  /* variance divided by cost: the cost of one sample if
                        costs were sums of independent samples; 0: not known */
    double relative; /* standard deviation divided by cost */
};

/* Returns the noise of two runs, which are aligned and have costs; functions of
   less than `least` on both sides do not count. Costs of runs with is_timed may
   be measured or sampled. */
struct pair_noise pair_noise_of(const struct compare_run *runs, double least);
