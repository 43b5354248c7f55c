/* The filter --hide for profiles from calls. */
#pragma once

#include "filter/calls.h"

/*
 * Returns a new profile without the functions marked in `hidden` (by function);
 * end with profile_free. The self cost and the calls of a hidden function go to
 * its callers in proportion to their weights, and its entry becomes the entry
 * of its callees. Joined calls have no count. Where hiding would join too many
 * calls, those that `estimate` gives almost no cost become entries instead, and
 * a note says how much their callers lose. Returns NULL if there are still
 * millions of joined calls.
 */
struct profile *filter_calls_hide(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *hidden,
                                  call_cost_estimate *estimate);
