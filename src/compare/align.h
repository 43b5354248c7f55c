/* Brings runs onto the same functions and calls. */
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
 * compare/match.h tells which functions are the same; *counts says how they
 * were found. They have the identity of the new side. If some runs have stacks
 * and others only calls, all are reduced to calls.
 *
 * A run that has much fewer samples than the others gets a warning, and wholes
 * of samples that differ by more than 5 % a note. `cycles` says how costs in
 * cycles are estimated if some runs are stored estimates.
 */
struct profile *compare_align(struct arena *arena, struct compare_run *runs,
                              size_t n, enum cycles cycles,
                              struct match_counts *counts);
