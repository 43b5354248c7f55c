/* How often the samples of an event were taken. */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* A field is 0 if it is unknown. */
struct sampling_rate {
    double frequency; /* requested samples per second of run time */
    double period;    /* requested events per sample */
    double interval;  /* median time between samples of a thread, in seconds */
};

/* Do samples of two recordings stand for different amounts of the event?
   Requested rates are compared if both are known, else intervals, which differ
   if their ratio is above 2. */
bool rates_differ(struct sampling_rate a, struct sampling_rate b);
/* Returns "1,000 Hz", "1,000,003 events a sample" or "1 ms a sample":
   the part of `rate` that rates_differ compares with `other`. */
struct str rate_text(struct arena *arena, struct sampling_rate rate,
                     struct sampling_rate other);
