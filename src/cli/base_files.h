/* The files of a comparison. */
#ifndef CLI_BASE_FILES_H
#define CLI_BASE_FILES_H

#include "cli/options.h"

/* Puts the files of --base before all others and sets n_base; with --compare
   the first of two files is the base. The texts of files that a glob finds live
   in the arena. Returns TODO_FAILED after a message if no file matches. */
enum todo base_files_add(struct options *options, struct arena *arena);

#endif
