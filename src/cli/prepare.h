/* Defaults that depend on the output or on other options. */
#ifndef CLI_PREPARE_H
#define CLI_PREPARE_H

#include "cli/options.h"

/* Sets these defaults. Returns false after a message. */
bool prepare_options(struct options *options, struct arena *arena);

#endif
