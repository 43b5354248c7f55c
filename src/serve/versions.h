/*
 * What the server has read of the files. With --watch it reads them again
 * whenever they have changed, unless they are bad then. It also keeps the
 * previous run, for comparisons, since the files no longer hold it.
 */
#pragma once

#include <time.h>

#include "pipeline/run.h"
#include "util/text/buf.h"

/* Seconds between checks of the files. */
#define WATCH_STEP .2

/* Shows whether a file has changed. All are 0 if there is no file. */
struct watched {
    intmax_t size, seconds, nanoseconds, inode, device;
};

struct watch {
    const char *const *files;
    size_t n;
    struct watched *taken; /* by file: its state when it was read */
    struct watched *seen;  /* by file: its state at the last check */
    double rests;          /* time since which they are as `seen`, in seconds */
};

/* Is empty if zeroed; end with versions_free. */
struct versions {
    struct run *now;    /* the run; without a profile if each page reads the
                           files */
    struct run *before; /* the previous run, or NULL */
    unsigned number;    /* number of `now`, from 1 on; 0: nothing was read */
    struct strip {
        struct str event, data;
    } *strips;       /* of `now`, one for each event (output/html/strip.h); its
                        profile owns the names */
    size_t n_strips;
    time_t read;        /* when `now` was read */
    struct buf problem; /* lines that say why the present files were not read;
                           empty if they were */
    /* The rest is private. */
    struct run *first;
    struct options options; /* of `first`, before it read anything */
    struct watch watch;
    struct run later[3]; /* two are in use, or one if `first` still is */
};

/* Reads the files of the run, unless it is a comparison, for which each page
   reads them. Returns EXIT_OK, or another status after a message. */
enum exit_status versions_start(struct versions *versions, struct run *first);

/* With --watch, reads the files if they have changed and are at rest. Returns
   whether there is a new version. */
bool versions_follow(struct versions *versions);

/* Can a page compare the run with the previous one? Not if several files are
   added up, since each would be a run of its own. */
bool versions_can_compare(const struct versions *versions);

void versions_free(struct versions *versions);
