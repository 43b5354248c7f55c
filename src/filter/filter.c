#include "filter/filter.h"

#include "filter/break.h"
#include "filter/calls.h"
#include "filter/hide_calls.h"
#include "filter/regex.h"
#include "filter/stacks.h"

typedef struct profile *make_profile(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *marked);

static const struct row {
    const char *option;
    bool needed; /* it is an error if nothing matches */
    bool others; /* what does not match is marked */
    make_profile *stacks, *calls; /* calls NULL: filter_calls_hide */
} rows[N_FILTERS] = {
    [FOCUS] = { "--focus", true, false, filter_stacks_focus, filter_calls_focus },
    [IGNORE] = { "--ignore", false, false, filter_stacks_ignore, filter_calls_ignore },
    [SHOW_FROM] = { "--show-from", true, false, filter_stacks_show_from,
                    filter_calls_show_from },
    [PRUNE_FROM] = { "--prune-from", false, false, filter_stacks_prune_from,
                     filter_calls_prune_from },
    [HIDE] = { "--hide", false, false, filter_stacks_hide, NULL },
    [SHOW] = { "--show", true, true, filter_stacks_hide, NULL },
    [BY_PATH] = { "--path", true, true, filter_stacks_hide, NULL },
};

const char *filter_option_name(enum filter filter)
{
    return rows[filter].option;
}

/* What the patterns of one filter match in the profile as it was read. */
static bool mark(const struct profile *profile, enum filter filter,
                 const struct patterns *patterns, bool *marked)
{
    const struct row *row = &rows[filter];
    bool good = filter == BY_PATH
                    ? patterns_match_paths(profile, patterns, marked)
                    : regex_match(profile, patterns, row->option, row->needed,
                                    marked);
    for (uint32_t f = 0; row->others && f < profile->n_functions; f++)
        marked[f] = !marked[f];
    return good;
}

/* The same functions in what the filters before have left. */
static const bool *find_marked(struct arena *arena,
                               const struct profile *profile,
                               const struct profile *read, const bool *marked)
{
    bool *found = NEW_N(arena, bool, profile->n_functions);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        found[f] =
            marked[profile_find_function(read, &profile->functions[f].is)];
    return found;
}

/* The profile of the step before is of no more use, but for the one read. */
static struct profile *replace(struct profile *profile,
                               const struct profile *read, struct profile *next)
{
    if (profile != read)
        profile_free(profile);
    return next;
}

static struct profile *apply_one(struct arena *arena,
                                 const struct profile *profile,
                                 enum filter filter, const bool *marked,
                                 call_cost_estimate *estimate)
{
    const struct row *row = &rows[filter];
    if (profile->kind != FROM_CALLS)
        return row->stacks(arena, profile, marked);
    return row->calls ? row->calls(arena, profile, marked)
                      : filter_calls_hide(arena, profile, marked, estimate);
}

static struct profile *apply(struct arena *arena, struct profile *read,
                             bool *const marked[N_FILTERS],
                             call_cost_estimate *estimate)
{
    struct profile *profile = read;
    for (int i = 0; i < N_FILTERS; i++) {
        struct arena scratch = { 0 };
        if (!marked[i])
            continue;
        const bool *found = find_marked(&scratch, profile, read, marked[i]);
        profile = replace(profile, read,
                          apply_one(arena, profile, (enum filter)i, found,
                                    estimate));
        arena_free(&scratch);
    }
    return profile;
}

struct profile *filter_profile(struct arena *arena, struct profile *read,
                               const struct filter_options *options,
                               call_cost_estimate *estimate)
{
    struct arena scratch = { 0 };
    bool *marked[N_FILTERS] = { NULL };
    bool good = true;
    for (int i = 0; i < N_FILTERS && good; i++) {
        if (!options->by[i].n)
            continue;
        marked[i] = NEW_N(&scratch, bool, read->n_functions);
        good = mark(read, (enum filter)i, &options->by[i], marked[i]);
    }
    struct profile *profile = good ? apply(arena, read, marked, estimate) : NULL;
    if (profile && profile->n_functions && options->breaks.n)
        profile = replace(profile, read,
                          break_calls(arena, profile, &options->breaks));
    arena_free(&scratch);
    return profile;
}
