/* The files that a file lists (--files0-from). */
#ifndef CLI_LISTED_FILES_H
#define CLI_LISTED_FILES_H

#include "cli/options.h"

/* Makes the files that options->files0_from lists, each of them ended by a NUL,
   those of the options. Names and list live in the arena. Returns TODO_RUN, or
   something else after a message. */
enum todo listed_files_add(struct options *options, struct arena *arena);

#endif
