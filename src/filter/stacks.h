/* Filters on profiles from stacks. filter/filter.h explains them. They are
   exact, because each stack becomes another one or is dropped. Each filter
   returns a new profile; end with profile_free. */
#pragma once

#include "model/profile.h"

/* The filters of filter/filter.h, for the marked functions (by function).
   filter_stacks_collapse removes, for each of them, the frames after its
   outermost one down to its innermost one, which is removed too. */
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

/* Removes the outermost frames that are marked (by context) from the stacks
   that have other frames inside them. The profile itself changes: contexts that
   are left out have no function (NO_ID), and order_profile has to remove
   them. */
void filter_stacks_trim(struct profile *profile, const bool *marked);

/* Cuts the stacks between caller and callee of the marked calls (by call). Both
   pieces become stacks, and the cost stays with the inner one. */
struct profile *filter_stacks_cut(struct arena *arena,
                                  const struct profile *profile,
                                  const bool *marked);
