/*
 * The contents of an opreport call graph, which may be text or XML: functions,
 * the samples on the calls between them, and the events that were counted.
 *
 * The samples of a call are the samples in whose stack the two functions are
 * next to each other, counted once for each place where they are. So each
 * occurrence of a function on a stack begins with a call or is the root, and
 * ends in a sample of the function or with a call.
 */
#pragma once

#include "readers/oprofile/place.h"
#include "readers/reader.h"
#include "util/array.h"

struct oprofile_function {
    struct oprofile_place place; /* its texts must live as long as the report */
    double self;                 /* samples */
};

/* A call is printed twice: above the callee's line in the callee's entry, and
   below the caller's line in the caller's. */
enum oprofile_side { ABOVE, BELOW };

struct oprofile_call {
    uint32_t caller, callee;
    double samples[2]; /* by side */
};

struct oprofile_event {
    struct str name, count, mask; /* "" if the report does not say */
};

/* An input may have several reports. Functions, calls and events belong to the
   present one, all else to the input. */
struct oprofile_report {
    struct input *in;
    struct profile *profile;
    const struct reader_options *options;
    struct arena texts;
    struct strings keys; /* one for each function; their ids are the same */
    LIST(struct oprofile_function) functions;
    struct pairs ends; /* (caller, callee) -> call */
    LIST(struct oprofile_call) calls;
    LIST(struct oprofile_event) events;
    size_t n_dropped; /* events, because a report has too many */

    bool has_drawn;              /* the event to count has been chosen */
    struct oprofile_event drawn; /* the event to count */
    struct tally others;         /* events of reports without that event */
    struct sample_filter filters[N_THREAD_KEYS]; /* by process and thread, each
                                                    of which counts as one
                                                    sample */
};

/* Returns an empty report. End with oprofile_report_finish; in, profile and
   options must stay until then. */
struct oprofile_report
oprofile_report_begin(struct input *in, struct profile *profile,
                      const struct reader_options *options);

/* Returns the id of the function that has this key, which it adds if it is new.
   A key is any text that no other function of the report has. */
uint32_t oprofile_report_function(struct oprofile_report *report,
                                  struct str key);
/* Adds the samples that one side prints for a call. */
void oprofile_report_add_call(struct oprofile_report *report, uint32_t caller,
                              uint32_t callee, double samples,
                              enum oprofile_side side);

/* Adds an event; its texts are copied. */
void oprofile_report_add_event(struct oprofile_report *report,
                               struct oprofile_event event);
/* Sets *event to the index of the event to count: the one that the user named,
   or the default, the same in all reports of the input; 0 if the report has no
   events. Prints which events are left out. Returns false if this report lacks
   the event and must be skipped. */
bool oprofile_report_choose_event(struct oprofile_report *report,
                                  size_t *event);

/* Is the process or thread with this id accepted? */
bool oprofile_report_accepts(struct oprofile_report *report,
                             enum thread_key key, struct str id);
/* Is a process or thread without an id accepted? */
bool oprofile_report_accepts_unknown(const struct oprofile_report *report,
                                     enum thread_key key);

/* Adds functions and calls to the profile, and then drops them. */
void oprofile_report_flush(struct oprofile_report *report);
/* Drops functions and calls. */
void oprofile_report_forget(struct oprofile_report *report);
/* The reader calls this at the end of the input. Flushes, completes the profile
   and frees the report. Returns false after a message if nothing was read, or
   nothing that the options ask for. */
bool oprofile_report_finish(struct oprofile_report *report);
