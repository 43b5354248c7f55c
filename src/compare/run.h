/*
 * The runs that are compared. Each input is one run, of the base or of the new
 * side. compare_align (compare/align.h) brings all of them onto the same
 * functions, calls and stacks, so that one id means the same in every run.
 */
#ifndef COMPARE_RUN_H
#define COMPARE_RUN_H

#include "cost/costs.h"
#include "model/profile.h"

struct compare_run {
    const char *name; /* of the file */
    bool is_new;      /* else of the base */
    struct profile *profile;
    const struct costs *costs; /* of the aligned profile */
    bool is_timed;     /* costs are times, which vary with the speed of the
                          machine even if nothing is sampled */
    double quantum;    /* the cost that one sample stands for; 0: the costs are
                          counted or measured, not sampled */
    double dispersion; /* the variance of counts of samples over that of
                          independent samples, at least 1; UNKNOWN if the
                          input does not tell times */
};

/* Sets is_timed, quantum and dispersion of a run. Its profile must still have
   the times of its samples. */
void compare_run_measure(struct compare_run *run);

/* Multiplies the costs of a run so that its whole becomes `whole`. */
void compare_run_scale(struct compare_run *run, double whole);

#endif
