/*
 * What the server has read of the files. With --watch it reads them again
 * whenever they have changed, and keeps what it had if they are bad then. The
 * run before is kept as well, to be compared with: its files are gone.
 */
#pragma once

#include <time.h>

#include "pipeline/run.h"
#include "util/text/buf.h"

/* Seconds between two looks at the files. */
#define WATCH_STEP .2

/* The facts that tell one content of a file from another. All are 0 if there is
   no file. */
struct watched {
    intmax_t size, seconds, nanoseconds, inode, device;
};

struct watch {
    const char *const *files;
    size_t n;
    struct watched *taken; /* by file: when it was read */
    struct watched *seen;  /* by file: at the last look */
    double rests;          /* since when they are as seen, in seconds */
};

/* Zeroed it is empty; release with versions_free. */
struct versions {
    struct run *now;    /* has no profile if each page reads the files */
    struct run *before; /* the run before; NULL: there is none */
    unsigned number;    /* of `now`, from 1 on; 0: nothing was read */
    struct strip {
        struct str event, data;
    } *strips;       /* of `now`, for each event: output/html/strip.h; its
                        profile holds the names */
    size_t n_strips;
    time_t read;        /* when that was read */
    struct buf problem; /* why the files as they are were not read, as lines;
                           empty if they were */
    /* The rest is private. */
    struct run *first;
    struct options options; /* of `first`, before it read anything */
    struct watch watch;
    struct run later[3]; /* two of them are in use, or one beside `first` */
};

/* Reads the files of the run, unless it compares: then each page does. Returns
   EXIT_OK, or another status after a message. */
enum exit_status versions_start(struct versions *versions, struct run *first);

/* With --watch, reads the files if they have changed and rest. Returns whether
   there is another version now. */
bool versions_follow(struct versions *versions);

/* Can a page compare the run with the one before? Files that are added up are
   no runs of their own. */
bool versions_can_compare(const struct versions *versions);

void versions_free(struct versions *versions);
