#include "compare/compare.h"

#include "compare/significance.h"
#include "view/recount.h"

/* The part of the changes found that may be chance. */
#define RATE .05
/* The dispersion of inputs without times. It was measured on programs of
   several kinds. */
#define ASSUMED_DISPERSION 3.
/* The margin of measured times of one run a side, in points. Another program
   that runs for a moment adds as much to one function. */
#define TIMES_MARGIN 1.
/* The largest ratio of two measured times whose difference is tested. If times
   are further apart, their ratio is tested. */
#define MOST_LINEAR 3.
/* The weight, in runs, of the variance of functions of similar size. */
#define PRIOR_RUNS 4.

/* ---- One cost in all runs ---- */

/* A cost of a function or a call, by run. */
struct series {
    const double *costs;
    double variance[2]; /* of the runs of each side, or of the other side if it
                           has one run; 0 if both have one */
    double interrupts;  /* absolute difference of the cost in interrupts */
    struct change *change;
};

static double mean_of(const struct comparison *c, const double *costs,
                      bool is_new)
{
    double sum = UNKNOWN, n = 0;
    for (size_t i = 0; i < c->n_runs; i++) {
        if (c->runs[i].is_new != is_new)
            continue;
        sum = add_known(sum, costs[i]);
        n++;
    }
    return sum / n;
}

/* Returns the mean of the ranges of a cost over the runs of one side. A run
   without a range contributes its cost. */
static struct range mean_range(const struct comparison *c, const double *costs,
                               const struct range *ranges, bool is_new)
{
    struct range sum = { 0 };
    double n = 0;
    for (size_t i = 0; i < c->n_runs; i++) {
        bool is_set = ranges[i].is_set;
        double cost = known_or(costs[i], 0);
        if (c->runs[i].is_new != is_new)
            continue;
        sum.is_set |= is_set;
        sum.low += is_set ? ranges[i].low : cost;
        sum.high += is_set ? ranges[i].high : cost;
        n++;
    }
    return (struct range){ sum.is_set, sum.low / n, sum.high / n };
}

/* Returns the number of runs from which the variance of a side comes: if it has
   one run, those of the other side. */
static double runs_of(const struct comparison *c, bool is_new)
{
    size_t own = is_new ? c->n_new : c->n_base;
    size_t other = is_new ? c->n_base : c->n_new;
    return (double)(own > 1 ? own : other);
}

/* Returns the variance of the mean of one side that samples explain, and the
   speed of the machine if runs do not tell how much that varies. */
static double sampling_variance(const struct comparison *c, const double *costs,
                                bool is_new)
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct compare_run *run = &c->runs[i];
        if (run->is_new != is_new)
            continue;
        double whole = run->costs->whole, cost = known_or(costs[i], 0);
        double share = whole > 0 ? fmin(cost / whole, 1) : 0;
        double variance = cost * (run->quantum > 0 ? run->quantum
                                                   : c->pair.quantum);
        if (!compare_has_several(c))
            variance *= c->dispersion;
        /* Equal wholes cancel the speed out for samples, but not for parts
           that a profiler has timed. */
        bool has_speed = run->quantum > 0 ? !c->is_normalized : run->is_timed;
        n++;
        if (has_speed && !compare_has_several(c) &&
            !compare_is_measured_once(c))
            variance += c->pair.relative * cost * c->pair.relative * cost;
        if (c->is_normalized)
            variance *= 1 - share;
        sum += variance;
    }
    return sum / (n * n);
}

/* Returns the variance between the runs of one side; 0 if it has one run. */
static double variance_of(const struct comparison *c, const double *costs,
                          bool is_new)
{
    double mean = mean_of(c, costs, is_new), sum = 0, n = 0;
    for (size_t i = 0; i < c->n_runs; i++) {
        if (c->runs[i].is_new != is_new)
            continue;
        double difference = known_or(costs[i], 0) - mean;
        sum += difference * difference;
        n++;
    }
    return n > 1 && known(mean) ? sum / (n - 1) : 0;
}

/* ---- Variances of like size ---- */

static int by_size(const void *left, const void *right)
{
    const struct series *a = left, *b = right;
    double x = a->change->base + a->change->new;
    double y = b->change->base + b->change->new;
    return COMPARE(x, y);
}

