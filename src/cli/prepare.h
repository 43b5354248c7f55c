/* What follows from the options: the output, and the defaults that depend on it
   or on other options. */
#ifndef CLI_PREPARE_H
#define CLI_PREPARE_H

#include "cli/options.h"

/* Chooses the output. People at a terminal get a report in place of DOT, which
   programs read, unless an option is about the picture. Returns false after a
   message. */
bool prepare_writer(struct options *options);

/* Sets the other defaults. Returns false after a message. */
bool prepare_options(struct options *options, struct arena *arena);

#endif
