/* Filters on profiles from calls. See filter/filter.h for what they mean. */
#ifndef FILTER_CALLS_H
#define FILTER_CALLS_H

#include "model/profile.h"

/* Each makes a new profile; marked is by function. End with profile_free. */

/* Keeps what reaches, or is reached by, a marked function; the others are
   ignored. */
struct profile *filter_calls_focus(struct arena *arena, const struct profile *profile,
                            const bool *marked);
/* Takes away the marked functions and, of all that they call, directly or not,
   the portion that is done for them. */
struct profile *filter_calls_ignore(struct arena *arena, const struct profile *profile,
                             const bool *marked);
/* Keeps the marked functions and, of all that they call, the portion that is
   done for them. Marked functions are entered where anything else called
   them. */
struct profile *filter_calls_show_from(struct arena *arena,
                                const struct profile *profile,
                                const bool *marked);
/* Takes away the portion of what the marked functions call that is done for
   them; its cost becomes theirs. What leads from one of them to another
   stays. */
struct profile *filter_calls_prune_from(struct arena *arena,
                                 const struct profile *profile,
                                 const bool *marked);

/* Takes away the marked calls (by call); their weight enters their callees, so
   that no other caller has to pay for it. */
struct profile *filter_calls_cut(struct arena *arena, const struct profile *profile,
                          const bool *marked);

#endif
