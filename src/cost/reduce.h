/* Brings profiles to the form of others that they are compared with. */
#pragma once

#include "cost/costs.h"

/* Returns the profile that a profiler would have recorded if it saw calls
   instead of stacks, with the same ids of functions and calls. The weight of a
   call is the cost of the samples that hold it times how often each holds it.
   End with profile_free. */
struct profile *reduce_to_calls(struct arena *arena,
                                const struct profile *profile);

/* Returns the same with the exact total of each function and cost of each call,
   for a comparison with a profile that has those: CALLS_MEASURED_ONCE. */
struct profile *reduce_to_measured_calls(struct arena *arena,
                                         const struct profile *profile);

/* Makes what is estimated of a profile from calls, CALLS_ESTIMATED, its
   measured costs: CALLS_MEASURED_ONCE, each of them marked as an estimate. This
   is how such a profile comes back from a stored JSON. Cycles are estimated as
   cycles_of_members says. */
void reduce_to_estimates(struct profile *profile, enum cycles cycles);
