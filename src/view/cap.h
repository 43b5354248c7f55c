/* The limit on the number of functions in a picture. */
#ifndef VIEW_CAP_H
#define VIEW_CAP_H

#include "cost/costs.h"

/*
 * Leaves at most so many functions in kept (by function): the hottest by self
 * cost, then those of the best entropy score (view/score.h) on the calls
 * between all that were kept; ties by total, then identity. True if some had to
 * go.
 *
 * Calls of stacks are counted again over what goes; those of profiles from
 * calls are not. There a function comes with its costliest callers, up to one
 * that is there already, and those whose callers find no room come last.
 */
bool cap_functions(const struct profile *profile, const struct costs *costs,
                   long most, bool *kept);

#endif
