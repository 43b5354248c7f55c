/* Self-calls and calls back into a cycle: pictures show them as notes in the
   caller's box, unless --recursion=edges asks for arrows. */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* Is the call a note rather than an arrow? */
bool recursion_is_noted(const struct report *report,
                        const struct view_call *call);

/* Is the call a note with a known share below 1 %? Boxes leave such notes out,
   and the legend says so; tooltips count them. */
bool recursion_is_minor(const struct report *report,
                        const struct view_call *call);

/* Returns the number of calls of a function that are notes and have a known
   cost. */
uint32_t recursion_count_notes(const struct report *report, uint32_t function);

/* Returns the number of calls in the view that are arrows. */
uint32_t recursion_count_arrows(const struct report *report);

/*
 * Appends the notes of a function to the plain text of its box, each on lines
 * of its own: "↺ itself 3,504×", "↺ parse, eval 12,300×". If the profile does
 * not say how often functions were called, each name has the share of its call
 * instead.
 */
void recursion_add_notes(struct buf *label, struct arena *arena,
                         const struct report *report, uint32_t function);
