/*
 * One run of the pipeline, and its steps in order. The first of them, run_read,
 * uses pipeline/read.h.
 */
#pragma once

#include "cli/options.h"
#include "output/report.h"

/* The manual page lists the same exit statuses. */
enum exit_status {
    EXIT_OK = 0,     /* the output was written */
    EXIT_FAILED = 1, /* the input or the system failed, or nothing is left to
                        draw; no output was written */
    EXIT_USAGE = 2,  /* the command line is wrong, or it asks for something
                        that the input does not have */
    EXIT_CHANGED = 3, /* the output was written, and the change of --fail-if was
                         found */
    EXIT_DAMAGED = 4, /* the output was written, but an input was damaged or cut
                         off, so that a part of it is missing */
};

/* The first file whose sampling rate is known, and the first file with another
   rate. */
struct rates {
    struct rated {
        const char *name; /* NULL: there is none */
        struct sampling_rate rate;
    } first, other;
};

/* The state of one run. It is ready to start if all but the options is zeroed.
   It must not move in memory, because the report points into it. */
struct run {
    struct arena arena;
    struct options options;
    const struct reader *reader;  /* the reader of the first file */
    unsigned supported;           /* ASK_... bits that some file supports */
    struct rates rates;           /* the sampling rates of the files */
    struct profile *profile;      /* the result of the last step */
    struct profile *all_events;      /* the samples of all events after the same
                                     steps; NULL unless the page offers them */
    struct profile *uncollapsed;  /* with --cycles=collapse: the profile that
                                     still has the cycles; else NULL */
    struct input_quality quality; /* of the profile as read */
    struct view_options limits;   /* what the view is made with */
    struct view_source *source;   /* what the view is made of; NULL before the
                                     first view */
    struct comparison *comparison; /* of the sides; NULL without --base */
    struct run *base; /* what was read of the base of a comparison whose new
                         side is the profile; NULL: the files are read */
    bool wants_lines; /* functions are to be lines, if the files have them */
    struct assembly assembly; /* the instructions of functions, with --assembly
                                 and if functions are lines */
    struct run *lines; /* the run that made report.lines, or NULL */
    bool skips_all_events; /* only the event that is drawn is read, although a
                              page could offer the others */
    bool is_part; /* it is one of the files of --split-by, of which the filters
                     may leave no function */
    bool is_side; /* it is a side of a comparison: the run of the sum prints
                     the notes that are the same for all sides */
    struct report report;
};

/* Reads the files unless the run already has their profile. Returns EXIT_OK, or
   another status after a message. */
enum exit_status run_read(struct run *run);
/* Is the output a list of events, threads or places, which needs no more than
   reading? */
bool run_lists_inventory(const struct options *options);
/* Reads the files and, unless the output only lists what they have, filters the
   profile. Returns EXIT_OK, or another status after a message. */
enum exit_status run_prepare(struct run *run);

/* Ends the stacks of all runs where the kernel is entered, if the options say
   so, or in pictures if the kernel has less than half of the cost of all
   runs. */
void run_fold_kernel(struct run *runs, size_t n);

/* Fills in the report after filtering. */
void run_start_report(struct run *run);

/* Finds the costs of the profile, in which cycles become functions if the
   options say so. */
void run_find_costs(struct run *run);

/* Finds the view, the labels of its functions and, in a comparison, the changes
   of its calls. Returns false after a message if a pattern cannot be
   matched. */
bool run_find_view(struct run *run);
/* Fills in the breakdowns of the view (view/breakdown.h). */
void run_find_breakdowns(struct run *run);

/* Returns EXIT_DAMAGED if an input was damaged or cut off, else EXIT_OK. */
enum exit_status run_end(const struct run *run);

/* Frees what the run has, and leaves it empty. */
void run_free(struct run *run);
