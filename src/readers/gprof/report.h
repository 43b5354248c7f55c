/*
 * The functions and calls of gprof reports. gprof prints each call twice: below
 * the primary line of its caller, and above that of its callee. It is counted
 * once, by the caller's entry or, if the caller has none, by the callee's.
 *
 * Several reports may follow each other. Index numbers hold within one report,
 * names in all of them.
 */
#pragma once

#include "model/profile.h"
#include "readers/gprof/flat.h"
#include "readers/gprof/line.h"
#include "util/array.h"
#include "util/map.h"

struct gprof_report {
    struct arena arena;   /* owns all of this */
    struct pairs indexes; /* (index, 0): those that have an entry */
    struct pairs keys;    /* (name, index) -> function */
    struct pairs ends;    /* (caller, callee) -> call */
    LIST(struct gprof_function) functions;
    LIST(struct gprof_call) calls;
    LIST(struct gprof_index) by_index; /* the function of each small index */
    struct gprof_flat flat;
    double whole; /* seconds in the granularity line; 0: there is none */
};

/* Begin with zeros and the profile, and end with gprof_reports_finish, which
   frees everything but the profile. The fields `excess` and `unlisted`
   are for the caller, who sets now.whole; all others are private. */
struct gprof_reports {
    struct profile *profile;
    struct gprof_report now; /* the current report */

    /* all reports: */
    struct arena arena; /* has what follows */
    struct strings names;
    LIST(uint32_t) n_named; /* by name: its functions in the current report */
    LIST(double) times;     /* by call in the profile: printed seconds */
    LIST(struct gprof_facts) facts; /* by function in the profile */
    double excess;   /* seconds by which the least possible self times exceed
                        the whole */
    double unlisted; /* seconds of the whole that no function can have */
};

/* Adds an entry with this index to the current report. Returns false if the
   report has one already, which means that another report has begun. */
bool gprof_reports_add_entry(struct gprof_reports *reports, uint32_t index);
/* Adds the function of a primary line and returns its id in the report.
   `spontaneous` tells whether "<spontaneous>" is among its callers. */
uint32_t gprof_reports_add_primary(struct gprof_reports *reports,
                                   const struct gprof_line *line,
                                   bool spontaneous);
/* Adds the n callers above the primary line of a function. */
void gprof_reports_add_callers(struct gprof_reports *reports, uint32_t function,
                               const struct gprof_line *lines, size_t n);
/* Adds the n callees below the primary line of a function. */
void gprof_reports_add_callees(struct gprof_reports *reports, uint32_t function,
                               const struct gprof_line *lines, size_t n);
/* Adds the n members below the primary line of a cycle. */
void gprof_reports_add_members(struct gprof_reports *reports,
                               const struct gprof_line *lines, size_t n);
/* Adds a row of the flat profile, which may come before the entries or, as in
   BSD's reports, after them. */
void gprof_reports_add_row(struct gprof_reports *reports,
                           const struct gprof_line_row *row);

/* Adds the current report to the profile and begins another one. Does nothing
   if the current report has no entries. */
void gprof_reports_end_report(struct gprof_reports *reports);
/* Sets weights and entries in the profile, after the last report. */
void gprof_reports_finish(struct gprof_reports *reports);