/* Pulls the variances of one side towards the median of their neighbours in
   size. A larger variance stays if the side has enough runs to be trusted more:
   the share of main varies with the start of the program, for example, and no
   function of like size does so. The median of chi squared over its k degrees
   of freedom is close to (1 - 2 / 9k)^3. */
static void pool_variances(struct series *series, size_t n, bool is_new,
                           double runs)
{
    enum { NEIGHBOURS = 10 }; /* on either side */
    LOCAL_ARENA(scratch);
    double *pooled = NEW_N(&scratch, double, n);
    double freedom = runs - 1;
    double bias = pow(1 - 2 / (9 * freedom), 3);
    for (size_t i = 0; i < n; i++) {
        double near[2 * NEIGHBOURS + 1];
        size_t k = 0;
        size_t first = i > NEIGHBOURS ? i - NEIGHBOURS : 0;
        for (size_t j = first; j < n && j <= i + NEIGHBOURS; j++)
            near[k++] = series[j].variance[is_new];
        pooled[i] = significance_median(near, k) / bias;
    }
    for (size_t i = 0; i < n; i++)
        if (freedom < PRIOR_RUNS || series[i].variance[is_new] < pooled[i])
            series[i].variance[is_new] =
                (PRIOR_RUNS * pooled[i] +
                 freedom * series[i].variance[is_new]) /
                (PRIOR_RUNS + freedom);
}

/* ---- Tests ---- */

/* Returns a change whose two costs are the nearest ones within the ranges of
   both sides: equal if these overlap. */
static struct change least_change(const struct change *change)
{
    struct range a = change_range(change, false);
    struct range b = change_range(change, true);
    struct change least = *change;
    double low_a = a.is_set ? a.low : change->base;
    double low_b = b.is_set ? b.low : change->new;
    double high_a = a.is_set ? known_or(a.high, INFINITY) : change->base;
    double high_b = b.is_set ? known_or(b.high, INFINITY) : change->new;
    if (low_b > high_a) {
        least.base = high_a;
        least.new = low_b;
    } else if (low_a > high_b) {
        least.base = low_a;
        least.new = high_b;
    } else {
        least.new = least.base;
    }
    return least;
}

bool compare_overlaps(const struct change *change)
{
    const struct change least = least_change(change);
    return change->ranges && compare_difference(&least) == 0;
}

/* Returns the variance of a difference that comes from the relative deviation
   of measured times. If one time is more than MOST_LINEAR times the other, the
   logarithm of their ratio is tested instead, so that a time that fell to a
   hundredth counts as many deviations. `beyond` > 0 is by how much the
   difference exceeds the margin. */
static double relative_variance(const struct comparison *c, double a, double b,
                                double beyond)
{
    double less = fmin(a, b), relative = c->pair.relative;
    if (less + beyond < MOST_LINEAR * less)
        return relative * relative * (a * a + b * b);
    double deviations = log((less + beyond) / less) / (relative * sqrt(2));
    return less > 0 ? beyond / deviations * (beyond / deviations) : 0;
}

/* Returns the factor between 1 and the speed of the machine that brings the
   base's cost closest to the new one; 1 for functions that are new or gone. */
static double speed_for(const struct comparison *c, const struct change *change)
{
    double ratio = change->new / change->base, speed = c->pair.speed;
    if (speed == 1 || !(change->base > 0) || !(change->new > 0))
        return 1;
    return fmin(fmax(ratio, fmin(1, speed)), fmax(1, speed));
}

/* Sets variance and p of one change by Welch's test, if a side has several
   runs, or by a normal test. `margin` is a cost. */
