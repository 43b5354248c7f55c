/*
 * --watch: have the files of a run changed? A profiler writes a file in several
 * steps, and removes it before that, so a change counts when the size and the
 * time of all files have rested for WATCH_REST seconds.
 */
#ifndef SERVE_WATCH_H
#define SERVE_WATCH_H

#include "util/arena.h"

#define WATCH_REST 1.0
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

/* Begins with the files as they are now. The arena holds the lists; the names
   must live as long. Returns false after a message if a file is none whose
   content can change, such as a pipe. */
bool watch_start(struct watch *watch, struct arena *arena,
                 const char *const *files, size_t n);

/* Looks at the files. Returns whether they differ from those that were taken
   and rest; then these are taken. */
bool watch_has_changed(struct watch *watch);

#endif
