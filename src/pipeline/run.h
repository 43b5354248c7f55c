/*
 * One run of the pipeline, and its steps in the order in which they are done.
 * read_files (pipeline/read.h) comes before them.
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

/* The first file that tells how often it took samples, and the first that took
   them at another rate. */
struct rates {
    struct rated {
        const char *name; /* NULL: there is none */
        struct sampling_rate rate;
    } first, other;
};

/* The state of one run. Zeroed, but for the options, it is ready to start. It
   must not move in memory: the report points into it. */
struct run {
    struct arena arena;
    struct options options;
    const struct reader *reader;  /* of the first file */
    unsigned supported;           /* ASK_... bits of what some file has */
    struct rates rates;           /* of the files */
    struct profile *profile;      /* what the last step made of it */
    struct profile *all_events;      /* the samples of all events after the same
                                     steps; NULL unless the page offers them */
    struct profile *uncollapsed;  /* with --cycles=collapse: the profile that
                                     still has the cycles; else NULL */
    struct input_quality quality; /* of the profile as read */
    struct view_options limits;   /* what the view is made with */
    struct view_source *source;   /* what it is made of; NULL before the first */
    struct comparison *comparison; /* of the sides; NULL without --base */
    struct run *base; /* what was read of the base of a comparison whose new
                         side is the profile; NULL: the files are read */
    bool wants_lines; /* functions are to be lines, if the files have them */
    struct assembly assembly; /* the instructions of functions, with --assembly
                                 and if functions are lines */
    struct run *lines; /* the run that made report.lines, or NULL */
    bool skips_all_events; /* only the event drawn is read, though a page could
                              offer the others */
    bool is_part; /* of --split-by: no functions may be left of it */
    bool is_side; /* of a comparison: notes that are the same for all sides are
                     those of their sum */
    struct report report;
};

/* Reads the files, unless the run has a profile already: it is then the one
   that the files hold. Returns EXIT_OK, or another status after a message. */
enum exit_status run_read(struct run *run);
/* Is only what the input itself lists to be printed? */
bool run_lists_inventory(const struct options *options);
/* Reads the files and filters them, or only reads them if nothing else is to be
   printed. Returns EXIT_OK, or another status after a message. */
enum exit_status run_prepare(struct run *run);

/* Lets the stacks of all runs end where the kernel is entered, if the options
   say so, or if pictures are drawn and the kernel has less than half of the cost
   of all. */
void run_fold_kernel(struct run *runs, size_t n);

/* Fills the report with what the filters change. */
void run_start_report(struct run *run);

/* Finds the costs of the profile. Cycles become functions if the options say
   so. */
void run_find_costs(struct run *run);

/* Chooses what is drawn, names it and compares its calls. Returns false after a
   message if a pattern cannot be matched. */
bool run_find_view(struct run *run);
/* Fills in what the total of each function of the view consists of. */
void run_find_breakdowns(struct run *run);

/* Returns EXIT_DAMAGED if an input was damaged or cut off, else EXIT_OK. */
enum exit_status run_end(const struct run *run);

void run_free(struct run *run);
