/*
 * The noise of times that a profiler has measured, if each side has one run.
 *
 * Two runs of one program differ by the speed of the machine, which all
 * functions share, and by the moments at which other programs ran instead,
 * which make the time of a single function much longer. How much of this there
 * was is seen by how far the ratios of self times are spread: most functions do
 * not change. The relative noise is a part of the deviation from the common
 * speed that three quarters of the functions do not exceed, and 10 % at least.
 *
 * The constants were chosen on 60 pairs of equal recordings of a Python program
 * by cProfile, half of them beside another program: 2 of them have changes. Of
 * 40 more pairs on a machine so busy that times doubled, none has.
 */
#ifndef COMPARE_TIMES_H
#define COMPARE_TIMES_H

#include "compare/run.h"

/* A change of fewer points is noise: another program that ran for a moment puts
   as much into one function. */
#define TIMES_MARGIN 4.

/* Returns the relative standard deviation of a time. The two runs are aligned
   and have costs; functions of less than `least` on both sides do not count. */
double times_noise(const struct compare_run *runs, double least);

/* Returns the probability that two equal times differ as much as a and b do
   beyond a margin. It is of the logarithm of their ratio, because the noise is
   a part of the time. */
double times_probability(double noise, double a, double b, double margin);

/* Returns how many runs a side tell a change of a fifth of a time from noise. */
unsigned times_needed_runs(double noise);

#endif
