/*
 * The flat profile of a gprof report, which has one row for each function:
 *
 *       %   cumulative   self              self     total
 *      time   seconds   seconds    calls  us/call  us/call  name
 *      31.55      0.46     0.46    72000     6.40     8.48  t
 *      10.97      0.62     0.16    64000     2.50     4.69  p
 */
#pragma once

#include "util/array.h"

/* The values of a function that its row and its entry in the call graph share.
   Several functions may have equal keys. */
struct gprof_flat_key {
    uint32_t name; /* id that the caller chooses */
    double self;   /* seconds */
    double calls;  /* without self-calls; UNKNOWN if not printed */
};

struct gprof_flat_row {
    struct gprof_flat_key key;
    double percent;    /* of all samples */
    double precision;  /* of the percentage: half of its last digit */
    double cumulative; /* seconds of this row and of those above it */
};

/* The rows, from top to bottom. */
struct gprof_flat {
    LIST(struct gprof_flat_row);
};

/* Returns the seconds of all rows. */
double gprof_flat_whole(const struct gprof_flat *flat);
/* Sets times[i] to the seconds of function i by its row (not by its printed
   self time), or to UNKNOWN if it has no row. */
void gprof_flat_find(const struct gprof_flat *flat,
                     const struct gprof_flat_key *functions, size_t n,
                     double *times);
