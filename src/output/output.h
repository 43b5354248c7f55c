/*
 * What writers are given, and the writers. Every writer makes bytes in memory;
 * main writes them once.
 */
#ifndef OUTPUT_OUTPUT_H
#define OUTPUT_OUTPUT_H

#include "cost/costs.h"
#include "cost/cycle/collapse.h"
#include "model/profile.h"
#include "output/dot/look.h"
#include "quality/warnings.h"
#include "util/buf.h"
#include "view/breakdown.h"
#include "view/view.h"

/* How dot is run. */
struct layout {
    const char *dot;    /* the program; NULL: dot, sought in PATH */
    double limit;       /* seconds; 0: none */
    const char *format; /* what it is to write, its -T */
    const char *output; /* our output file; NULL: standard output */
};

struct report {
    const struct profile *profile; /* as read, filtered */
    const struct costs *costs;
    const struct view *view;
    const struct breakdown *accounts; /* by function, of those in view */
    const struct input_quality *quality;
    const struct look *look;
    const struct layout *layout;
    struct demangler *names; /* NULL: names are shown as read */
    const struct view_options *limits; /* what the view was made with */
    const char *format;                /* the reader's name */
    const char *kind;                  /* of the input: "stacks" or "calls" */
    const char *total;                 /* "callstacks" or "callratios" */
    const char *cycles; /* how cycles were treated; NULL: no need to */
    const struct collapsed *collapsed; /* NULL: cycles are not */
    double whole;       /* what shares refer to; 0: no cost recorded */
    double read;        /* cost of the input, before filters */
    uint32_t n_functions, n_calls; /* before filters */
    uint32_t dropped_functions, dropped_calls; /* of these, not in view */

    const struct str *ids;    /* by function: stable public ids, "f" and 12
                                 hexadecimal digits, after "NAME_" where the
                                 graph has a name */
    const struct str *labels; /* by function: the name as displayed, valid
                                 UTF-8 on one line; only of those in view */
    const struct str *whole_labels; /* the same where they are longer than
                                       SHORTEN_LIMIT, of label.h */
    const struct str *full_names; /* by function: demangled with parameters,
                                     any bytes; only of those in view */
    const struct str *member_ids;    /* by function of collapsed->before, ids */
    const struct str *member_labels; /* and labels */
    const struct str *member_full_names; /* and full names; or NULL */
};

/* Fills ids, labels and full names; the rest must be there. */
void report_names(struct arena *arena, struct report *report);

/* The name as displayed of any function, in view or not. */
struct str report_label(struct arena *arena, const struct report *report,
                        uint32_t function);
/* Its name, demangled with parameters. */
struct str report_full_name(struct arena *arena, const struct report *report,
                            uint32_t function);
/* Makes both cheap, of many such functions: all at once. */
void report_demangle(const struct report *report, const uint32_t *functions,
                     uint32_t n);

/* A cost as a share of the whole, 0 if either is not known; and those of a
   function. */
double report_share(const struct report *report, double cost);
double report_self(const struct report *report, uint32_t function);
double report_total(const struct report *report, uint32_t function);
/* The greatest self share in view, at least THEME_LEAST_SCALE. */
double report_max_self(const struct report *report);

/* Do shares refer to less than the input? */
bool report_is_relative(const struct report *report);

/* A function and the cost to sort it by. */
struct ranked {
    uint32_t function;
    double cost;
};

/* By falling cost, ties in order of first sight. */
void report_rank(struct ranked *functions, size_t n);

/* The functions in view, so sorted by total. */
uint32_t *report_by_total(struct arena *arena, const struct report *report);

/* A cost with its unit, or as --time-format says. */
struct str report_cost(struct arena *arena, const struct report *report,
                       double cost);

/* The one row of a table of writers. */
struct writer {
    const char *name;        /* as -T wants it */
    const char *description; /* for --help */
    bool is_picture;         /* capped at 80 functions by default */
    bool is_binary;          /* not for a terminal */
    bool is_input;           /* shows the profile: wants no costs, no view */
    bool (*write)(struct buf *out, const struct report *report);
};

/* All writers, ended by a row without name. */
extern const struct writer writers[];

/* NULL if there is none. */
const struct writer *writer_find(struct str name);
/* By what follows the last '.' of a file's name, DOT if that says nothing. */
const struct writer *writer_for(const char *file);

/* Each returns false after a message. */
bool write_dot(struct buf *out, const struct report *report);
/* What dot makes of it, in layout->format, as it is. */
bool write_picture(struct buf *out, const struct report *report);
/* The same in SVG, with a text alternative, names, classes and, on request,
   colours for a dark ground. */
bool write_svg(struct buf *out, const struct report *report);
/* A page of its own with that picture, to look around in. */
bool write_html(struct buf *out, const struct report *report);
bool write_json(struct buf *out, const struct report *report);
bool write_text(struct buf *out, const struct report *report);
/* The profile as read, in the language of readers/edges.c: reading it back
   prints the same bytes. */
bool write_edges(struct buf *out, const struct report *report);
/* Stacks as FlameGraph wants them; fails for profiles from calls. */
bool write_folded(struct buf *out, const struct report *report);

/* Functions of a profile with their costs, sorted by total, before anything
   is pruned; pattern as for --root, "+" for all. False after a message when
   nothing matches. */
bool write_function_list(struct buf *out, const struct report *report,
                         const char *pattern);

#endif
