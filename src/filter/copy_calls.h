/* What makers of profiles from profiles from calls have in common. */
#ifndef FILTER_COPY_CALLS_H
#define FILTER_COPY_CALLS_H

#include "model/profile.h"

/* A copy to be changed, of the same ids. End with profile_free. */
struct profile *copy_calls(struct arena *arena, const struct profile *profile);

/*
 * Where only calls of weight zero enter a component, they share its cost
 * equally; so they do with weight 1 each, and some of them can then be taken
 * away or divided. Done where one of the marked callers (by function) calls.
 */
void copy_calls_weigh_zeros(struct profile *profile, const bool *callers);

/* A new profile without the functions and calls that are gone (by function, by
   call; NULL: no call). End with profile_free. */
struct profile *copy_calls_without(struct arena *arena,
                              const struct profile *profile,
                              const bool *gone_functions,
                              const bool *gone_calls);

#endif
