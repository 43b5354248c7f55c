/*
 * Groups of cheap statements. A function under study may have a hundred
 * statements of which one has nearly all the cost; a picture with a box for
 * each is too wide to be read. So statements that follow each other in the
 * source and cost less than GROUP_SHARE of the whole become one box, if there
 * are more than FEW_STATEMENTS in all. If more than MOST_STATEMENTS boxes are
 * left, or more than the functions that a picture may have, others join that
 * together cost less than a share, which grows until the boxes are few enough.
 */
#pragma once

#include "deps/outputs/verdicts.h"

#define GROUP_SHARE .001

enum { FEW_STATEMENTS = 10, MOST_STATEMENTS = 30 /* boxes */ };

struct groups {
    const struct verdicts *verdicts;
    double share;    /* statements that together have less of the cost are in
                        groups, too; 0: none */
    uint32_t *first; /* by verdict: the first one of its group, which may be
                        itself */
    uint32_t *size;  /* by verdict: of the group that begins with it, or 0 */
};

/* The result and its arrays are in the arena. */
struct groups *groups_of(struct arena *arena, const struct report *report);
/* Returns the verdict that begins the group of a statement, whose number is
   that of verdicts->ends, or NO_ID if the statement has none. */
uint32_t groups_find(const struct groups *groups, uint32_t statement);
