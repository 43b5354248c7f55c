/* The list of changes that texts, tables and pages show. */
#pragma once

#include "output/report.h"

/* A change of one function that has a row of its own. */
struct listed_change {
    uint32_t function;
    bool is_self; /* of the self cost; else of the total */
    const struct change *change;
    uint32_t n_callers; /* functions without a row, because only this changed
                           their totals */
};

struct change_list {
    const struct listed_change *of;
    uint32_t n;
};

/*
 * Lists the real changes of n functions, in the arena: those of self cost, by
 * falling difference, and then those of totals that come from no single place.
 * If a call to one changed callee explains the change of a total up to a fifth,
 * the total has no row, and the row of the callee counts it. If the callee has
 * no row either, for the same reason, the row of its own callee counts both.
 */
struct change_list change_list_of(struct arena *arena,
                                  const struct report *report,
                                  const uint32_t *functions, uint32_t n);

/* Lists the largest differences of self costs of n functions, at most `most`,
   in the arena. They need not be real. */
struct change_list change_list_largest(struct arena *arena,
                                       const struct report *report,
                                       const uint32_t *functions, uint32_t n,
                                       uint32_t most);

/* Returns ", and 9 callers of it" by n_callers; "" if that is 0. */
struct str change_list_callers(struct arena *arena,
                               const struct listed_change *row);
