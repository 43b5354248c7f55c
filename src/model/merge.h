/* Adds up the profiles of several inputs. */
#ifndef MODEL_MERGE_H
#define MODEL_MERGE_H

#include "model/profile.h"

/*
 * Adds every function, call, context, sample and dependence of `from` to
 * `profile`; functions are the same if their identities are equal. Counts of
 * unknown unit (UNIT_COUNTS) join samples and events and take their unit.
 * Returns false after a message that names both profiles if their kinds or
 * units differ, or if both say which event they counted, or how many events a
 * sample stands for, and these differ. `name` is the input that `from` was read
 * from. If the two profiles hold different selections of threads, the sum says
 * nothing about threads. The sum's call_costs is the lesser of both.
 */
bool merge_profiles(struct profile *profile, const struct profile *from,
                    const char *name);

#endif
