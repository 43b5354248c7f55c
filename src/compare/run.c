#include "compare/run.h"

#include "compare/significance.h"
#include "graph/counting_sort.h"
#include "model/stack_tree.h"
#include "util/diag.h"

/* ---- Samples ---- */

/* Returns the number of self costs: those of contexts, or of functions if there
   are no contexts. */
static uint32_t count_selves(const struct profile *profile)
{
    return profile->kind == FROM_CALLS ? profile->n_functions
                                       : profile->n_contexts;
}

static double self_of(const struct profile *profile, uint32_t i)
{
    return profile->kind == FROM_CALLS ? profile->functions[i].self
                                       : profile->contexts[i].self;
}

/* Returns the median self cost. Every self cost is that of at least one sample,
   and many are that of one. */
static double median_self(const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    double *found = NEW_N(&scratch, double, count_selves(profile));
    size_t n = 0;
    for (uint32_t i = 0; i < count_selves(profile); i++)
        if (self_of(profile, i) > 0)
            found[n++] = self_of(profile, i);
    return significance_median(found, n);
}

/* Returns the cost of one sample for the variance, or 0 if costs are counted or
   measured. If the profile does not have it, it is the least self cost if all
   others are multiples of it, else the median self cost, because samples have
   different weights. */
static double find_quantum(const struct profile *profile)
{
    double quantum = profile_sample_quantum(profile), least = INFINITY, n = 0;
    if (quantum > 0 || !profile_is_sampled(profile))
        return quantum;
    for (uint32_t i = 0; i < count_selves(profile); i++) {
        double self = self_of(profile, i);
        n += self > 0;
        if (self > 0 && self < least)
            least = self;
    }
    for (uint32_t i = 0; i < count_selves(profile); i++) {
        double samples = self_of(profile, i) / least;
        if (fabs(samples - round(samples)) > .01)
            return median_self(profile);
    }
    return n ? least : 0;
}

/* ---- Dispersion ---- */

enum {
    SLICES = 50,        /* the parts of a run that are compared */
    LEAST_SAMPLES = 20, /* the fewest of a function that is looked at */
};

/* The part of the differences of successive slices that is left out, and the
   mean of the others if all are those of a normal distribution: chi squared
   below its 90th percentile, 2.706, has P(3 d.f.) / P(1 d.f.) = .5607 / .9. */
#define JUMPS .1
#define KEPT_MEAN .623

/* Costs by slice and function, total[slice * n_functions + f]. */
struct sliced {
    double *total, *self;
    double *whole; /* by slice */
};

/* Sorts the rows by slices of SLICES; rows without a time belong to none. */
static struct sorted_groups sort_rows(struct arena *arena,
                                      const struct samples *samples)
{
    LOCAL_ARENA(scratch);
    uint32_t *slice = NEW_N(&scratch, uint32_t, samples->n_rows);
    double span = (double)(samples->last_slice - samples->first_slice + 1);
    for (uint32_t r = 0; r < samples->n_rows; r++) {
        int64_t own = samples->rows[r].slice;
        double place = (double)(own - samples->first_slice) / span;
        slice[r] =
            own == SAMPLES_NO_SLICE ? NO_ID : (uint32_t)(place * SLICES);
    }
    struct sorted_groups groups =
        counting_sort(arena, slice, samples->n_rows, SLICES);
    return groups;
}

static struct sliced slice_costs(struct arena *arena,
                                 const struct profile *profile)
{
    LOCAL_ARENA(scratch);
    size_t n = profile->n_functions;
    struct sliced sliced = {
        .total = NEW_N(arena, double, n * SLICES),
        .self = NEW_N(arena, double, n * SLICES),
        .whole = NEW_N(arena, double, SLICES),
    };
    struct sorted_groups rows = sort_rows(&scratch, &profile->samples);
    bool *outermost = stack_tree_outermost(&scratch, profile);
    double *through = NEW_N(&scratch, double, profile->n_contexts);
    for (size_t slice = 0; slice < SLICES; slice++) {
        for (uint32_t i = rows.first[slice]; i < rows.first[slice + 1]; i++) {
            const struct sample_row *row = &profile->samples.rows[rows.ids[i]];
            uint32_t f = profile->contexts[row->context].function;
            sliced.whole[slice] += row->cost;
            sliced.self[slice * n + f] += row->cost;
            through[row->context] += row->cost;
        }
        stack_tree_totals(profile, outermost, through,
                          sliced.total + slice * n);
    }
    return sliced;
}

/* A cost per slice, `step` numbers apart. */
struct row {
    const double *costs;
    size_t step;
};

/* Stores, for each slice that has samples, by how many standard deviations of
   independent samples the count of a function is above what its share of all
   samples would give. Returns the number of slices; 0 if the function has few
   samples, or all. */
