/*
 * Warnings about the input, in words for standard error and the legend.
 * Shares below WARNINGS_LEAST_SHARE are not reported: they are smaller than the
 * smallest function that is drawn by default. JSON has all the numbers.
 */
#pragma once

#include "model/input_stats.h"
#include "quality/stack_quality.h"
#include "util/arena.h"

#define WARNINGS_LEAST_SHARE 0.005

/* Everything that is known about the quality of the inputs. */
struct input_quality {
    const char *format;          /* name of the reader: each profiler has cures
                                    of its own */
    struct str unit;             /* of the costs in `stacks` */
    struct input_stats stats;    /* counted while reading */
    struct stack_quality stacks; /* found in the profile before any filter */
};

/* One line with the numbers and then the cures, or "" if there is nothing to
   report. The readers have already reported skipped lines and cut inputs, so
   these are only added to a line that has another reason to be there. */
struct str warnings_text(struct arena *arena,
                         const struct input_quality *quality);

/* Says what is wrong with totals that are counted from stacks: "totals are too
   low by up to 12.3%: 12.3% of the stacks are cut", or that nobody recorded
   calls. "" if less than 1% of the cost lies in stacks that are cut. */
struct str warnings_of_totals(struct arena *arena,
                              const struct input_quality *quality);

/* Returns what users can do about such stacks; "" if nothing. */
struct str warnings_cure_of_stacks(const struct input_quality *quality);

/* Two lines for the legend, either of which may be "": what is wrong with the
   samples, and what is missing from the input. The first leaves out cut stacks
   if another line says what warnings_of_totals returns. */
struct str warnings_of_samples(struct arena *arena,
                               const struct input_quality *quality,
                               bool with_stacks);
struct str warnings_of_input(struct arena *arena,
                             const struct input_quality *quality);
