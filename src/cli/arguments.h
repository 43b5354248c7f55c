/* The arguments of the command line: options, and files. */
#pragma once

#include "cli/options.h"

/* Stores the arguments in *options, which has the defaults. Returns as
   options_read does. */
enum next_step arguments_read(struct options *options, int argc, char **argv,
                              struct arena *arena, struct buf *out);
