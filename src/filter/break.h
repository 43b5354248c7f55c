/* The filter --break removes the calls that the user names. It comes before
   cycles are sought. */
#ifndef FILTER_BREAK_H
#define FILTER_BREAK_H

#include "filter/patterns.h"

/*
 * Returns a new profile without the calls that the patterns name; end with
 * profile_free. A pattern is CALLER/CALLEE, where both sides match functions as
 * patterns_match_name does and neither is empty. Names can contain '/' too, so
 * each '/' counts at which both sides match something.
 *
 * From stacks, the stacks are cut between caller and callee. From calls, the
 * weight of a removed call becomes an entry of its callee. Returns NULL after a
 * message if a pattern names no call.
 */
struct profile *break_calls(struct arena *arena, const struct profile *profile,
                            const struct patterns *patterns);

#endif
