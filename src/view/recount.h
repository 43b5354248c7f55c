/* The calls between the functions that a view keeps. */
#ifndef VIEW_RECOUNT_H
#define VIEW_RECOUNT_H

#include "view/view.h"

/* Fills view->calls, in no order; kept is by function. */
void recount_calls(struct arena *arena, struct view *view,
                   const struct profile *profile, const struct costs *costs,
                   const bool *kept);

#endif
