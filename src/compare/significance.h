/* The statistics by which a comparison tells changes from noise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* These return the probability that chance alone makes a standardized
   difference at least as large as `z` or `t`, in either direction: in a normal
   distribution, and in Student's t with `freedom` > 0 degrees of freedom, which
   need not be whole. */
double significance_normal(double z);
double significance_student(double t, double freedom);

/* The procedure of Benjamini and Hochberg ("Controlling the False Discovery
   Rate", 1995). Sets accepted[i] for the differences, of n with probabilities
   p[i], that count as real; at most the part `rate` of them is expected to be
   chance. */
void significance_accept(const double *p, size_t n, double rate,
                         bool *accepted);

/* Puts the numbers into ascending order. */
void significance_sort(double *numbers, size_t n);
/* Sorts n numbers and returns their median; 0 if there are none. */
double significance_median(double *numbers, size_t n);
