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

/* Returns, by context, the outermost context of the kernel on its stack, or
   NO_ID; NULL if the profile has no function of a kernel, or is not from
   stacks. */
const uint32_t *kernel_entries(struct arena *arena,
                               const struct profile *profile);

/* Returns the self cost of what runs in the kernel. `entry` is what
   kernel_entries returned. */
double kernel_cost(const struct profile *profile, const uint32_t *entry);

/* Lets stacks end at these entries, which are not NULL. Their functions then
   have the costliest of those below them as `leaf`. */
void kernel_fold(struct profile *profile, const uint32_t *entry);