static int find_deviations(struct row row, const double *whole, double quantum,
                           double *deviations)
{
    double cost = 0, all = 0;
    int n = 0;
    for (int i = 0; i < SLICES; i++) {
        cost += row.costs[(size_t)i * row.step] / quantum;
        all += whole[i] / quantum;
    }
    double share = cost / all;
    if (cost < LEAST_SAMPLES || share > .999)
        return 0;
    for (int i = 0; i < SLICES; i++) {
        double samples = whole[i] / quantum;
        double count = row.costs[(size_t)i * row.step] / quantum;
        if (samples > 0)
            deviations[n++] = (count - samples * share) /
                              sqrt(samples * share * (1 - share));
    }
    return n;
}

/*
 * Returns the variance of a function's counts over that of independent samples,
 * from the differences of successive slices (J. von Neumann, "Distribution of
 * the Ratio of the Mean Square Successive Difference to the Variance", 1941):
 * so a phase of the program counts only where it begins and ends. These few
 * differences grow with the rate of samples, so the largest JUMPS of all are
 * left out. Returns UNKNOWN if there are few samples.
 */
static double row_dispersion(struct row row, const double *whole,
                             double quantum)
{
    double z[SLICES], squares[SLICES], sum = 0;
    int n = find_deviations(row, whole, quantum, z) - 1;
    if (n < 1)
        return UNKNOWN;
    for (int i = 0; i < n; i++)
        squares[i] = (z[i + 1] - z[i]) * (z[i + 1] - z[i]) / 2;
    significance_sort(squares, (size_t)n);
    int kept = n - (int)(n * JUMPS);
    for (int i = 0; i < kept; i++)
        sum += squares[i];
    return sum / kept / (kept < n ? KEPT_MEAN : 1);
}

/* Returns the median of row_dispersion over functions; it is above 1 because
   consecutive samples are alike. UNKNOWN if no function has enough samples with
   times. */
static double find_dispersion(const struct profile *profile, double quantum)
{
    LOCAL_ARENA(scratch);
    if (!profile->samples.has_time || quantum <= 0)
        return UNKNOWN;
    struct sliced sliced = slice_costs(&scratch, profile);
    double *found = NEW_N(&scratch, double, 2 * (size_t)profile->n_functions);
    size_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const double *rows[] = { sliced.total + f, sliced.self + f };
        for (size_t i = 0; i < ROWS(rows); i++) {
            struct row row = { rows[i], profile->n_functions };
            found[n] = row_dispersion(row, sliced.whole, quantum);
            n += known(found[n]);
        }
    }
    double median = significance_median(found, n);
    return n ? fmax(median, 1) : UNKNOWN;
}

/* ---- Runs ---- */

void compare_run_measure(struct compare_run *run)
{
    run->is_timed = str_eq(run->profile->unit, S("seconds"));
    run->quantum = find_quantum(run->profile);
    run->dispersion = find_dispersion(run->profile, run->quantum);
}

void compare_run_take_costs(struct arena *arena, struct compare_run *run,
                            const struct costs *costs)
{
    struct profile *profile = run->profile;
    double *self = NEW_N(arena, double, profile->n_functions);
    double *count = NEW_N(arena, double, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        self[f] = profile->functions[f].self;
        count[f] = profile->functions[f].count;
    }
    run->costs = costs;
    run->self = self;
    run->count = count;
    run->interrupts = interrupts_find(arena, profile);
    profile_shrink(profile);
    profile_free_functions(profile);
}

bool compare_runs_are_near(const struct compare_run *runs, size_t n)
{
    const struct compare_run *least = NULL, *most = NULL;
    double low = 0, high = 0;
    for (size_t i = 0; i < n; i++) {
        double whole = profile_whole(runs[i].profile);
        if (!(whole > 0))
            continue;
        if (!least || whole < low) {
            least = &runs[i];
            low = whole;
        }
        if (!most || whole > high) {
            most = &runs[i];
            high = whole;
        }
    }
    if (!least || !most || isnormal(low / high / 100))
        return true;
    return diag_error("%s costs %g %s in all and %s %g: numbers as far apart "
                      "as these cannot be compared",
                      least->name, low, least->profile->unit.s, most->name,
                      high);
}

/* Multiplies the costs of a run so that its whole becomes `whole`. */
static void scale(struct compare_run *run, double whole)
{
    double own = profile_whole(run->profile);
    if (!(own > 0) || !(whole > 0))
        return;
    profile_divide(run->profile, own / whole);
    run->quantum *= whole / own;
    run->read *= whole / own;
}

void compare_runs_equalize(struct compare_run *runs, size_t n)
{
    double sum = 0, n_base = 0;
    for (size_t i = 0; i < n; i++)
        if (!runs[i].is_new) {
            sum += profile_whole(runs[i].profile);
            n_base++;
        }
    for (size_t i = 0; i < n; i++)
        scale(&runs[i], sum / n_base);
}
