/*
 * Filters: a profile is reduced to what the user wants to see of it. All
 * filters work on profiles from stacks, where they are exact, and on profiles
 * from calls, where they assume that a function costs the same whoever calls
 * it.
 */
#pragma once

#include "filter/calls.h"
#include "filter/patterns.h"

/* The filters are applied in this order, whatever the order of the options.
   Each one still sees what the later ones cut off or remove. */
enum filter {
    FOCUS,      /* keeps the stacks with a match */
    IGNORE,     /* drops the stacks with a match */
    SHOW_FROM,  /* drops the frames above the match nearest the root, and the
                   stacks without a match */
    PRUNE_FROM, /* drops the frames below the match nearest the leaf */
    HIDE,       /* removes the frames that match */
    SHOW,       /* removes the frames that do not match */
    BY_PATH,    /* --path: like SHOW, but matches only module and file */
    COLLAPSE,   /* --collapse-recursion: removes, for each match, the frames
                   after its outermost one down to its innermost one; from
                   calls, removes calls of a match to itself */
    N_FILTERS
};

struct filter_options {
    struct patterns by[N_FILTERS]; /* regular expressions; BY_PATH: paths */
    struct patterns folds;         /* for the option --fold, after all
                                      filters */
    struct patterns breaks;        /* for the option --break, after --fold */
    bool may_miss; /* a regular expression that matches nothing is no error */
};

/* Returns the option of a filter, such as "--focus". */
const char *filter_option_name(enum filter filter);

/*
 * Returns the filtered profile, which may have no functions. It is `profile`
 * itself if there are no filters, else a new one; end with profile_free.
 * Returns NULL after a message if a pattern has to match something and does
 * not, or cannot be matched. `estimate` is for filter_calls_hide and
 * filter_calls_prune_from.
 */
struct profile *filter_profile(struct arena *arena, struct profile *profile,
                               const struct filter_options *options,
                               call_cost_estimate *estimate);
