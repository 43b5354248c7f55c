/* Selection on the graph: root, leaf and depth. */
#ifndef VIEW_SELECT_H
#define VIEW_SELECT_H

#include "view/view.h"

/* Marks in kept (by function) what the options select. False after a message
   when a pattern matches nothing. */
bool select_functions(const struct profile *profile, const struct costs *costs,
                      const struct view_options *options, bool *kept);

#endif
