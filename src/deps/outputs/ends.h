/*
 * The statements and the variables of dependences as numbers. They tell what
 * depends on a statement without a search through all dependences.
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
    /* The reader of the dependences reads[first_read[k]] to
       reads[first_read[k + 1] - 1], which ascend, is statement k. */
    uint32_t *first_read, *reads;
};

/* Numbers the statements. The first n of them are those that the caller gives,
   in their order and each once. */
struct ends *ends_of(struct arena *arena, const struct dependences *all,
                     const struct statement *const *first, uint32_t n);
