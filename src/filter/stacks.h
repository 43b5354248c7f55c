/* Filters on profiles from stacks. filter/filter.h explains them. They are
   exact, because each stack becomes another one or is dropped. Each filter
   returns a new profile; end with profile_free. */
#pragma once

#include "model/profile.h"

/* The filters work on the marked functions (by function). filter_stacks_hide
   removes them. filter_stacks_collapse removes what lies between the outermost
   and the innermost frame of one of them, and that one. */
struct profile *filter_stacks_focus(struct arena *arena,
                                    const struct profile *profile,
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
struct profile *filter_stacks_collapse(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked);

/* Ends stacks at an outer context: `end` has the one by context, or NO_ID where
   a stack stays as it is. */
struct profile *filter_stacks_end(struct arena *arena,
                                  const struct profile *profile,
                                  const uint32_t *end);

/* Removes the outermost frames that are marked (by context) from the stacks
   that have other frames inside them. */
struct profile *filter_stacks_trim(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked);

/* Cuts the stacks between caller and callee of the marked calls (by call). Both
   pieces become stacks, and the cost stays with the inner one. */
struct profile *filter_stacks_cut(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *marked);
