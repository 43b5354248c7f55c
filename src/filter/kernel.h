/*
 * Kernel entries: a picture of a program shows what the kernel does for it as
 * one function for each way into the kernel, because its own calls are towers
 * of many small functions.
 */
#pragma once

#include "model/profile.h"

/* Are kernel entries one box each: always, never, or while the kernel has less
   than half of the cost? */
enum kernel { KERNEL_AUTO, KERNEL_ENTRY, KERNEL_ALL };

/* Returns the self cost of what runs in the kernel; 0 if the profile is not
   from stacks. */
double kernel_cost(const struct profile *profile);

/* Returns a new profile in which stacks end at the outermost function of the
   kernel, which then has the costliest of those below it as `leaf`. The profile
   must be from stacks. End with profile_free. */
struct profile *kernel_fold(struct arena *arena, const struct profile *profile);
