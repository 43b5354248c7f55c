/* The limit on the number of functions in a picture. */
#pragma once

#include "view/view.h"

/* The rank of functions among those that are selected; it does not depend on
   the limit. */
struct ranking;

/* Ranks the selected functions (by function); the result is in the arena. */
struct ranking *cap_rank(struct arena *arena, const struct profile *profile,
                         const struct costs *costs, const bool *selected);

/* Is the profile flat (view/top_down.h), and do the options ask for a picture
   of all of it, without heat and priority? */
bool cap_is_flat(const struct ranking *ranking,
                 const struct view_options *options);

/*
 * Clears kept (by function) for all but `most` of the functions that were
 * ranked, of which there are more. A third of those that stay, rounded up, are
 * the functions with the greatest self cost: where the time goes must be seen.
 * Small pictures have the hottest ten, which leaves a third of their places to
 * others. Up to three of the functions that lead from a root to each of the
 * hottest ten come next, those of the best score on the calls between all that
 * were kept before. The others have the best scores; ties go by total, then by
 * identity. If nothing of the path from a root to a function stays, its
 * costliest caller does.
 *
 * Calls over a dropped function are counted again from stacks, and from calls
 * if `joins` is set (view/join.h). If they are lost, a function brings its
 * costliest callers with it, up to one that stays already. Functions whose
 * callers find no room come last.
 *
 * Of a flat profile, half of those that stay have the greatest self cost, and
 * the others show how the cost divides.
 *
 * The heat of the options takes the place of self costs, and their priority
 * comes before the score. With a priority but no heat, functions with a
 * priority come first and bring their costliest callers with them in any
 * profile.
 */
void cap_functions(const struct profile *profile, const struct costs *costs,
                   const struct ranking *ranking, long most,
                   const struct view_options *options, bool joins, bool *kept);
