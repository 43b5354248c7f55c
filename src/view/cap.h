/* The limit on the number of functions in a picture. */
#ifndef VIEW_CAP_H
#define VIEW_CAP_H

#include "cost/costs.h"

/*
 * Clears kept (by function) for all but `most` functions. Returns true if there
 * were more. A third of those that stay, rounded up, are the functions with the
 * greatest self cost: where the time goes must be seen. The others have the
 * best scores (view/score.h) on the calls between all that were kept before;
 * ties go by total, then by identity.
 *
 * In profiles from stacks, the calls over a dropped function are counted again,
 * but in profiles from calls they are lost. There, a function brings its
 * costliest callers with it, up to one that stays already. Functions whose
 * callers find no room come last.
 *
 * `priority` is by function, or NULL. Functions with a priority above 0 come
 * before all others, by priority, and bring their costliest callers with them
 * in any profile.
 */
bool cap_functions(const struct profile *profile, const struct costs *costs,
                   long most, const double *priority, bool *kept);

#endif
