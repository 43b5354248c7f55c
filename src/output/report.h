/*
 * A report holds everything that a writer may show: the profile, its costs and
 * the view. Its functions return what all writers need: ids, labels, shares.
 */
#pragma once

#include "compare/compare.h"
#include "cost/costs.h"
#include "cost/cycle/collapse.h"
#include "filter/kernel.h"
#include "model/assembly.h"
#include "model/profile.h"
#include "names/demangle.h"
#include "output/look.h"
#include "quality/warnings.h"
#include "view/breakdown.h"
#include "view/hot_path.h"
#include "view/view.h"

struct layout;

#define REPORT_BEFORE S("before")
#define REPORT_AFTER S("after")

/*
 * The report owns nothing: what it points to must live as long as it does.
 * Writers of kind WRITES_PROFILE get a report without costs, view and anything
 * made from them.
 */
struct report {
    const struct profile *profile; /* after the filters */
    const struct costs *costs;
    const struct view *view;
    struct hot_path hot_path; /* of the view */
    const struct profile
        *all_events;             /* samples of all events and threads, after
                                 the filters: readers/choose/all_events.h;
                                 NULL: the page offers none */
    const double *choice_wholes; /* the cost that shares refer to, by event and
                                    thread (html_choices_wholes) */
    const struct comparison *comparison; /* NULL unless sides are compared; the
                                            profile is then the sum of both */
    const struct report *lines; /* the same profile with lines as functions, for
                                   a page that shows source or instructions;
                                   NULL: none */
    const struct assembly *assembly; /* the instructions of `lines`, or of the
                                        profile if its functions are lines;
                                        NULL: none */
    struct breakdown *const *breakdowns; /* by function; NULL for functions
                                            that are not in the view */
    const struct input_quality *quality;
    const struct look *look;
    const struct layout *layout;       /* how to run dot: graphviz/draw.h */
    struct demangler *demangler;       /* NULL: show names as read */
    const struct view_options *limits; /* the options that made the view */
    const char *const *inputs; /* the names of the files, "-" for standard
                                  input */
    size_t n_inputs;
    size_t n_summed; /* number of files that are added up; 1 if they are parts
                        of one profile, such as a program and its gmon.out */
    const char *format; /* the reader's name */
    const char *kind;   /* of the input: "stacks" or "calls" */
    const char *granularity; /* what functions stand for: "function",
                                "module"... */
    const char *tags;   /* keys of the tags above the stacks, with commas
                           between; NULL: there are none */
    const char *total;  /* "callstacks", "callratios" or "measured" */
    const char *cycles; /* how cycles were treated; NULL if there are none or
                           totals are exact */
    enum cycles cycles_way; /* how cycles are treated if there are any */
    const struct collapsed *collapsed; /* NULL without --cycles=collapse */
    enum kernel kernel; /* KERNEL_ENTRY: stacks end where the kernel is entered;
                           KERNEL_AUTO: it does not matter */
    double kernel_part; /* the kernel's part of the whole; 0: not known */
    bool has_sides; /* the samples come from two sides and have the events
                       REPORT_BEFORE and REPORT_AFTER */
    double whole; /* the cost that shares refer to; 0: no cost was recorded */
    double read;  /* the cost of the input before the filters */
    double width, height; /* of the picture in inches, before it is scaled; 0:
                             not measured */
    uint32_t n_functions, n_calls;             /* before the filters */
    uint32_t dropped_functions, dropped_calls; /* of these, not in the view */

    /* report_name_functions fills the rest. The arrays with "member" in their
       name are by function of collapsed->before and NULL without it. */
    const struct str *ids; /* by function: "f" and 12 hexadecimal digits, after
                              "NAME_" with --name; a function keeps its id in
                              every run and in every view */
    const struct str *labels; /* by function of the view: the displayed name,
                                 valid UTF-8 on one line, at most SHORTEN_LIMIT
                                 code points; functions of different modules may
                                 share it */
    const struct str *uncut_labels; /* the same without that limit */
    const struct str *full_names;   /* by function of the view: demangled, with
                                       parameters; any bytes */
    const struct str *member_ids, *member_labels, *member_full_names;
};

/* Fills ids, labels and full names. The other fields must be set. */
void report_name_functions(struct arena *arena, struct report *report);

/* Returns the ids of the functions of a profile. */
struct str *report_ids(struct arena *arena, const struct look *look,
                       const struct profile *profile);

/* Returns the displayed name of any function, whether it is in the view or
   not. */
struct str report_label(struct arena *arena, const struct report *report,
                        uint32_t function);
/* Returns the name of any function, demangled, with parameters. */
struct str report_full_name(struct arena *arena, const struct report *report,
                            uint32_t function);
/* Demangles the names of n functions at once for later calls of report_label
   and report_full_name. This is faster, because each call of the demangler
   starts a thread. */
void report_demangle(const struct report *report, const uint32_t *functions,
                     uint32_t n);

/* Returns a cost as a share of the whole, from 0 to 1; 0 if the cost is UNKNOWN
   or the whole is 0. */
double report_share(const struct report *report, double cost);
/* These return the share of a function's self cost, and that of its total. */
double report_self(const struct report *report, uint32_t function);
double report_total(const struct report *report, uint32_t function);
/* Returns "24 to 73%", or "at least 24%" for a range that is open. Returns ""
   if it is not set, if both ends read alike, or if it says nothing: the cost is
   then shown as one number. */
struct str report_range_text(struct arena *arena, const struct report *report,
                             struct range range);
/* Returns the total of a function as text: "12.3%" if it is exact, its range,
   or "~12.3%" for an estimate without one. */
struct str report_total_text(struct arena *arena, const struct report *report,
                             uint32_t function);
/* Returns the same as report_total_text for the cost of a call, which must be
   known. */
struct str report_call_text(struct arena *arena, const struct report *report,
                            const struct view_call *call);
/* Returns the largest self share in the view, but at least
   THEME_LEAST_SCALE. */
double report_max_self(const struct report *report);

/* Returns the standard deviation of a share of 50 %, which is the largest one:
   sqrt(.5 * .5 / n). Returns 0 for costs that are not known to be those of a
   number of samples, as counts of folded stacks may be of anything. */
double report_sampling_error(const struct report *report);

/* Do shares refer to less than the whole cost of the input? */
bool report_is_relative(const struct report *report);

/* Returns by how much totals from stacks are too low, because stacks are cut;
   "" if they are not, or not from stacks. */
struct str report_cut_totals(struct arena *arena, const struct report *report);

/* Returns the functions of the view by falling total: view->n_functions of
   them. */
uint32_t *report_by_total(struct arena *arena, const struct report *report);

/* Returns a cost with its unit, or in the format of --time-format. */
struct str report_cost(struct arena *arena, const struct report *report,
                       double cost);
