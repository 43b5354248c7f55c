/*
 * Parses one line of the call graph of a gprof report. Each entry is about one
 * function: its primary line has the function itself, lines above have its
 * callers, lines below its callees.
 */
#pragma once

#include "util/text/str.h"

enum gprof_kind {
    GPROF_OTHER, /* not a line of a call graph, or a damaged one */
    GPROF_BLANK,
    GPROF_HEADER,      /* the titles of the columns */
    GPROF_DASHES,      /* between two entries */
    GPROF_PRIMARY,     /* the function that the entry is about */
    GPROF_CYCLE,       /* the primary line of an entry about a whole cycle */
    GPROF_RELATIVE,    /* a caller or callee, or a member of the cycle */
    GPROF_SPONTANEOUS, /* "<spontaneous>" in the place of callers */
};

/* Numbers that are not printed, and "nan" and "inf", are UNKNOWN. */
struct gprof_line {
    double self, children;           /* seconds */
    double calls, total, self_calls; /* "calls", "calls/total" and
                                        "calls+self_calls" */
    struct str name; /* without cycle and index; a part of the line */
    uint32_t index;
    bool in_cycle; /* a cycle is printed after the name; a GPROF_RELATIVE then
                      has self, children and total of the cycle */
};

/* Returns the kind of the line. Fills in *line for GPROF_PRIMARY, GPROF_CYCLE
   and GPROF_RELATIVE; for other kinds it may be incomplete. */
enum gprof_kind gprof_line(struct str text, struct gprof_line *line);

/* Could it be a further line of the header? Titles have no digits, but all
   lines of entries except "<spontaneous>" do. */
bool gprof_line_is_heading(struct str text);

/* A row of the flat profile. */
struct gprof_line_row {
    double percent;
    double cumulative, self; /* seconds */
    double calls;            /* without self-calls, or UNKNOWN */
    struct str name; /* as in struct gprof_line */
    bool has_index;  /* an index follows the name, as BSD's gprof prints it */
};

/* Reads a row of the flat profile. Returns false for other lines. */
bool gprof_line_row(struct str text, struct gprof_line_row *row);
/* Reads the time of the whole profile from the line "granularity: each sample
   hit covers 2 byte(s) for 0.68% of 1.46 seconds", in any language. Returns
   false for other lines. */
bool gprof_line_granularity(struct str text, double *whole);