static void test(const struct comparison *c, struct series *series,
                 double margin)
{
    struct change *change = series->change;
    const struct change least = least_change(change);
    double n[2] = { (double)c->n_base, (double)c->n_new };
    double variance[2], sum, parts = 0;
    double speed = speed_for(c, &least);
    double beyond = speed == 1
                        ? fabs(compare_difference(&least)) - margin
                        : fabs(least.new - least.base * speed) - margin;
    for (int side = 0; side < 2; side++)
        variance[side] = fmax(sampling_variance(c, series->costs, side),
                        series->variance[side] / n[side]);
    variance[0] *= speed * speed;
    sum = variance[0] + variance[1];
    /* The square of a variance may be too large for a number. */
    for (int side = 0; side < 2; side++)
        parts += variance[side] / sum * (variance[side] / sum) /
                 (runs_of(c, side) - 1 + PRIOR_RUNS);
    if (!compare_has_several(c))
        beyond -= series->interrupts;
    if (compare_is_measured_once(c) && beyond > 0)
        sum += relative_variance(c, least.base * speed, least.new, beyond);
    change->variance = sum;
    if (!(beyond > 0))
        change->p = 1;
    else if (!(sum > 0))
        change->p = 0;
    else if (compare_knows_runs(c))
        change->p = significance_student(beyond / sqrt(sum), 1 / parts);
    else
        change->p = significance_normal(beyond / sqrt(sum));
}

static bool counts(const struct comparison *c, const struct change *change)
{
    double difference = compare_difference(change);
    return c->only == CHANGES_ALL ||
           (c->only == CHANGES_SLOWER ? difference > 0 : difference < 0);
}

/* Tests all changes of which one side has at least `least`. */
static void test_all(const struct comparison *c, struct series *series,
                     size_t n, double least)
{
    LOCAL_ARENA(scratch);
    double margin = c->whole.base * c->margin / 100;
    double *p = NEW_N(&scratch, double, n);
    bool *is_real = NEW_N(&scratch, bool, n);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (fmax(series[i].change->base, series[i].change->new) >= least &&
            known(compare_difference(series[i].change)))
            series[kept++] = series[i];
    if (compare_knows_runs(c) && kept) {
        SORT(series, kept, by_size);
        pool_variances(series, kept, false, runs_of(c, false));
        pool_variances(series, kept, true, runs_of(c, true));
    }
    for (size_t i = 0; i < kept; i++) {
        test(c, &series[i], margin);
        p[i] = series[i].change->p;
    }
    significance_accept(p, kept, RATE, is_real);
    for (size_t i = 0; i < kept; i++)
        series[i].change->is_real =
            is_real[i] && p[i] < 1 && counts(c, series[i].change);
}

/* Sets the means of a change; nothing is tested yet. `ranges` are those of the
   costs, by run; NULL if they have none. Those of the change are in the
   arena. */
static struct series start(struct arena *arena, const struct comparison *c,
                           const double *costs, const struct range *ranges,
                           struct change *change)
{
    bool any = false;
    *change = (struct change){ .base = mean_of(c, costs, false),
                               .new = mean_of(c, costs, true),
                               .p = 1 };
    for (size_t i = 0; ranges && i < c->n_runs; i++)
        any |= ranges[i].is_set;
    if (any) {
        struct range *means = NEW_N(arena, struct range, 2);
        means[false] = mean_range(c, costs, ranges, false);
        means[true] = mean_range(c, costs, ranges, true);
        change->ranges = means;
    }
    return (struct series){
        .costs = costs,
        .variance = { variance_of(c, costs, c->n_base < 2),
                      variance_of(c, costs, c->n_new > 1) },
        .change = change,
    };
}

/* ---- Interrupts ---- */

/* Returns the absolute difference of the costs in interrupts, in the total or
   self cost of a function, or in the whole if it is NO_ID. */
static double interrupts_of(const struct comparison *c, bool is_self,
                            uint32_t f)
{
    double sides[2] = { 0, 0 };
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct interrupts *run = &c->runs[i].interrupts;
        const double *costs = is_self ? run->self : run->total;
        sides[c->runs[i].is_new] += f == NO_ID ? run->whole
                                    : costs    ? costs[f]
                                               : 0;
    }
    return fabs(sides[1] / (double)c->n_new - sides[0] / (double)c->n_base);
}

/* ---- Functions ---- */

struct change compare_count(const struct comparison *c, uint32_t f)
{
    LOCAL_ARENA(scratch);
    double *counts = NEW_N(&scratch, double, c->n_runs);
    for (size_t i = 0; i < c->n_runs; i++)
        counts[i] = c->runs[i].count[f];
    return (struct change){ .base = mean_of(c, counts, false),
                            .new = mean_of(c, counts, true),
                            .p = 1 };
}

