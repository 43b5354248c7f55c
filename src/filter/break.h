/* Calls that the user wants to be broken. */
#ifndef FILTER_BREAK_H
#define FILTER_BREAK_H

#include "filter/patterns.h"

/*
 * A new profile without the calls that the patterns name: FROM/TO, both as
 * match_names has it, neither empty; of several '/' each counts at which both
 * sides match.
 * Stacks are cut there; from calls, what the call weighed becomes an entry of
 * its callee. NULL after a message when a pattern names no call. End with
 * profile_free.
 */
struct profile *break_calls(struct arena *arena,
                              const struct profile *profile,
                              const struct patterns *patterns);

#endif
