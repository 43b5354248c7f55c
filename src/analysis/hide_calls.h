/* profile_hide (analysis/hide.h) for profiles from calls. */
#ifndef ANALYSIS_HIDE_CALLS_H
#define ANALYSIS_HIDE_CALLS_H

#include "model/profile.h"

struct profile *hide_in_calls(struct arena *arena,
                              const struct profile *profile,
                              const bool *hidden);

#endif
