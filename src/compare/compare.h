/*
 * Compares runs of two versions of a program: for each function and call, the
 * mean cost on both sides, their difference, and whether it can be chance.
 *
 * Each side has one or several runs. If both have several, the variance of a
 * cost is that between the runs, pulled towards the variance of functions of
 * similar size, but at least that of independent samples: k of a function with
 * k samples, or k * (1 - k/n) of n samples if the wholes were made equal.
 *
 * If a side has one run, the variance is assumed: samples vary as much more as
 * the dispersion of the profile says (struct compare_run); the speed of the
 * machine varies, by an assumed 5 %, unless the wholes of samples were made
 * equal; and the part of a difference that lies in interrupts is no change of
 * the program, so it widens the margin. If both sides have one run, the
 * functions that differ least show their noise (compare/pair.h). If only one
 * side has one run, it gets the variance of the other.
 *
 * Totals and calls in cycles that are estimated have ranges
 * (cost/cycle/range.h). If the ranges of both sides overlap, the cost counts as
 * unchanged; else the gap between them is tested.
 *
 * A difference is real if it exceeds the margin by more than chance explains:
 * the procedure of Benjamini and Hochberg at RATE over all functions of at
 * least the threshold. Costs that are counted exactly, of one run a side, have
 * no variance, so every difference is real.
 */
#pragma once

#include "compare/match.h"
#include "compare/pair.h"
#include "view/view.h"

/* The changes that are looked for; all others count as noise. */
enum changes { CHANGES_ALL, CHANGES_SLOWER, CHANGES_FASTER };

struct compare_options {
    bool normalize;   /* the whole of each run is scaled to that of the base */
    double margin;    /* points: percent of the whole of the base */
    bool has_margin;  /* the user gave it, so it applies to exact costs as
                         well */
    double threshold; /* percent of the whole of the base: functions below it
                         on both sides are noise */
    enum changes only;
};

/* A cost on both sides, in the unit of the profile; UNKNOWN if it is in no
   run. */
struct change {
    double base, new;  /* means over the base runs and over the new ones */
    const struct range *ranges; /* of base and new, if one is an estimate: means
                                   over the runs of both ends; else NULL */
    double variance;   /* of new - base; 0 if it is exact */
    double p;          /* the probability of such a difference by chance; 1 if
                          it was not tested */
    bool is_real;      /* it is larger than noise explains */
};

enum presence { IN_BOTH, ONLY_NEW, ONLY_BASE };

/* Returns the range of one side; is_set is false if it has none. */
static inline struct range change_range(const struct change *change,
                                        bool is_new)
{
    return change->ranges ? change->ranges[is_new] : (struct range){ 0 };
}

struct comparison {
    const struct compare_run *runs;
    size_t n_runs, n_base, n_new;
    struct match_counts match; /* how functions of both sides were matched */
    double margin;     /* in points */
    double dispersion; /* mean of the runs, or that of the differences of two */
    bool knows_dispersion; /* `dispersion` was measured, not assumed */
    struct pair_noise pair; /* if each side has one run */
    bool is_exact;     /* costs are counted, neither sampled nor timed */
    bool is_sampled;   /* costs of some run come from samples */
    bool is_normalized;
    bool has_totals;   /* total costs are compared: all runs have calls, or
                          none */
    enum changes only;
    bool has_interrupts; /* some run has costs in interrupts */
    bool has_ranges;   /* some totals are ranges */
    struct change whole;
    struct change *self, *total;     /* by function */
    enum presence *presence;         /* by function */
    uint32_t n_changed, n_compared;  /* of the functions that reach the
                                        threshold, those whose self or total
                                        changed, and all */
    struct change *calls; /* by call of the view; NULL before
                             compare_view_calls */
    double *call_costs;   /* of call c in run r: call_costs[c * n_runs + r] */
};

/* Is the difference of self or total of a function real? */
bool compare_has_changed(const struct comparison *comparison,
                         uint32_t function);

/* Does some side have several runs, which show how much costs vary? */
bool compare_knows_runs(const struct comparison *comparison);
/* Does each side have several runs? */
bool compare_has_several(const struct comparison *comparison);
/* Has each side one run whose costs are times that were measured? */
bool compare_is_measured_once(const struct comparison *comparison);

/* Returns the growth in points that a comparison of one run a side finds in 19
   of 20 cases, for a function with a tenth of the whole. */
double compare_found_growth(const struct comparison *comparison);

/* Returns the absolute difference of the self cost of a function if it is real,
   else 0. */
double compare_self_difference(const struct comparison *comparison,
                               uint32_t function);

/* Returns the larger absolute difference of self and total of a function, of
   those that are real; 0 if neither is. */
double compare_largest_difference(const struct comparison *comparison,
                                  uint32_t function);

/* Returns how often a function was called on both sides. */
struct change compare_count(const struct comparison *comparison,
                            uint32_t function);

/* Do the ranges of both sides overlap, so that costs may be equal though
   estimates differ? */
bool compare_overlaps(const struct change *change);

/* Returns on which sides a call of the view has cost. */
enum presence compare_call_presence(const struct comparison *comparison,
                                    uint32_t call);

/* compare_difference returns new - base, or 0 if it is only a rounding error;
   compare_points returns it in percent of the whole of the base. */
double compare_difference(const struct change *change);
double compare_points(const struct comparison *comparison,
                      const struct change *change);

/* Compares n runs, which are aligned and have costs. The result is in the
   arena; the runs must live as long. */
struct comparison *compare_runs(struct arena *arena,
                                const struct compare_run *runs, size_t n,
                                const struct compare_options *options);

/* Returns, by context of the sum of all runs, in the arena, the part of its
   self cost that comes from one side. The sum must have stacks. */
double *compare_selves(struct arena *arena, const struct comparison *comparison,
                       const struct profile *sum, bool is_new);

/* Returns the means of a call of the aligned profiles, in a view or not,
   without a test of their difference. Their ranges are in the arena. */
struct change compare_call(struct arena *arena,
                           const struct comparison *comparison, uint32_t call);

/* Compares the calls of a view of the sum of all runs. */
void compare_view_calls(struct arena *arena, struct comparison *comparison,
                        const struct view *view, double threshold);
