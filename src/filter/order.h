/*
 * The order of functions, calls and contexts. If costs are equal, ids decide
 * what is drawn first, which call of a cycle leads back, and what a limit
 * drops. So ids are given by names, and the order of samples and functions in
 * an input has no effect.
 */
#pragma once

#include "model/profile.h"

/* Returns the functions sorted by name, then file, line, module and tag. Stores
   the place of each in this order in `rank`, by function. */
uint32_t *order_functions(struct arena *arena, const struct profile *profile,
                          uint32_t *rank);

/* Puts the profile in order, after which it is not raw. Functions are sorted as
   above, calls by caller and callee, and contexts by depth, parent and
   function. In a profile from stacks, calls come in the order of contexts. */
void order_profile(struct profile *profile);
