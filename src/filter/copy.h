/* Copies of profiles from calls, for filters that change or remove functions
   and calls. Each copy is a new profile; end with profile_free. */
#pragma once

#include "model/profile.h"

/* Returns a copy with the same ids. */
struct profile *copy_profile(struct arena *arena,
                             const struct profile *profile);

/* Returns a copy without the functions that are marked in `functions` (by
   function), their calls and dependences, and without the calls that are marked
   in `calls` (by call; NULL marks none). */
struct profile *copy_profile_without(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *functions, const bool *calls);
