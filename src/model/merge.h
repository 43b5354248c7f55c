/* Adds up the profiles of several inputs, or the functions of one profile. */
#pragma once

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

/* The ids in the sum, by the ids of `from`. */
struct merge_ids {
    uint32_t *functions, *calls;
    uint32_t *contexts;
};

/* Does the same and stores the ids, which live in the arena, unless it returns
   false. */
bool merge_with_ids(struct arena *arena, struct profile *profile,
                    const struct profile *from, const char *name,
                    struct merge_ids *ids);

/* Adds the costs, contexts, samples and dependences of `from` to a profile that
   has its functions and calls, whose ids are known. Fills ids->contexts. */
void merge_costs(struct profile *profile, const struct profile *from,
                 const struct merge_ids *ids);

/* Can costs in these units be added up or compared? They are equal, or one of
   them is UNIT_COUNTS and the other is neither a time nor a size. */
bool merge_units_fit(struct str a, struct str b);

/* Returns a profile in which every function f of `profile` has the identity
   identities[f], whose texts are copied. Functions that get the same identity
   become one: their costs, their calls and their contexts add up. Its
   call_costs is that of `profile`. The result is in the arena as that of
   profile_new and has no stats. */
struct profile *merge_functions(struct arena *arena,
                                const struct profile *profile,
                                const struct identity *identities);
