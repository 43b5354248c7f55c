/*
 * Self times from printed ones. gprof prints times with two decimals, so each
 * of them may be wrong by half a hundredth of a second, and the sum of many
 * small ones may be far from the whole. But gprof prints the whole as well, and
 * in the flat profile percentages that are often more precise than times.
 */
#pragma once

#include <stddef.h>

/* All numbers are seconds. */
struct gprof_time {
    double printed;
    double least, most; /* bounds of the true time */
    double guide;       /* the time that a percentage tells, or UNKNOWN */
    double fitted;      /* set by gprof_fit */
};

/* A time that was printed, or the sum of n such times; without a guide. */
struct gprof_time gprof_fit_time(double printed, size_t n);

/*
 * Sets the fitted times so that their sum is the whole. Each time begins at its
 * guide, or at the bound next to it, or as printed if it has no guide. Then the
 * times share what is missing, in proportion to their room up to the bounds.
 * Times that begin at 0 take no part in this before all others are at their
 * bounds: a function that was sampled has a tick of the clock at least, or a
 * good part of one, so those were hardly sampled at all.
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
