/*
 * Source lines and their costs, for outputs of a profile whose functions are
 * lines (GRANULARITY_LINE) or, with options->code of readers/reader.h, the
 * instructions of lines.
 */
#pragma once

#include <time.h>

#include "output/report.h"
#include "util/array.h"
#include "util/ranked.h"

/* The costs of a line or a routine on one side of a comparison. */
struct source_cost {
    double self, total;
};

/* A line of a function, or all its code of unknown line. */
struct source_line {
    uint64_t number; /* 0: not known */
    double self;
    double total; /* UNKNOWN if a part was not measured, or costs overlap
                     because a call leads back to the line */
    bool exact;   /* the total is no estimate */
    struct source_cost sides[2]; /* in a comparison the costs of the base and of
                                    the new side, else 0 */
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

/* Adds the cost of each stack once to the total of each of n groups that has
   functions on it. `group_of` is by function of report->profile, which is not
   from calls; NO_ID: in no group. */
void source_lines_group_totals(const struct report *report, const uint32_t *group_of,
                         uint32_t n, double *totals);

/* Returns a line of a file as people see it, in the arena: tabs become blanks,
   and an ellipsis stands for the middle of a line that is too long. Invisible
   characters become U+FFFD, because they might make code look like other
   code. */
struct str source_line_text(struct arena *arena, struct str line);

/* Is this time of a file's last change later than that of one of n inputs? */
bool source_lines_is_newer(const char *const *inputs, size_t n, time_t changed);
