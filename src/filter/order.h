/*
 * The order of functions, calls and contexts. Where costs are equal, ids decide
 * what is drawn first, which call of a cycle leads back, and what a limit
 * drops. So ids follow names, and the order in which an input has its samples
 * and functions changes nothing.
 */
#ifndef FILTER_ORDER_H
#define FILTER_ORDER_H

#include "model/profile.h"

/* Returns the functions sorted by name, then file, line, module and tag. Stores
   the place of each in this order in `rank`, by function. */
uint32_t *order_functions(struct arena *arena, const struct profile *profile,
                          uint32_t *rank);

/* Replaces the profile by an equal one in the arena that is not raw, and
   frees it. Functions are sorted as above, calls by caller and callee, and
   contexts by depth, parent and function. */
struct profile *order_profile(struct arena *arena, struct profile *profile);

#endif
