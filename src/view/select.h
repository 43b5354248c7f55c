/* The selection of functions by root, leaf and depth. */
#ifndef VIEW_SELECT_H
#define VIEW_SELECT_H

#include "view/view.h"

/* Sets kept (by function) for the functions, not the tags, that the options
   select: those that
   a root calls and those that call a leaf, directly or not, and within depth
   calls; if both are given, those that do both. If only a depth is given, it
   counts from where the profile is entered. Returns false after a message if a
   pattern matches nothing. */
bool select_functions(const struct profile *profile, const struct costs *costs,
                      const struct view_options *options, bool *kept);

#endif
