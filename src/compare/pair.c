#include "compare/pair.h"

#include "compare/significance.h"

/* The least relative deviation of measured times. It is also assumed if fewer
   than TELLING functions are on both sides. */
#define OF_TIMES .1
#define UNTOLD .2
/* Another program may run for a large part of a long program. So the deviation
   of measured times is at least this part of the deviation of half of the cost,
   but at most MOST_RELATIVE, if most of the cost has changed. */
#define PART .7
#define MOST_RELATIVE .4

enum {
    ENOUGH = 3, /* the fewest functions whose median is used */
    TELLING = 8,
};

/* The most by which a machine is slower in one run than in the other, by a
   clock that runs on while other programs have the processor. One recording on
   a busy machine was 2.3 times as slow, which then shows as a change. The time
   that the processor takes varies less, which COMPARE_SPEED covers. */
#define MOST_SLOWER 2.

/* Half of the functions differ by no more than this part of their variance if
   all differ by chance and a tenth of them has changed as well: the quantile
   .5 / .9 of chi squared with one degree of freedom. */
#define MEDIAN .585

/* Limits of the variance divided by the cost: this many times that of samples,
   or this many seconds for which another program has the processor. If most
   functions have changed, they do not show noise. */
#define MOST_DISPERSION 5.
#define MOST_SECONDS .03

/* A function that is on both sides. */
struct both {
    double base, new;
    double ratio; /* ln(new / base) */
};

static int by_ratio(const void *left, const void *right)
{
    const struct both *a = left, *b = right;
    return COMPARE(a->ratio, b->ratio);
}

static size_t list_both(const struct compare_run *runs, double least,
                        struct both *both)
{
    size_t n = 0;
    for (uint32_t f = 0; f < runs[0].profile->n_functions; f++) {
        double base = runs[0].self[f], new = runs[1].self[f];
        if (fmin(base, new) > 0 && fmax(base, new) >= least)
            both[n++] = (struct both){ base, new, log(new / base) };
    }
    return n;
}

/* Returns the ratio that half of the cost on both sides does not exceed. */
static double median_by_cost(const struct both *both, size_t n)
{
    double all = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        all += fmin(both[i].base, both[i].new);
    for (size_t i = 0; i < n; i++) {
        sum += fmin(both[i].base, both[i].new);
        if (sum >= all / 2)
            return both[i].ratio;
    }
    return 0;
}

/*
 * Returns the logarithm of the common ratio of n sorted functions. The median
 * over functions is wrong if other programs ran during most of them, because
 * small ones show that most, and the median by cost is wrong if a large one
 * changed. So this takes the median nearer to 0, or 0 if they have different
 * signs.
 */
static double common_ratio(const struct both *both, size_t n)
{
    double middle = n % 2 ? both[n / 2].ratio
                          : (both[n / 2 - 1].ratio + both[n / 2].ratio) / 2;
    double by_cost = median_by_cost(both, n);
    if (middle * by_cost <= 0)
        return 0;
    return copysign(fmin(fmin(fabs(middle), fabs(by_cost)), log(MOST_SLOWER)),
                    middle);
}

/* Returns the variance divided by the cost that the median function shows (the
   lower median), at most `most`. */
static double quantum_of(struct arena *scratch, const struct both *both,
                         size_t n, double speed, double most)
{
    double *parts = NEW_N(scratch, double, n);
    for (size_t i = 0; i < n; i++) {
        double difference = both[i].new - both[i].base * speed;
        parts[i] = difference * difference / (both[i].base + both[i].new);
    }
    significance_sort(parts, n);
    return fmin(parts[(n - 1) / 2] / MEDIAN, most);
}

/* Returns the deviation from the common speed that half of the cost does not
   exceed; changes the ratios. */
static double deviation_by_cost(struct both *both, size_t n, double speed)
{
    for (size_t i = 0; i < n; i++)
        both[i].ratio = fabs(both[i].ratio - log(speed));
    SORT(both, n, by_ratio);
    return median_by_cost(both, n);
}

struct pair_noise pair_noise_of(const struct compare_run *runs, double least)
{
    LOCAL_ARENA(scratch);
    bool is_sampled = runs[0].quantum > 0 || runs[1].quantum > 0;
    bool by_clock = runs[0].is_timed || runs[1].is_timed;
    struct pair_noise noise = { 1, 0, is_sampled ? COMPARE_SPEED : UNTOLD };
    struct both *both =
        NEW_N(&scratch, struct both, runs[0].profile->n_functions);
    size_t n = list_both(runs, least, both);
    double most = is_sampled ? MOST_DISPERSION * fmax(runs[0].quantum,
                                                      runs[1].quantum)
                             : MOST_SECONDS;
    if (n >= ENOUGH) {
        SORT(both, n, by_ratio);
        if (by_clock)
            noise.speed = exp(common_ratio(both, n));
        noise.quantum = quantum_of(&scratch, both, n, noise.speed, most);
        if (!is_sampled && n >= TELLING)
            noise.relative = fmin(
                MOST_RELATIVE,
                fmax(OF_TIMES, PART * deviation_by_cost(both, n, noise.speed)));
    }
    return noise;
}
