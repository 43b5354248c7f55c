/* The files of a run that the command line does not name one by one: those in a
   list (--files0-from), the base of a comparison, and those found in the
   current folder. */
#pragma once

#include "cli/options.h"
#include "util/arena.h"

/* Sets the files of the options to those that options->files0_from lists, each
   ended by a NUL. Names and list live in the arena. Returns NEXT_RUN, or
   something else after a message. */
enum next_step input_files_add_listed(struct options *options,
                                      struct arena *arena);

/* Puts the files of --base before all others and sets n_base; with --compare
   the first of two files is the base. The texts of files that a glob finds live
   in the arena. Returns NEXT_FAILED after a message if no file matches. */
enum next_step input_files_add_base(struct options *options,
                                    struct arena *arena);

enum { MOST_DEFAULT_FILES = 2 };

/* Looks in the current folder for what a profiler leaves there: perf.data, or
   gmon.out and the program that wrote it, if there is only one program. Stores
   the names, in the arena, and returns their number, which may be 0. */
size_t input_files_find_default(const char *files[MOST_DEFAULT_FILES],
                                struct arena *arena);
