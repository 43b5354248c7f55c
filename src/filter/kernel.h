/*
 * Kernel entries: in the picture of a program, one box stands for each way into
 * the kernel, because the kernel's own calls are long chains of small
 * functions.
 */
#pragma once

#include "model/profile.h"

/* Is each kernel entry one box: never (ALL), always (ENTRY), or while the
   kernel has less than half of the cost (AUTO)? */
enum kernel { KERNEL_AUTO, KERNEL_ENTRY, KERNEL_ALL };

/* Returns the self cost of what runs in the kernel; 0 if the profile is not
   from stacks. */
double kernel_cost(const struct profile *profile);

/* Returns a new profile in which stacks end at their outermost kernel function,
   whose `leaf` is the costliest function removed below it. The profile must be
   from stacks. End with profile_free. */
struct profile *kernel_fold(struct arena *arena, const struct profile *profile);
