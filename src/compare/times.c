#include "compare/times.h"

#include <stdlib.h>

#include "compare/significance.h"

/* The noise that is there always, that of a program of fewer functions than
   ENOUGH, and the part of the deviation of three quarters of the functions that
   is noise of the larger ones, which vary less. */
#define LEAST .1
#define UNTOLD .2
#define PART .3

enum { ENOUGH = 8 };

static int by_number(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double times_noise(const struct compare_run *runs, double least)
{
    struct arena scratch = { 0 };
    uint32_t n_functions = runs[0].profile->n_functions, n = 0;
    double *ratios = NEW_N(&scratch, double, n_functions);
    for (uint32_t f = 0; f < n_functions; f++) {
        double a = runs[0].profile->functions[f].self;
        double b = runs[1].profile->functions[f].self;
        if (fmin(a, b) > 0 && fmax(a, b) >= least)
            ratios[n++] = log(b / a);
    }
    double speed = significance_median(ratios, n);
    for (uint32_t i = 0; i < n; i++)
        ratios[i] = fabs(ratios[i] - speed);
    if (n)
        qsort(ratios, n, sizeof *ratios, by_number);
    double noise =
        n < ENOUGH ? UNTOLD : hypot(LEAST, PART * ratios[n * 3 / 4]);
    arena_free(&scratch);
    return noise;
}

double times_probability(double noise, double a, double b, double margin)
{
    double more = fmax(a, b) - margin, less = fmin(a, b);
    if (!(more > less))
        return 1;
    return significance_normal(log(more / less) / (noise * sqrt(2)));
}

/* The difference of two means of n runs has the variance 2 noise^2 / n, and
   three standard deviations are taken for certain. */
unsigned times_needed_runs(double noise)
{
    double runs = 2 * (3 * noise / .2) * (3 * noise / .2);
    return (unsigned)fmax(ceil(fmin(runs, 1000)), 3);
}
