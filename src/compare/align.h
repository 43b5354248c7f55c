/* Gives runs the same functions and calls under the same ids. */
#pragma once

#include "compare/match.h"

/*
 * Replaces the profile of each of n runs by one that has the functions and
 * calls of all runs under the same ids, but the contexts and costs of this run
 * only; the old profiles are freed. Returns a profile with the same ids and
 * with the contexts of all runs, or NULL after a message if the runs do not
 * count the same thing. Its costs are the mean over the base runs plus the mean
 * over the new ones.
 *
 * compare/match.h finds the functions that are the same, which get the identity
 * of the new side; *counts tells how they were found. If some runs have stacks
 * and others only calls, all are reduced to calls.
 *
 * Warns if a run has much fewer samples than the others, and notes if wholes of
 * samples differ by more than 5 %. `cycles` says how costs in cycles are
 * estimated if some runs are stored estimates.
 */
struct profile *compare_align(struct arena *arena, struct compare_run *runs,
                              size_t n, enum cycles cycles,
                              struct match_counts *counts);
