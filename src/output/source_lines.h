/*
 * Source lines and their costs, for outputs of a profile whose functions are
 * lines (GRANULARITY_LINE) or, with options->code of readers/reader.h, the
 * instructions of lines.
 */
#pragma once

#include <time.h>

#include "output/report.h"
#include "util/array.h"

/* The costs of a line or a routine on one side of a comparison. */
struct source_cost {
    double self, total;
};

/* A line of a function, or all its code of which nobody knows the line. */
struct source_line {
    uint64_t number; /* 0: not known */
    double self;
    double total; /* UNKNOWN if a part of it was not measured, or leads back to
                     the line, so that costs overlap */
    bool exact;   /* the total is no estimate */
    struct source_cost sides[2]; /* of a comparison, which adds up these of the
                                    base and of the new side; else 0 */
};

/* All lines of a function in one file. */
struct source_routine {
    const struct function *function; /* one of its lines */
    struct source_line *lines;       /* by number */
    uint32_t n;
    double self;
    double total; /* UNKNOWN as above */
    struct source_cost sides[2]; /* as above */
};

struct source_routines {
    LIST(struct source_routine);
};

/* Returns the routines of n functions of report->profile, by name, module and
   file, in the arena. From stacks, a total counts each stack once. From calls,
   it is the self cost and the measured cost of calls that leave the line or the
   routine. */
struct source_routines source_routines_of(struct arena *arena,
                                          const struct report *report,
                                          const struct ranked *functions,
                                          size_t n);

/* Adds to the totals of n groups of functions: the cost of each stack that has
   a group, once. `group_of` is by function of report->profile, which is not
   from calls; NO_ID: in no group. */
void source_lines_group_totals(const struct report *report, const uint32_t *group_of,
                         uint32_t n, double *totals);

/* Returns a line of a file as people see it, in the arena: tabs become blanks,
   and an ellipsis stands for the middle of a line that is too long. Characters
   that a reader cannot see are shown as U+FFFD, because they might make code
   look like other code. */
struct str source_line_text(struct arena *arena, struct str line);

/* Was a file that changed at this time changed after one of n inputs? */
bool source_lines_is_newer(const char *const *inputs, size_t n, time_t changed);
