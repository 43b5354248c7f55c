/* Calls that the user wants to be broken. */
#ifndef ANALYSIS_BREAK_H
#define ANALYSIS_BREAK_H

#include "analysis/match.h"

/*
 * A new profile without the calls that the patterns name: FROM/TO, both as
 * match_names has it, neither empty; of several '/' each counts at which both
 * sides match.
 * Stacks are cut there; from calls, what the call weighed becomes an entry of
 * its callee. NULL after a message when a pattern names no call. End with
 * profile_free.
 */
struct profile *profile_break(struct arena *arena,
                              const struct profile *profile,
                              const struct patterns *patterns);

#endif
