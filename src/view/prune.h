/* Removes from a view what is small: calls, and functions that a picture can do
   without. */
#pragma once

#include "view/view.h"

/* Removes the calls from and to functions that are not kept. */
void prune_calls(struct view *view, const bool *kept);

/* Sets view->call_thres and removes calls below the threshold. Calls of unknown
   cost stay, such as the back calls of split cycles. Calls within a cycle only
   need edge_thres, because they may be notes in boxes, which take no room. */
void prune_small_calls(struct view *view, const struct profile *profile,
                       const struct costs *costs, double whole,
                       const struct view_options *options, const bool *kept);

/* Removes functions without which a picture still shows enough. */
void prune_needless(struct view *view, const struct profile *profile,
                    double whole, const struct view_options *options,
                    bool *kept);
