/*
 * Groups of cheap statements. A function under study may have a hundred
 * statements of which one has nearly all the cost; a picture with a box for
 * each would be too wide. So consecutive statements that cost less than
 * GROUP_SHARE of the whole become one box, if there are more than
 * FEW_STATEMENTS in all. If more than MOST_BOXES boxes are left, or more
 * than a picture may have functions, those that together cost less than a share
 * are joined, and the share grows until the boxes are few enough.
 */
#pragma once

#include "deps/outputs/verdicts.h"

#define GROUP_SHARE .001

enum { FEW_STATEMENTS = 10, MOST_BOXES = 30 };

struct statement_groups {
    const struct verdicts *verdicts;
    double share;    /* statements that together have less of the cost are
                        joined, too; 0: none */
    uint32_t *first; /* by verdict: the first of its group, perhaps itself */
    uint32_t *size;  /* by verdict: size of the group that begins with it, or
                        0 */
};

/* The result and its arrays are in the arena. */
struct statement_groups *groups_of(struct arena *arena,
                                   const struct report *report);
/* Returns the first verdict of the group of a statement (a number of
   verdicts->ends), or NO_ID if the statement has no verdict. */
uint32_t groups_find(const struct statement_groups *groups, uint32_t statement);
