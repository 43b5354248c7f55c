/* Filters on profiles from stacks, exact: every stack becomes another one or is
   dropped. See filter/filter.h for what they mean. */
#ifndef FILTER_STACKS_H
#define FILTER_STACKS_H

#include "model/profile.h"

/* Each makes a new profile; marked is by function. End with profile_free. */
struct profile *filter_stacks_focus(struct arena *arena, const struct profile *profile,
                             const bool *marked);
struct profile *filter_stacks_ignore(struct arena *arena,
                              const struct profile *profile,
                              const bool *marked);
struct profile *filter_stacks_show_from(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked);
struct profile *filter_stacks_prune_from(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *marked);
struct profile *filter_stacks_hide(struct arena *arena,
                               const struct profile *profile,
                               const bool *marked);

/* Cuts the stacks between caller and callee of the calls that are marked (by
   call): both pieces are stacks then, the cost stays with the lower one. */
struct profile *filter_stacks_cut(struct arena *arena, const struct profile *profile,
                           const bool *marked);

#endif
