/*
 * In profiles from calls: finds where a cycle is entered if no recorded call
 * and no entry leads into it. gcc -pg, for example, does not record who called
 * main, the root of a thread, or a function that the C library calls back.
 */
#pragma once

#include "model/profile.h"

/*
 * Gives entries to members of such cycles. The first rule that applies decides:
 *
 * - the cost that the calls do not explain, if all calls of and by members have
 *   costs: self + outgoing - incoming, where it is above 0;
 * - the members whose names are those of a root (names/roots.h), of the lowest
 *   rank that there is. Where calls are weighted by their counts, the root is
 *   entered once; elsewhere its entry weighs as much as the calls of it.
 *
 * A cycle with neither is left as it is: all its members then count alike
 * (graph/inflow.h).
 *
 * A note names the functions whose cost no caller gets, because only calls that
 * did not happen lead to them.
 */
void cycle_entries_find(struct profile *profile);
