/* Checks whether options fit the output and each other. */
#pragma once

#include "cli/options.h"

/* Checks the columns `of`, `needs` and `against` of the options that were given.
   Warns of options that do nothing for the output; returns false after a message
   if one is refused. */
bool checks_outputs(const struct options *options);

/* Checks what options mean for each other and for the system. Returns false
   after a message. */
bool checks_together(const struct options *options);
