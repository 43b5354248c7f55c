/* The input if the command line names none and standard input is a device. */
#ifndef CLI_DEFAULT_FILES_H
#define CLI_DEFAULT_FILES_H

#include <stddef.h>

#include "util/arena.h"

enum { MOST_DEFAULT_FILES = 2 };

/* Looks in the current folder for what a profiler leaves there: perf.data, or
   gmon.out and the program that wrote it, if there is only one program. Stores
   the names, in the arena, and returns their number, which may be 0. */
size_t default_files_find(const char *files[MOST_DEFAULT_FILES],
                          struct arena *arena);

#endif
