/* The command line. */
#pragma once

#include "compare/fail_if.h"
#include "filter/filter.h"
#include "filter/kernel.h"
#include "output/graphviz/draw.h"
#include "output/writer.h"
#include "readers/reader.h"
#include "view/view.h"

/* The step that main takes after reading the options. */
enum next_step { NEXT_RUN, NEXT_STOP, NEXT_USAGE_ERROR, NEXT_FAILED };

/* How totals are computed (--total). */
enum total { TOTAL_BY_INPUT, TOTAL_CALLSTACKS, TOTAL_CALLRATIOS };

/* When standard error shows progress (--progress, --no-progress). */
enum progress_wish { PROGRESS_ON_TERMINALS, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* The tables that --list-... prints in place of a picture. */
enum list {
    LIST_NOTHING,
    LIST_FUNCTIONS,
    LIST_MODULES,
    LIST_EVENTS,
    LIST_THREADS,
    LIST_PLACES,
};

struct text_list {
    const char **texts;
    size_t n;
};

/* An option of the command line. */
struct given_option {
    const char *name; /* the long one, without "--" */
    const char *arg;  /* NULL: it has none */
};

/* All texts are those of argv. */
struct options {
    const struct reader *reader; /* NULL: the format is detected */
    struct reader_options read;
    long threads; /* the most threads; 0: as many as processors */
    double max_memory; /* bytes; 0: no limit; UNKNOWN: the default */
    enum total total;
    enum cycles cycles;
    bool has_cycles; /* --cycles was given */
    struct view_options view;
    bool has_node_thres, has_edge_thres; /* -n, -e were given */
    bool has_nodecount;                  /* --nodecount was given */
    bool wants_all;                      /* one of these three was given as 0 */
    struct filter_options filters;
    struct demangler names; /* --demangle; for patterns and for display */
    enum kernel kernel;     /* --kernel */
    bool relative; /* percentages refer to the cost that the filters leave */
    enum list list;
    const char *list_pattern; /* selects the functions of LIST_FUNCTIONS */
    struct look look;
    struct space space; /* --fit: look.space points to it */
    bool has_fit;       /* --fit was given */
    bool has_granularity; /* --granularity was given */
    struct layout layout;
    const struct writer *writer; /* never NULL after options_read */
    const char *output;          /* "-": standard output; with --split-by,
                                    a folder */
    long split_most;             /* --split-most: the most files */
    struct text_list labels;     /* --sample-label: "KEY=VALUE" */
    struct text_list with_labels; /* --with-label: "KEY=PATTERN" */
    const char *depfile;         /* --depfile: the file, or NULL */
    bool if_changed;
    bool quiet;
    bool unconfined; /* --no-sandbox */
    bool requires_filter; /* --require-sandbox */
    enum progress_wish progress;
    const char *files0_from; /* --files0-from: the file that lists the files;
                                NULL: the command line does */
    bool keeps_going; /* --keep-going: files that cannot be read are left out */
    struct text_list base; /* --base: files, or globs of files */
    bool compares_two;     /* --compare: the first of two files is the base */
    struct compare_options compare;
    struct fail_if fail_if;
    bool repeats_fail_if; /* it was given more than once */
    const char **files; /* at least one; "-" is standard input */
    size_t n_files;
    size_t n_base; /* number of first files that are the base of a comparison;
                      0: none */
    bool serves;     /* --serve: the page is served, not written */
    long port;       /* --port; 0: any free port */
    bool no_browser; /* --no-browser: no browser is started */
    bool watches;    /* --watch: pages follow changes of the files */
    LIST(struct given_option) given; /* in the order of the command line */
    bool is_report; /* the output is a report because it goes to a terminal */
    bool is_default; /* the files were not named, but found in the current
                        folder */
    bool is_waiting; /* no file was named, and standard input is a terminal */
};

/* Fills *options from the command line; lists live in the arena. Returns
   NEXT_STOP if --help or the like has printed into `out`, NEXT_USAGE_ERROR
   after a message. */
enum next_step options_read(struct options *options, int argc, char **argv,
                            struct arena *arena, struct buf *out);
