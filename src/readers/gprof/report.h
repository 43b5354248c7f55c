/*
 * The functions and calls of a gprof report. Each call is printed twice, below
 * its caller and above its callee, and is counted once: as its caller's entry
 * has it, unless that entry is missing.
 *
 * Several reports may follow each other: index numbers hold for one of them,
 * names for all.
 */
#ifndef READERS_GPROF_REPORT_H
#define READERS_GPROF_REPORT_H

#include "model/profile.h"
#include "readers/gprof/line.h"
#include "util/map.h"

/* All private. Zeroed but for the profile; gprof_reports_finish frees it. */
struct gprof_reports {
    struct profile *profile;
    struct arena arena;

    /* Of the current report: */
    struct pairs indexes; /* of entries, with 0 */
    struct pairs keys;    /* (name, index) -> function */
    struct pairs ends;    /* (caller, callee) -> call */
    struct gprof_function *functions;
    struct gprof_call *calls;
    struct gprof_index *by_index;
    size_t functions_room, calls_room, by_index_room;

    /* Of all: */
    struct strings names;
    uint32_t *namesakes; /* by name: its functions in the current report */
    double *times;       /* by call in the profile: printed for it */
    struct gprof_facts *facts; /* by function in the profile */
    size_t namesakes_room, times_room, facts_room;
    uint32_t *found; /* functions of some lines, for a moment */
    size_t found_room;
};

/* A line with this index will come soon: has memory fetched. */
void gprof_expect(const struct gprof_reports *reports, uint32_t index);

/* Is there an entry with this index in the current report? Whether or not,
   there is one from now on. */
bool gprof_entry_again(struct gprof_reports *reports, uint32_t index);

/* What the lines say: a function's own, which it returns; the members of a
   cycle; those above or below the own line of a function. */
uint32_t gprof_own(struct gprof_reports *reports,
                   const struct gprof_line *line);
void gprof_members(struct gprof_reports *reports,
                   const struct gprof_line *lines, size_t n);
void gprof_callers(struct gprof_reports *reports, uint32_t function,
                   const struct gprof_line *lines, size_t n);
void gprof_callees(struct gprof_reports *reports, uint32_t function,
                   const struct gprof_line *lines, size_t n);

/* Adds the current report to the profile. */
void gprof_report_end(struct gprof_reports *reports);
/* Weights and entries, when the last report has ended. */
void gprof_reports_finish(struct gprof_reports *reports);

#endif
