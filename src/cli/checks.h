/* Checks whether options fit the output and each other. */
#pragma once

#include "cli/options.h"

/* Checks the columns `of`, `needs` and `against` of the options that were
   given. Warns of options that do nothing for the output; returns false after a
   message if one is refused. */
bool checks_outputs(const struct options *options);

/* Checks the rules on options that no column expresses. Returns false after a
   message. */
bool checks_together(const struct options *options);
