/* The arguments of the command line: options, and files. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include "cli/options.h"

/* Stores what the arguments say in *options, which has the defaults. Returns
   what options_read returns. */
enum todo arguments_read(struct options *options, int argc, char **argv,
                         struct arena *arena, struct buf *out);

#endif
