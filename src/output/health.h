/*
 * What is wrong with the input, in words: for standard error and the legend.
 * Nothing is told of shares below HEALTH_TOLD: what is wrong there is smaller
 * than the smallest function that is drawn unless somebody asks. JSON has all
 * numbers.
 */
#ifndef OUTPUT_HEALTH_H
#define OUTPUT_HEALTH_H

#include "output/output.h"

#define HEALTH_TOLD 0.005

/* One line with the numbers, "" if there is nothing to tell. Skipped lines and
   cut inputs were told when they were met, so they alone are nothing. */
struct str health_text(struct arena *arena, const struct report *report);

/* For the legend: what is wrong with the samples; what is missing in the
   input. Each may be "". */
struct str health_of_samples(struct arena *arena, const struct report *report);
struct str health_of_input(struct arena *arena, const struct report *report);

#endif
