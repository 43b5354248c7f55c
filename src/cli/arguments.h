/* The arguments of the command line: options, and files. */
#pragma once

#include "cli/options.h"

/* Stores what the arguments say in *options, which has the defaults. Returns
   what options_read returns. */
enum todo arguments_read(struct options *options, int argc, char **argv,
                         struct arena *arena, struct buf *out);
