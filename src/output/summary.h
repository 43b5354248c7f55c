/* Texts on how much of the profile a picture shows, and why not all, for the
   legend and standard error. */
#pragma once

#include "output/report.h"

/* Returns the part (0 to 1) of all differences of self costs, including noise,
   that the functions of the view have; UNKNOWN if no function changed. The
   report must be a comparison. */
double summary_part_of_change(const struct report *report);

/* Returns "showing 80 of 1,234 functions, 93.1% of the cost: those from 0.5%,
   the 80 most informative"; the cost is the self cost of what is shown. Returns
   "" if all functions are shown. */
struct str summary_functions(struct arena *arena, const struct report *report);

/* Returns "80 of 1,234 functions, 93.1% of the cost, 9 of the ten hottest"; a
   comparison has "6 of the 7 that changed" instead. */
struct str summary_shown(struct arena *arena, const struct report *report);

/* Returns "and 90 of 2,000 calls: those from 0.1% between them", or "showing 90
   of 2,000 calls" after an empty line of functions. Returns "" if all calls are
   shown. */
struct str summary_calls(struct arena *arena, const struct report *report);

/* Returns "nothing is known to enter cycle 1 (root, step) and 2 others: all
   members count as entries alike", with the costliest of the cycles for which
   this was assumed; "" if there is none. */
struct str summary_no_entries(struct arena *arena, const struct report *report);
