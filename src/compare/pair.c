#include "compare/pair.h"

#include "compare/significance.h"

/* The least relative deviation of times that were measured, and the one that is
   assumed if fewer than TELLING functions are on both sides. */
#define OF_TIMES .1
#define UNTOLD .2
/* Another program may run for a large part of a long program. So measured times
   deviate by no less than this part of what half of the cost deviates by, but
   by no more than MOST_RELATIVE, if most of the cost has changed. */
#define PART .7
#define MOST_RELATIVE .4

enum {
    ENOUGH = 3, /* functions that have a median */
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

/* The variance over the cost is no more than so many times that of samples, or
   so many seconds, in which another program has the processor: if most
   functions have changed, they tell nothing of noise. */
#define MOST_DISPERSION 5.
#define MOST_SECONDS .03

/* A function that is on both sides. */
struct both {
    double a, b;
    double ratio; /* ln(b / a) */
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
        double a = runs[0].profile->functions[f].self;
        double b = runs[1].profile->functions[f].self;
        if (fmin(a, b) > 0 && fmax(a, b) >= least)
            both[n++] = (struct both){ a, b, log(b / a) };
    }
    return n;
}

/* Returns the ratio that half of the cost on both sides does not exceed. */
static double median_by_cost(const struct both *both, size_t n)
{
    double all = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        all += fmin(both[i].a, both[i].b);
    for (size_t i = 0; i < n; i++) {
        sum += fmin(both[i].a, both[i].b);
        if (sum >= all / 2)
            return both[i].ratio;
    }
    return 0;
}

/*
 * Returns the logarithm of the common ratio of n sorted functions. The median
 * over functions is wrong if other programs ran during most of them, because
 * small ones show that most, and the median by cost is wrong if a large one
 * changed. So it is the one that explains less, and 0 if they contradict each
 * other.
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

/* Returns the variance of a cost over that cost, as the median function shows
   it, the lower one of two; but at most `most`. */
static double quantum_of(struct arena *scratch, const struct both *both,
                         size_t n, double speed, double most)
{
    double *parts = NEW_N(scratch, double, n);
    for (size_t i = 0; i < n; i++) {
        double difference = both[i].b - both[i].a * speed;
        parts[i] = difference * difference / (both[i].a + both[i].b);
    }
    significance_sort(parts, n);
    return fmin(parts[(n - 1) / 2] / MEDIAN, most);
}

/* Returns by how much half of the cost deviates at most from the common speed;
   changes the ratios. */
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
