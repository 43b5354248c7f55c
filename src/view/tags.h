/*
 * Tags are boxes such as "comm: make" above the functions
 * (filter/tag_frames.h). Functions are selected as if there were no tags, and
 * the tags follow them.
 */
#pragma once

#include "view/view.h"

/* Marks the tags in `kept` (by function): of each key the `most` with the
   greatest totals, or all if most is 0. */
void tags_keep(const struct profile *profile, const struct costs *costs,
               long most, bool *kept);

/* Clears `kept` for tags from which no calls of the view lead to a function,
   and removes the calls to these tags. */
void tags_drop_unused(const struct profile *profile, struct view *view,
                      bool *kept);
