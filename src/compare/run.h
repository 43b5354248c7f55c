/*
 * The runs that are compared. Each input is one run, of the base or of the new
 * side. compare_align (compare/align.h) brings all of them onto the same
 * functions and calls, so that one id means the same in every run.
 */
#pragma once

#include "compare/interrupts.h"
#include "cost/costs.h"
#include "model/profile.h"

enum compare_side { BASE_SIDE, NEW_SIDE }; /* indexes of arrays of both */

struct compare_run {
    const char *name; /* of the file */
    bool is_new;      /* else of the base */
    struct profile *profile;
    const uint32_t *contexts; /* by context of the aligned profile: the context
                                 of the sum of all runs; compare_align sets
                                 it */
    bool is_flat;     /* its input has no calls, so totals are self costs */
    const struct costs *costs;  /* of the aligned profile */
    const double *self, *count; /* by function: the same */
    struct interrupts interrupts;
    double read;       /* the whole of the input before any filter */
    bool is_timed;     /* costs are times, which vary with the speed of the
                          machine even if nothing is sampled */
    double quantum;    /* the cost of one sample; 0 if costs are counted or
                          measured */
    double dispersion; /* variance of counts of samples divided by that of
                          independent samples, at least 1; UNKNOWN if the input
                          has no times */
};

/* Sets is_timed, quantum and dispersion of a run. Its profile must still have
   the times of its samples. */
void compare_run_measure(struct compare_run *run);

/* Sets the costs of an aligned run, and all that depends on them, in the arena.
   Frees the functions of its profile, which nothing needs any more. */
void compare_run_take_costs(struct arena *arena, struct compare_run *run,
                            const struct costs *costs);

/* Returns false after a message if the wholes of two runs are so far apart that
   a percentage of one in the other overflows. */
bool compare_runs_are_near(const struct compare_run *runs, size_t n);
/* Scales the costs of n runs, and `read`, so that the whole of each run becomes
   the mean whole of the base. */
void compare_runs_equalize(struct compare_run *runs, size_t n);