/* The changes that are tested. */
struct tests {
    struct arena *scratch;
    double least;         /* of one side */
    double *costs;        /* by run: of the function that is looked at */
    struct range *ranges; /* the same */
    LIST(struct series) list;
};

/* Sets the change of the self cost or the total of a function, and lists it if
   it is large enough. Estimated totals may have ranges. */
static void start_function(struct arena *arena, struct comparison *c,
                           struct tests *tests, bool is_self, uint32_t f)
{
    struct change *change = is_self ? &c->self[f] : &c->total[f];
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct compare_run *run = &c->runs[i];
        tests->costs[i] = is_self ? run->self[f] : run->costs->total[f];
        tests->ranges[i] = costs_range(run->costs, f);
    }
    struct series series = start(arena, c, tests->costs,
                                 is_self ? NULL : tests->ranges, change);
    if (!(fmax(change->base, change->new) >= tests->least) ||
        (!is_self && !c->has_totals))
        return;
    series.costs = memcpy(NEW_N(tests->scratch, double, c->n_runs),
                          tests->costs, c->n_runs * sizeof *tests->costs);
    series.interrupts = interrupts_of(c, is_self, f);
    *PUSH_IN(tests->scratch, &tests->list) = series;
}

static enum presence presence_on(bool base, bool new)
{
    return base == new ? IN_BOTH : new ? ONLY_NEW : ONLY_BASE;
}

/* A function is on a side if it has cost or calls there. */
static enum presence presence_of(const struct comparison *c, uint32_t f)
{
    bool on[2] = { c->self[f].base > 0 || c->total[f].base > 0,
                   c->self[f].new > 0 || c->total[f].new > 0 };
    for (size_t i = 0; i < c->n_runs; i++)
        on[c->runs[i].is_new] |= c->runs[i].count[f] > 0;
    return presence_on(on[0], on[1]);
}

static void compare_functions(struct arena *arena, struct comparison *c,
                              double least)
{
    LOCAL_ARENA(scratch);
    uint32_t n = c->runs[0].profile->n_functions;
    c->self = NEW_N(arena, struct change, n);
    c->total = NEW_N(arena, struct change, n);
    c->presence = NEW_N(arena, enum presence, n);
    /* Self costs and totals are tested together, as one family of tests. */
    struct tests tests = { .scratch = &scratch,
                           .least = least,
                           .costs = NEW_N(&scratch, double, c->n_runs),
                           .ranges = NEW_N(&scratch, struct range, c->n_runs) };
    for (uint32_t f = 0; f < n; f++) {
        start_function(arena, c, &tests, true, f);
        start_function(arena, c, &tests, false, f);
    }
    test_all(c, tests.list.of, tests.list.n, least);
    for (uint32_t f = 0; f < n; f++) {
        c->presence[f] = presence_of(c, f);
        c->n_changed += compare_has_changed(c, f);
        c->has_ranges |= c->total[f].ranges != NULL;
        c->n_compared += fmax(c->total[f].base, c->total[f].new) >= least;
    }
}

/* ---- All ---- */

bool compare_knows_runs(const struct comparison *c)
{
    return c->n_base > 1 || c->n_new > 1;
}

bool compare_has_several(const struct comparison *c)
{
    return c->n_base > 1 && c->n_new > 1;
}

bool compare_is_measured_once(const struct comparison *c)
{
    return c->n_runs == 2 && !c->is_exact && !c->is_sampled;
}

/* Returns the standardized difference that chance alone has with probability
   p. */
