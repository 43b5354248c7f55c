/* Filters on profiles from stacks, exact: every stack becomes another one or is
   dropped. See analysis/filter.h for what they mean. */
#ifndef ANALYSIS_FILTER_STACKS_H
#define ANALYSIS_FILTER_STACKS_H

#include "model/profile.h"

/* Each makes a new profile; marked is by function. End with profile_free. */
struct profile *focus_stacks(struct arena *arena, const struct profile *profile,
                             const bool *marked);
struct profile *ignore_stacks(struct arena *arena,
                              const struct profile *profile,
                              const bool *marked);
struct profile *show_stacks_from(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked);
struct profile *prune_stacks_from(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *marked);
struct profile *hide_in_stacks(struct arena *arena,
                               const struct profile *profile,
                               const bool *marked);

/* Cuts the stacks between caller and callee of the calls that are marked (by
   call): both pieces are stacks then, the cost stays with the lower one. */
struct profile *cut_stacks(struct arena *arena, const struct profile *profile,
                           const bool *marked);

#endif
