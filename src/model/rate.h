/* How often the samples of an event were taken, as far as an input says. */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Zeroed, nothing is known. */
struct sampling_rate {
    double frequency; /* samples in a second of running, as was asked for */
    double period;    /* events from one sample to the next, as was asked for */
    double interval;  /* median of the seconds between samples of a thread */
};

/* Do samples of two recordings stand for different amounts of the event? What
   was asked for decides if both say so, otherwise intervals that differ by more
   than a factor of 2. */
bool rates_differ(struct sampling_rate a, struct sampling_rate b);
/* Returns "1,000 Hz", "1,000,003 events a sample" or "1 ms a sample":
   the part of `rate` that rates_differ compares with `other`. */
struct str rate_text(struct arena *arena, struct sampling_rate rate,
                     struct sampling_rate other);