static double deviation_of(double p)
{
    double low = 0, high = 40;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (significance_normal(middle) > p)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Assumes that one function alone grows: then the procedure of Benjamini and
   Hochberg accepts it if its p is at most RATE over the number of tests. */
double compare_found_growth(const struct comparison *c)
{
    LOCAL_ARENA(scratch);
    double *costs = NEW_N(&scratch, double, c->n_runs), found = 0;
    double whole = c->whole.base;
    double tests = fmax(1, c->has_totals ? 2. * c->n_compared : c->n_compared);
    double deviations = deviation_of(RATE / tests) + deviation_of(.1);
    /* The variance grows with the cost. */
    for (int i = 0; i < 20; i++) {
        for (size_t k = 0; k < c->n_runs; k++)
            costs[k] =
                whole / 10 + (c->runs[k].is_new ? found * whole / 100 : 0);
        double variance = sampling_variance(c, costs, false) +
                          sampling_variance(c, costs, true);
        if (compare_is_measured_once(c) && i > 0)
            variance += relative_variance(c, whole / 10, whole / 10,
                                          found * whole / 100);
        found = c->margin + 100 * deviations * sqrt(variance) / whole;
    }
    return found;
}

bool compare_has_changed(const struct comparison *c, uint32_t function)
{
    return c->self[function].is_real || c->total[function].is_real;
}

double compare_difference(const struct change *change)
{
    double difference = change->new - change->base;
    double rounding = LONG_SUM_ERROR * fmax(change->base, change->new);
    return fabs(difference) <= rounding ? 0 : difference;
}

double compare_points(const struct comparison *c, const struct change *change)
{
    double whole = c->whole.base;
    return whole > 0 ? 100 * compare_difference(change) / whole : 0;
}

static double real_difference(const struct change *change)
{
    return change->is_real ? fabs(compare_difference(change)) : 0;
}

double compare_self_difference(const struct comparison *c, uint32_t function)
{
    return real_difference(&c->self[function]);
}

double compare_largest_difference(const struct comparison *c, uint32_t function)
{
    return fmax(real_difference(&c->self[function]),
                real_difference(&c->total[function]));
}

/* The dispersion of all runs is the mean of those that are known. */
static void find_dispersion(struct comparison *c)
{
    double sum = 0, n = 0;
    c->is_exact = true;
    for (size_t i = 0; i < c->n_runs; i++) {
        c->is_exact &= c->runs[i].quantum <= 0 && !c->runs[i].is_timed;
        c->is_sampled |= c->runs[i].quantum > 0;
        if (!known(c->runs[i].dispersion))
            continue;
        sum += c->runs[i].dispersion;
        n++;
    }
    c->knows_dispersion = n > 0;
    c->dispersion = n > 0 ? sum / n : ASSUMED_DISPERSION;
}

/* Finds the noise of one run a side by the functions that both have. */
static void find_noise(struct comparison *c, double threshold)
{
    double least = c->runs[0].costs->whole * threshold / 100;
    c->pair = (struct pair_noise){ .speed = 1, .relative = COMPARE_SPEED };
    if (c->n_runs != 2 || c->is_exact)
        return;
    c->pair = pair_noise_of(c->runs, least);
    double samples = c->pair.quantum /
                     fmax(c->runs[0].quantum, c->runs[1].quantum);
    if (!c->is_sampled) {
        c->dispersion = 1;
    } else if (samples > c->dispersion) {
        c->dispersion = samples;
        c->knows_dispersion = true;
    }
}

struct comparison *compare_runs(struct arena *arena,
                                const struct compare_run *runs, size_t n,
                                const struct compare_options *options)
{
    struct comparison *c = NEW(arena, struct comparison);
    double *wholes = NEW_N(arena, double, n);
    *c = (struct comparison){ .runs = runs,
                              .n_runs = n,
                              .is_normalized = options->normalize,
                              .has_totals = true,
                              .only = options->only };
    for (size_t i = 0; i < n; i++) {
        c->n_base += !runs[i].is_new;
        c->n_new += runs[i].is_new;
        c->has_totals &= runs[i].is_flat == runs[0].is_flat;
        c->has_interrupts |= runs[i].interrupts.whole > 0;
        wholes[i] = runs[i].costs->whole;
    }
    find_dispersion(c);
    find_noise(c, options->threshold);
    c->margin = options->has_margin ? options->margin
                : c->is_exact       ? 0
                : compare_is_measured_once(c) ? TIMES_MARGIN
                                    : options->margin;
    struct series whole = start(arena, c, wholes, NULL, &c->whole);
    whole.interrupts = interrupts_of(c, false, NO_ID);
    test_all(c, &whole, 1, 0);
    compare_functions(arena, c, c->whole.base * options->threshold / 100);
    return c;
}

double *compare_selves(struct arena *arena, const struct comparison *c,
                       const struct profile *sum, bool is_new)
{
    double *selves = NEW_N(arena, double, sum->n_contexts);
    double n = (double)(is_new ? c->n_new : c->n_base);
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct compare_run *run = &c->runs[i];
        if (run->is_new != is_new)
            continue;
        for (uint32_t k = 0; k < run->profile->n_contexts; k++)
            selves[run->contexts[k]] += run->profile->contexts[k].self / n;
    }
    return selves;
}

