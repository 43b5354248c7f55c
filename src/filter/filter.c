#include "filter/filter.h"

#include "filter/break.h"
#include "filter/calls.h"
#include "filter/fold.h"
#include "filter/hide_calls.h"
#include "filter/regex.h"
#include "filter/stacks.h"
#include "util/diag.h"

typedef struct profile *filter_function(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked);
typedef struct profile *filter_by_cost(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked,
                                       call_cost_estimate *estimate);

/* Says what the option of each filter does. */
static const struct filter_row {
    const char *option;
    bool needs_match;        /* it is an error if nothing matches */
    bool marks_others;       /* the functions that do not match are marked */
    filter_function *stacks; /* for profiles from stacks */
    filter_function *calls;  /* for profiles from calls, or NULL */
    filter_by_cost *calls_by_cost; /* for profiles from calls, if `calls` is
                                      NULL */
} rows[N_FILTERS] = {
    [FOCUS] = { "--focus", true, false, filter_stacks_focus,
                filter_calls_focus, NULL },
    [IGNORE] = { "--ignore", false, false, filter_stacks_ignore,
                 filter_calls_ignore, NULL },
    [SHOW_FROM] = { "--show-from", true, false, filter_stacks_show_from,
                    filter_calls_show_from, NULL },
    [PRUNE_FROM] = { "--prune-from", false, false, filter_stacks_prune_from,
                     NULL, filter_calls_prune_from },
    [HIDE] = { "--hide", false, false, filter_stacks_hide, NULL,
               filter_calls_hide },
    [SHOW] = { "--show", true, true, filter_stacks_hide, NULL,
               filter_calls_hide },
    [BY_PATH] = { "--path", true, true, filter_stacks_hide, NULL,
                  filter_calls_hide },
    [COLLAPSE] = { "--collapse-recursion", false, false,
                   filter_stacks_collapse, filter_calls_collapse, NULL },
};

const char *filter_option_name(enum filter filter)
{
    return rows[filter].option;
}

/* Marks (by function) the functions that one filter works on. Returns false
   after a message. */
static bool mark(const struct profile *profile, enum filter filter,
                 const struct patterns *patterns, bool may_miss, bool *marked)
{
    const struct filter_row *row = &rows[filter];
    bool good = filter == BY_PATH
                    ? patterns_match_paths(profile, patterns, marked)
                    : regex_match(profile, patterns, row->option,
                                  row->needs_match && !may_miss, marked);
    for (uint32_t f = 0; row->marks_others && f < profile->n_functions; f++)
        marked[f] = !marked[f];
    return good;
}

/* Returns the next profile, after freeing the one before unless it is the one
   that was read. */
static struct profile *replace(struct profile *profile,
                               const struct profile *read, struct profile *next)
{
    if (profile != read)
        profile_free(profile);
    return next;
}

static bool report_too_many(enum filter filter)
{
    return diag_error("%s: each caller of a function taken out would call all "
                      "that it calls, and these are millions of calls; keep "
                      "the functions that many others call and that call "
                      "many others",
                      filter_option_name(filter));
}

/* Returns the profile after one filter, or NULL if it would have too many
   calls. `marked` is by function of the profile that was read. */
static struct profile *apply(struct arena *arena, const struct profile *profile,
                             enum filter filter, const struct profile *read,
                             const bool *marked, call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    const struct filter_row *row = &rows[filter];
    bool *here = NEW_N(&scratch, bool, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        const struct identity *is = &profile->functions[f].is;
        here[f] = marked[profile_find_function(read, is)];
    }
    return profile->kind != FROM_CALLS ? row->stacks(arena, profile, here)
           : row->calls                ? row->calls(arena, profile, here)
                        : row->calls_by_cost(arena, profile, here, estimate);
}

/* `keys` is by function of the profile that was read. */
static struct profile *fold(struct arena *arena, const struct profile *profile,
                            const struct profile *read, const struct key *keys,
                            call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    struct key *here = NEW_N(&scratch, struct key, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        here[f] = keys[profile_find_function(read, &profile->functions[f].is)];
    return granularity_join(arena, profile, here, estimate);
}

/* All patterns are matched against the profile as it was read, before the first
   filter is applied. */
struct profile *filter_profile(struct arena *arena, struct profile *read,
                               const struct filter_options *options,
                               call_cost_estimate *estimate)
{
    LOCAL_ARENA(scratch);
    struct profile *profile = read;
    bool *marked[N_FILTERS] = { NULL };
    const struct key *folds = NULL;
    bool good = true;
    for (int i = 0; i < N_FILTERS && good; i++) {
        if (!options->by[i].n)
            continue;
        marked[i] = NEW_N(&scratch, bool, read->n_functions);
        good = mark(read, (enum filter)i, &options->by[i], options->may_miss,
                    marked[i]);
    }
    if (good && options->folds.n)
        good = (folds = fold_keys(&scratch, read, &options->folds,
                                  options->may_miss));
    for (int i = 0; i < N_FILTERS && good; i++)
        if (marked[i]) {
            profile = replace(profile, read,
                              apply(arena, profile, (enum filter)i, read,
                                    marked[i], estimate));
            good = profile || report_too_many((enum filter)i);
        }
    if (good && folds)
        profile =
            replace(profile, read, fold(arena, profile, read, folds, estimate));
    if (good && profile->n_functions && options->breaks.n)
        profile = replace(profile, read,
                          break_calls(arena, profile, &options->breaks));
    return good ? profile : NULL;
}
