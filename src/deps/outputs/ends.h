/*
 * Numbers for the statements and the variables of dependences, so that the
 * dependences of a statement are found without a search.
 */
#pragma once

#include "deps/dependence.h"
#include "util/arena.h"

/* All arrays are in an arena. */
struct ends {
    uint32_t n, n_variables;     /* one more than the highest number of each */
    uint32_t *writers, *readers; /* by dependence: the number of the statement
                                    at this end, or NO_ID */
    uint32_t *variables; /* by dependence: equal names have equal numbers */
    /* Statement k is the reader of the dependences reads[first_read[k]] to
       reads[first_read[k + 1] - 1], in ascending order. */
    uint32_t *first_read, *reads;
};

/* Numbers the statements. The first n numbers are those of the statements in
   `first`, which must all differ. */
struct ends *ends_of(struct arena *arena, const struct dependences *all,
                     const struct statement *const *first, uint32_t n);
