/*
 * Compares runs of two versions of a program: for each function and call, the
 * mean cost on both sides, their difference, and whether it can be chance.
 *
 * Each side has one or several runs. If both have several, the variance of a
 * cost is that between the runs, drawn towards that of functions of like size,
 * but never less than that of independent samples: k of a function with k
 * samples, or k * (1 - k/n) of n samples if the wholes were made equal.
 *
 * If a side has one run, three things take the place of what it does not tell:
 * samples vary as much more as the dispersion of the profile says (struct
 * compare_run); the speed of the machine varies, by an assumed 5 %, unless the
 * wholes of samples were made equal; and the part of a difference that lies in
 * interrupts is no change of the program, so it widens the margin. If both
 * sides have one run, the functions that differ least tell more of their noise
 * (compare/pair.h). A side of one run has the variance of the other.
 *
 * Totals and calls in cycles that are estimated have ranges (cost/cycle/range.h).
 * If the ranges of both sides overlap, nothing is known to have changed. If not,
 * the difference that is tested is the gap between them.
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

/* The changes that count; others are taken for noise. */
enum changes { CHANGES_ALL, CHANGES_SLOWER, CHANGES_FASTER };

struct compare_options {
    bool normalize;   /* the whole of each run is that of the base */
    double margin;    /* points: percent of the whole of the base */
    bool has_margin;  /* the user gave it: it holds for exact costs as well */
    double threshold; /* percent of the whole of the base: functions below it
                         on both sides are noise */
    enum changes only;
};

/* A cost on both sides, in the unit of the profile. UNKNOWN if no run knows. */
struct change {
    double a, b;       /* means over the base runs and over the new ones */
    struct range range_a, range_b; /* of estimates: the means of the ends of their
                                      ranges */
    double variance;   /* of b - a; 0: it is exact */
    double p;          /* the probability of such a difference by chance; 1 if
                          it was not tested */
    bool is_real;      /* it is larger than noise explains */
};

enum presence { IN_BOTH, ONLY_NEW, ONLY_BASE };

struct comparison {
    const struct compare_run *runs;
    size_t n_runs, n_base, n_new;
    struct match_counts match; /* how functions of both sides were matched */
    double margin;     /* in points */
    double dispersion; /* of all runs, or of the differences of two */
    bool knows_dispersion; /* it was measured; else it is assumed */
    struct pair_noise pair; /* if each side has one run */
    bool is_exact;     /* costs are counted, neither sampled nor timed */
    bool is_sampled;   /* those of some run */
    bool is_normalized;
    bool has_totals;   /* total costs are compared: all runs have calls, or
                          none */
    enum changes only;
    const struct interrupts *interrupts; /* by run */
    bool has_interrupts; /* a run has costs in them */
    bool has_ranges;   /* some totals are ranges */
    struct change whole;
    struct change *self, *total;     /* by function */
    struct change *count;            /* by function: calls; never tested */
    enum presence *presence;         /* by function */
    uint32_t n_changed, n_compared;  /* functions of at least the threshold:
                                        those whose self or total changed, and
                                        all */
    struct change *calls; /* by call of the view; NULL until compare_view_calls
                             was called */
    double *call_costs;   /* the same by run: call_costs[call * n_runs + run] */
};

/* Is the difference of self or total of a function real? */
bool compare_has_changed(const struct comparison *comparison,
                         uint32_t function);

/* Does a side have several runs, which tell how much costs vary? */
bool compare_knows_runs(const struct comparison *comparison);
/* Does each side have several runs? */
bool compare_has_several(const struct comparison *comparison);
/* Has each side one run whose costs are times that were measured? */
bool compare_is_measured_once(const struct comparison *comparison);

/* Returns by how many points a function that has a tenth of the whole must
   grow so that a comparison of one run a side finds that in 19 of 20 cases. */
double compare_found_growth(const struct comparison *comparison);

/* Returns the real difference of the self cost of a function, without sign; 0
   if it did not change. */
double compare_self_difference(const struct comparison *comparison,
                               uint32_t function);

/* Returns the larger of the real differences of self and total of a function,
   without sign; 0 if neither changed. */
double compare_largest_difference(const struct comparison *comparison,
                                  uint32_t function);

/* Do the ranges of both sides overlap, so that the difference of the estimates
   may be none of the costs? */
bool compare_overlaps(const struct change *change);

/* Returns on which sides a call of the view has cost. */
enum presence compare_call_presence(const struct comparison *comparison,
                                    uint32_t call);

/* b - a, or 0 if that is what the order of sums explains, and the same in
   points: percent of the whole of the base. */
double compare_difference(const struct change *change);
double compare_points(const struct comparison *comparison,
                      const struct change *change);

/* Compares n runs, which are aligned and have costs. The result is in the
   arena; the runs must live as long. */
struct comparison *compare_runs(struct arena *arena,
                                const struct compare_run *runs, size_t n,
                                const struct compare_options *options);

/* Returns, by context of the sum of all runs in the arena, the part of its self
   cost that is that of one side. The sum must have stacks. */
double *compare_selves(struct arena *arena, const struct comparison *comparison,
                       const struct profile *sum, bool is_new);

/* Returns the means of a call of the aligned profiles that no view has; their
   difference is not tested. */
struct change compare_call(const struct comparison *comparison, uint32_t call);

/* Compares the calls of a view of the sum of all runs. */
void compare_view_calls(struct arena *arena, struct comparison *comparison,
                        const struct view *view, double threshold);
