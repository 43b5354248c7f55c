/* Reduces profiles to the form of profiles that they are compared with. */
#pragma once

#include "cost/costs.h"

/* Returns the profile that a profiler would have recorded if it saw calls
   instead of stacks, with the same ids of functions and calls. The weight of a
   call is the cost of the samples that hold it times how often each holds it.
   End with profile_free. */
struct profile *reduce_to_calls(struct arena *arena,
                                const struct profile *profile);

/* Does the same, but keeps the exact total of each function and cost of each
   call (CALLS_MEASURED_ONCE), for a comparison with a profile that has
   those. */
struct profile *reduce_to_measured_calls(struct arena *arena,
                                         const struct profile *profile);

/* Stores the estimates of a profile with CALLS_ESTIMATED as if they were
   measured (CALLS_MEASURED_ONCE), each marked as an estimate. A profile that
   was stored as JSON has the same form. Cycles are estimated as
   cycles_of_members says. */
void reduce_to_estimates(struct profile *profile, enum cycles cycles);
