/* Filters on profiles from calls. filter/filter.h explains them. Each filter
   returns a new profile; end with profile_free. */
#ifndef FILTER_CALLS_H
#define FILTER_CALLS_H

#include "model/profile.h"

/* Keeps the functions that reach, or are reached from, a marked function (by
   function), and ignores the others. */
struct profile *filter_calls_focus(struct arena *arena,
                                   const struct profile *profile,
                                   const bool *marked);

/* Removes the marked functions and, of everything that they call directly or
   indirectly, the portion that is done on their behalf. */
struct profile *filter_calls_ignore(struct arena *arena,
                                    const struct profile *profile,
                                    const bool *marked);

/* Keeps the marked functions and, of everything that they call, the portion
   that is done on their behalf. The calls of marked functions by functions that
   are gone become entries. */
struct profile *filter_calls_show_from(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked);

/* Removes from everything that the marked functions call the portion that is
   done on their behalf, and adds its cost to their self costs. Functions on a
   path from one marked function to another stay. */
struct profile *filter_calls_prune_from(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked);

/* Removes the marked calls (by call). Their weight becomes entries of their
   callees, so that the other callers do not pay for it. */
struct profile *filter_calls_cut(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked);

#endif
