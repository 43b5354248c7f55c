/* The selection of functions by root, leaf and depth, and that of tags. */
#ifndef VIEW_SELECT_H
#define VIEW_SELECT_H

#include "cost/costs.h"
#include "view/view.h"

/* Sets kept (by function) for the functions, not the tags, that the options
   select: those that a root calls and those that call a leaf, directly or not,
   and within depth calls; if both are given, those that do both. If only a depth
   is given, it counts from where the profile is entered. Returns false after a
   message if a pattern matches nothing. */
bool select_functions(const struct profile *profile, const struct costs *costs,
                      const struct view_options *options, bool *kept);

/*
 * The tags of a view: boxes such as "comm: make" above the functions
 * (filter/tag_frames.h). Functions are selected as if there were no tags, and
 * the tags follow them.
 */

/* Marks the tags in `kept` (by function): of each key the `most` with the
   greatest totals, or all if most is 0. */
void tags_keep(const struct profile *profile, const struct costs *costs,
               long most, bool *kept);

/* Clears `kept` for tags from which no calls of the view lead to a function,
   and removes the calls to these tags. */
void tags_drop_unused(const struct profile *profile, struct view *view,
                      bool *kept);

#endif
