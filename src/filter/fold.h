/* --fold: functions that become one box. */
#ifndef FILTER_FOLD_H
#define FILTER_FOLD_H

#include "filter/granularity.h"
#include "filter/patterns.h"

/*
 * Returns the keys of the functions that match, for granularity_join: by
 * function, in the arena. Those that a regular expression matches in name,
 * module or file become one function of that name. After "module:" it matches
 * modules, each of which becomes one. The first pattern that matches decides.
 * Returns NULL after a message, as regex_match does.
 */
struct key *fold_keys(struct arena *arena, const struct profile *profile,
                      const struct patterns *patterns, bool may_miss);

#endif
