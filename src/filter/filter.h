/*
 * Profiles from profiles: what of a profile the user wants to see. All filters
 * work on profiles from stacks, exactly, and on those from calls, by the
 * assumption that a function costs the same whoever calls it.
 */
#ifndef FILTER_FILTER_H
#define FILTER_FILTER_H

#include "filter/hide_calls.h"
#include "filter/patterns.h"

/* In the order in which they are applied, whatever the order of the options:
   what is cut off or taken out may have been matched before. */
enum filter {
    FOCUS,      /* keeps stacks with a match */
    IGNORE,     /* drops them */
    SHOW_FROM,  /* drops frames above the match nearest the root, and stacks
                   without one */
    PRUNE_FROM, /* drops frames below the match nearest the leaf */
    HIDE,       /* takes frames out */
    SHOW,       /* takes all others out */
    BY_PATH,    /* the same, by module and file alone */
    N_FILTERS
};

struct filter_options {
    struct patterns by[N_FILTERS]; /* regular expressions; BY_PATH: paths */
    struct patterns breaks;        /* calls to be broken, after all filters */
};

/* "--focus" */
const char *filter_option_name(enum filter filter);

/*
 * Returns the profile that the filters leave; the same if there are none, else a new
 * one (end with profile_free). It may have no functions. NULL after a message:
 * a pattern matches nothing, or cannot be matched.
 */
struct profile *filter_profile(struct arena *arena, struct profile *profile,
                               const struct filter_options *options,
                               call_cost_estimate *estimate);

#endif
