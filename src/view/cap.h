/* The limit on the number of functions in a picture. */
#pragma once

#include "view/view.h"

/* The rank of functions among those that are selected; it does not depend on
   the limit. */
struct ranking;

/* Ranks the selected functions (by function); the result is in the arena. */
struct ranking *cap_rank(struct arena *arena, const struct profile *profile,
                         const struct costs *costs, const bool *selected);

/*
 * Clears `kept` (by function) for all but `most` of the ranked functions, which
 * are more. A third of those that stay, rounded up, have the greatest self
 * costs, so that a picture shows where the time goes; small pictures have the
 * hottest ten if a third of their places is left for others. Next come up to
 * three functions of the path from a root to each of the hottest ten, those of
 * the best score on the calls between all functions that were selected. The
 * others have the best scores; ties go by total, then by identity. If no
 * function of the path from a root to a chosen function stays, its costliest
 * caller does, if that call has much of its total.
 *
 * Calls over a dropped function are counted again from stacks, and from calls
 * if `joins` is set (view/join.h). If they are lost, a function brings its
 * costliest callers with it, up to one that stays already. Functions whose
 * callers find no room come last.
 *
 * The `heat` of the options takes the place of self costs, and their `priority`
 * comes before the score. With a priority but no heat, functions with a
 * priority come first and bring their costliest callers with them in any
 * profile.
 */
void cap_functions(const struct profile *profile, const struct costs *costs,
                   const struct ranking *ranking, long most,
                   const struct view_options *options, bool joins, bool *kept);
