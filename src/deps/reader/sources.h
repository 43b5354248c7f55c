/*
 * Lines of source files. A file is read once, when the first line of it is
 * asked for, and all of it is kept: together at most SOURCES_BYTES, beyond
 * which there are no lines.
 */
#ifndef DEPS_READER_SOURCES_H
#define DEPS_READER_SOURCES_H

#include "util/array.h"
#include "util/map.h"

enum {
    SOURCES_BYTES = 64 << 20,
    SOURCES_LINE = 1 << 14, /* there is no line that is longer, in bytes */
};

/* Zeroed is empty; release with sources_free. */
struct sources {
    struct arena paths;
    struct strings ids; /* of the paths */
    LIST(struct source); /* by id */
    size_t bytes; /* of all files */
};

/* Finds a line of a regular file; lines count from 1. It ends before a NUL, and
   lives until sources_free. Returns false if there is none. */
bool sources_line(struct sources *sources, struct str path, uint64_t number,
                  struct str *line);
void sources_free(struct sources *sources);

#endif
