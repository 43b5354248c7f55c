/*
 * The critical paths that a trace has measured, and what a later run should
 * measure: bop-trace(5), records S and i.
 */
#ifndef DEPS_READER_SPANS_H
#define DEPS_READER_SPANS_H

#include "deps/reader/places.h"
#include "deps/reader/sums.h"

struct profile;

/* The facts about one dependence of the sums. */
struct bop_flow {
    struct str variable, expression; /* as in struct dependence */
    bool is_update; /* one statement like "n++" reads and writes */
    bool is_sum;    /* it is a reduction, as far as one execution tells */
};

/* The data from which records S and i are made. */
struct bop_spans {
    struct profile *profile;
    const struct bop_trace *trace;
    const struct bop_sums *sums;
    const struct bop_place *places; /* by site */
    const struct bop_flow *flows;   /* by dependence */
    const uint32_t *ids;            /* by function: that of the profile */
    const uint32_t *loops;          /* by nest: that of the profile */
};

/* Reads the fields of a record S. Returns false if it is bad. */
bool bop_spans_record(struct bop_trace *trace, struct bop_sums *sums,
                      struct str fields);
/* Adds the critical paths to the profile. */
void bop_spans_add(const struct bop_spans *spans);
/* Adds records i to the inventory of the profile. */
void bop_spans_list(const struct bop_spans *spans);

#endif
