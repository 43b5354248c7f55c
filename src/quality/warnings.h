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
    const char *format;          /* name of the reader, which decides the
                                    advice */
    struct str unit;             /* of the costs in `stacks` */
    struct input_stats stats;    /* counted while reading */
    struct stack_quality stacks; /* found in the profile before any filter */
};

/* Returns one line of numbers and advice, or "" if there is nothing to report.
   Skipped lines and cut inputs, which readers have reported, are only added if
   the line has other contents. */
struct str warnings_text(struct arena *arena,
                         const struct input_quality *quality);

/* Returns what is wrong with totals from stacks: "totals are too low: 12.3%
   of the stacks are cut", or that no calls were recorded; "" if less than 1% of
   the cost is in broken stacks. With `has_kernel` it says "totals of user code":
   stacks begin where the kernel is entered, so its totals are right. */
struct str warnings_of_totals(struct arena *arena,
                              const struct input_quality *quality,
                              bool has_kernel);

/* Returns advice on such stacks; "" if there is none. */
struct str warnings_cure_of_stacks(struct arena *arena,
                                   const struct input_quality *quality);

/* These return lines for the legend, or "": what is wrong with the samples, and
   what is missing from the input. with_stacks is false if another line has what
   warnings_of_totals returns. */
struct str warnings_of_samples(struct arena *arena,
                               const struct input_quality *quality,
                               bool with_stacks);
struct str warnings_of_input(struct arena *arena,
                             const struct input_quality *quality);