/* ---- Calls ---- */

/* Is it a call that only other runs have? All runs have the same calls, so it
   is in the profile, without cost or count; but inside a cycle it could still
   be given a part of the cost. */
static bool is_empty_call(const struct profile *profile, uint32_t call)
{
    if (profile->kind != FROM_CALLS || call == NO_ID)
        return false;
    const struct call *direct = &profile->calls[call];
    return !(direct->weight > 0) && !(direct->count > 0) && !(direct->cost > 0);
}

/* Stores the costs of the calls of the view in one run and their ranges:
   costs[i * n_runs + run] for call i. */
static void find_call_costs(const struct comparison *c, size_t run,
                            const struct view *view, const bool *kept,
                            double *costs, struct range *ranges)
{
    LOCAL_ARENA(scratch);
    uint32_t n, next = 0;
    const struct profile *profile = c->runs[run].profile;
    const struct costs *of_run = c->runs[run].costs;
    struct view_call *calls = recount_calls(
        &scratch, profile, of_run, kept,
        kept_stacks_of(&scratch, of_run->tree, kept), &n);
    SORT(calls, n, view_call_by_ends);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        while (next < n && view_call_by_ends(&calls[next], call) < 0)
            next++;
        if (next == n || view_call_by_ends(&calls[next], call) != 0)
            continue;
        bool is_empty = is_empty_call(profile, calls[next].call);
        costs[i * c->n_runs + run] =
            is_empty ? calls[next].indirect : calls[next].cost;
        if (!is_empty)
            ranges[i * c->n_runs + run] =
                view_call_range(c->runs[run].costs, &calls[next]);
    }
}

struct change compare_call(struct arena *arena, const struct comparison *c,
                           uint32_t call)
{
    LOCAL_ARENA(scratch);
    struct change change;
    double *costs = NEW_N(&scratch, double, c->n_runs);
    struct range *ranges = NEW_N(&scratch, struct range, c->n_runs);
    for (size_t run = 0; run < c->n_runs; run++) {
        if (is_empty_call(c->runs[run].profile, call))
            continue;
        costs[run] = c->runs[run].costs->call_cost[call];
        ranges[run] = costs_call_range(c->runs[run].costs, call);
    }
    start(arena, c, costs, ranges, &change);
    return change;
}

/* Does the call exist? One that closes a cycle has an unknown cost. */
static bool has_call(double cost)
{
    return !known(cost) || cost > 0;
}

enum presence compare_call_presence(const struct comparison *c, uint32_t call)
{
    const struct change *change = &c->calls[call];
    return presence_on(has_call(change->base), has_call(change->new));
}

void compare_view_calls(struct arena *arena, struct comparison *c,
                        const struct view *view, double threshold)
{
    LOCAL_ARENA(scratch);
    uint32_t n_functions = c->runs[0].profile->n_functions;
    bool *kept = NEW_N(&scratch, bool, n_functions);
    double *costs = NEW_N(arena, double, view->n_calls * c->n_runs);
    struct range *ranges =
        NEW_N(&scratch, struct range, view->n_calls * c->n_runs);
    struct series *series = NEW_N(&scratch, struct series, view->n_calls);
    for (uint32_t i = 0; i < view->n_functions; i++)
        kept[view->functions[i]] = true;
    for (size_t run = 0; run < c->n_runs; run++)
        find_call_costs(c, run, view, kept, costs, ranges);
    c->calls = NEW_N(arena, struct change, view->n_calls);
    c->call_costs = costs;
    for (uint32_t i = 0; i < view->n_calls; i++) {
        series[i] = start(arena, c, costs + i * c->n_runs,
                          ranges + i * c->n_runs, &c->calls[i]);
        /* Interrupts in a call are at most those in its callee. */
        series[i].interrupts = interrupts_of(c, false, view->calls[i].callee);
    }
    test_all(c, series, view->n_calls, c->whole.base * threshold / 100);
}
