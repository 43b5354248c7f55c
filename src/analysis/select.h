/* Selection on the graph: root, leaf and depth. */
#ifndef ANALYSIS_SELECT_H
#define ANALYSIS_SELECT_H

#include "analysis/view.h"

/* Marks in kept (by function) what the options select. False after a message
   when a pattern matches nothing. */
bool select_functions(const struct profile *profile, const struct costs *costs,
                      const struct view_options *options, bool *kept);

#endif
