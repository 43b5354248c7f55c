/* Removes from a view what is small: calls, and functions that a picture can do
   without. */
#pragma once

#include "view/view.h"

/* Removes calls below edge_thres. A picture keeps those that are most of their
   callee's total, but no arrows of a small part of it; what it leaves out goes
   to view->small_calls. Calls of unknown cost stay, such as the back calls of
   split cycles. */
void prune_small_calls(struct arena *arena, struct view *view,
                       const struct profile *profile,
                       const struct costs *costs, double whole,
                       const struct view_options *options);

/* Clears `kept` for functions without which a picture still shows enough: those
   of little self cost that lead to no others. Returns whether there are any;
   the calls have to be found anew. */
bool prune_needless(struct view *view, const struct profile *profile,
                    const struct costs *costs, double whole,
                    const struct view_options *options, bool *kept);
