/* Calls that are told in the box of their caller, not drawn. */
#ifndef OUTPUT_DOT_RECURSION_H
#define OUTPUT_DOT_RECURSION_H

#include "output/output.h"

/* Is it a self-call or a call back into a cycle, and do these become notes? */
bool recursion_is_noted(const struct report *report, const struct view_call *call);

/* How many calls in view are drawn. */
uint32_t recursion_count_arrows(const struct report *report);

/*
 * Adds to a box what its function calls without an arrow, on lines of their
 * own: "↺ itself 3,504×", "↺ parse, eval 12,300×". Where executions were not
 * counted, each name has its share of the whole cost.
 */
void recursion_add_notes(struct buf *label, struct arena *arena,
               const struct report *report, uint32_t function);

#endif
