/*
 * Estimates self times from printed ones. gprof prints times with two decimals,
 * so each may be wrong by half a hundredth of a second, and the sum of many
 * small ones may be far from the whole. But gprof prints the whole as well, and
 * in the flat profile percentages that are often more precise than times.
 */
#pragma once

#include <stddef.h>

/* All numbers are seconds. */
struct gprof_time {
    double printed;
    double least, most; /* bounds of the true time */
    double guide;       /* the time by a printed percentage, or UNKNOWN */
    double fitted;      /* set by gprof_fit */
};

/* Returns a printed time, or the sum of n of them, without a guide. */
struct gprof_time gprof_fit_time(double printed, size_t n);

/*
 * Sets the fitted times so that their sum is the whole. Each time begins at its
 * guide, or at the bound next to it, or as printed if it has no guide. Then the
 * times share what is missing, in proportion to their room up to the bounds.
 * Times that begin at 0 change only after all others are at their bounds,
 * because a function that was sampled has at least a good part of a clock tick.
 *
 * The times may be unable to reach the whole. If their least sum is larger,
 * each is its least. If their largest sum is smaller, some functions are not
 * listed, and each time is its guide if that is between its bounds, or else the
 * printed one.
 *
 * The fitted times are rounded to 1e-12 s, which hides errors of arithmetic.
 * Returns their sum.
 */
double gprof_fit(struct gprof_time *times, size_t n, double whole);
