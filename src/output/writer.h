/*
 * The table of outputs. Every writer appends its bytes to a buffer; main
 * writes that buffer to the file in one go.
 *
 * A new output is a file that defines `const struct writer writer_NAME`, and
 * the row WRITER(NAME) in list.h.
 */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* The kinds of outputs. */
enum writer_kind {
    WRITES_TABLE,   /* numbers for programs or pages */
    WRITES_BOXES,   /* a picture of functions as boxes, of a fixed size */
    WRITES_PAGE,    /* such a picture that zooms and scrolls, so --fit has no
                       meaning */
    WRITES_FLAME,   /* a picture of stacks */
    WRITES_REPORT,  /* text for people and agents, also as Markdown */
    WRITES_PROFILE, /* the profile itself, so report->costs and report->view are
                       NULL */
};

struct writer {
    const char *name;        /* for -T, and as the ending of a file's name */
    const char *also;        /* another such name, or NULL */
    const char *ending;      /* another ending that means this output, or
                                NULL */
    const char *written;     /* another output of the same form, whose ending
                                fits as well; or NULL */
    const char *description; /* for --help */
    enum writer_kind kind;
    bool runs_dot;           /* dot lays it out; with --fit, any picture */
    bool takes_names;        /* --list names the functions that it shows */
    bool has_lines;          /* functions are source lines, so inputs must have
                                them */
    bool is_binary;          /* refused on a terminal */
    bool is_complete;        /* no thresholds unless the user sets them */
    bool thins_itself;       /* applies the thresholds to what it lists, in
                                place of the view (look->least_part) */
    bool fits_column;        /* fits the column of a README by default */
    bool exchanges;          /* other programs read it, so the profile has rows
                                of all events (pipeline/exchange.h) */
    bool is_stored;          /* it is read and added up again, so frames that
                                are no functions stay */
    bool has_columns;        /* shows both sides of a comparison by itself: see
                                report->has_sides */
    /* Appends the output; returns false after a message. */
    bool (*write)(struct buf *out, const struct report *report);
};

/* Is it a picture? Those of boxes have at most 80 functions by default. */
static inline bool writer_draws(const struct writer *writer)
{
    return writer->kind == WRITES_BOXES || writer->kind == WRITES_PAGE ||
           writer->kind == WRITES_FLAME;
}

/* All writers in the order of --help, ended by NULL. */
extern const struct writer *const writers[];

/* Returns the writer of this name, other name or ending, or NULL. */
const struct writer *writer_find(struct str name);
/* Returns the ending of a file's name, "svg" of "out.svg", as a part of it: ""
   if it has none, or nothing before its only dot. */
struct str writer_ending(const char *file);
/* Returns the writer for an ending, or NULL. Upper and lower case are equal. */
const struct writer *writer_for(struct str ending);
