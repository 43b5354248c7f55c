/*
 * The noise of a comparison of one run a side, found in the two runs.
 *
 * Two runs of one program differ by the speed of the machine, which all
 * functions share; by the moments at which other programs ran instead, which
 * make the cost of a single function larger; and by whatever else samples do
 * not tell. Most functions do not change, so the median function shows how much
 * of this there was.
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
    double speed;    /* costs of the new side over those of the base, as far as
                        the speed of the machine explains them */
    double quantum;  /* the variance of a cost over that cost, as if samples of
                        this cost were drawn at random; 0: not known */
    double relative; /* the standard deviation of a cost over that cost */
};

/* Returns the noise of two runs, which are aligned and have costs; functions of
   less than `least` on both sides do not count. The costs of is_timed runs may
   have been measured, or they are samples. */
struct pair_noise pair_noise_of(const struct compare_run *runs, double least);
