/* Source lines and their costs, for outputs of a profile whose functions are
   lines (GRANULARITY_LINE). */
#ifndef OUTPUT_SOURCE_LINES_H
#define OUTPUT_SOURCE_LINES_H

#include <time.h>

#include "output/report.h"

/* Returns the total of each line, by function of report->profile, in the arena.
   From stacks, totals are those of functions. From calls, the total of a line
   is its self cost and the measured cost of its calls; it is UNKNOWN if one was
   not measured or leads back to the line, because such costs overlap. */
double *source_line_totals(struct arena *arena, const struct report *report);

/* Returns a line of a file as people see it, in the arena: tabs become blanks,
   and an ellipsis stands for the middle of a line that is too long. Characters
   that a reader cannot see are shown as U+FFFD, because they might make code
   look like other code. */
struct str source_line_text(struct arena *arena, struct str line);

/* Was a file that changed at this time changed after one of n inputs? */
bool source_lines_is_newer(const char *const *inputs, size_t n, time_t changed);

#endif
