/* The filter --hide for profiles from calls. */
#pragma once

#include "filter/calls.h"

/*
 * Returns a new profile without the functions marked in `hidden` (by function);
 * end with profile_free. The self cost and the calls of a hidden function go to
 * its callers in proportion to their weights, and its entry becomes the entry
 * of its callees. Joined calls have no count. If there would be too many joined
 * calls, those of almost no cost by `estimate` become entries instead, and a
 * note says how much cost their callers lose. Returns NULL if there are
 * millions of joined calls even so.
 */
struct profile *filter_calls_hide(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *hidden,
                                  call_cost_estimate *estimate);
