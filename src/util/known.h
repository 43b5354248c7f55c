/* Numbers that may be unknown, and how exact numbers are. */
#pragma once

#include <math.h>
#include <stdbool.h>

/* A number that the input does not tell. It is a NAN, not zero. */
#define UNKNOWN ((double)NAN)

static inline bool known(double x)
{
    return !isnan(x);
}

static inline double known_or(double x, double otherwise)
{
    return known(x) ? x : otherwise;
}

/* Rounding errors, as parts of a sum: sums of the same numbers in different
   orders differ by less, and those of very many numbers or of other sums by
   less than LONG_SUM_ERROR. Smaller differences and parts mean nothing. */
#define SUM_ERROR 1e-12
#define LONG_SUM_ERROR 1e-9

/* Returns the sum of the numbers that are known; UNKNOWN if neither is. If only
   one is known, the result is a lower bound. */
static inline double add_known(double a, double b)
{
    return known(a) && known(b) ? a + b : known(a) ? a : b;
}
