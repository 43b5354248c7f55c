/* Profiles from profiles: functions taken out, what they cost given to their
   callers. */
#ifndef ANALYSIS_HIDE_H
#define ANALYSIS_HIDE_H

#include "model/profile.h"

/*
 * A new profile without the functions marked in hidden (by function). From
 * stacks, their frames vanish: callers and callees meet, the self cost of a
 * hidden leaf goes to its caller; a stack left empty is dropped. From calls,
 * the self cost and the calls of a hidden function go to its callers in
 * proportion to their weights, entries becoming entries of its callees; joined
 * calls have no count. Where too many would be joined, those of next to no cost
 * become entries as well, and a note tells. End with profile_free.
 */
struct profile *profile_hide(struct arena *arena,
                             const struct profile *profile,
                             const bool *hidden);

#endif
