#include "analysis/filter.h"

#include "analysis/break.h"
#include "analysis/filter_calls.h"
#include "analysis/filter_stacks.h"
#include "analysis/hide.h"
#include "analysis/regex.h"

typedef struct profile *make_profile(struct arena *arena,
                                     const struct profile *profile,
                                     const bool *marked);

static const struct row {
    const char *option;
    bool needed; /* it is an error if nothing matches */
    bool others; /* what does not match is marked */
    make_profile *stacks, *calls;
} rows[N_FILTERS] = {
    [FOCUS] = { "--focus", true, false, focus_stacks, focus_calls },
    [IGNORE] = { "--ignore", false, false, ignore_stacks, ignore_calls },
    [SHOW_FROM] = { "--show-from", true, false, show_stacks_from,
                    show_calls_from },
    [PRUNE_FROM] = { "--prune-from", false, false, prune_stacks_from,
                     prune_calls_from },
    [HIDE] = { "--hide", false, false, profile_hide, profile_hide },
    [SHOW] = { "--show", true, true, profile_hide, profile_hide },
    [BY_PATH] = { "--path", true, true, profile_hide, profile_hide },
};

const char *filter_option(enum filter filter)
{
    return rows[filter].option;
}

/* What the patterns of one filter match in the profile as it was read. */
static bool mark(const struct profile *profile, enum filter filter,
                 const struct patterns *patterns, bool *marked)
{
    const struct row *row = &rows[filter];
    bool good = filter == BY_PATH
                    ? match_paths(profile, patterns, marked)
                    : match_regexes(profile, patterns, row->option, row->needed,
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

static struct profile *apply(struct arena *arena, struct profile *read,
                             bool *const marked[N_FILTERS])
{
    struct profile *profile = read;
    for (int i = 0; i < N_FILTERS; i++) {
        struct arena scratch = { 0 };
        make_profile *make =
            read->kind == FROM_CALLS ? rows[i].calls : rows[i].stacks;
        if (!marked[i])
            continue;
        const bool *found = find_marked(&scratch, profile, read, marked[i]);
        profile = replace(profile, read, make(arena, profile, found));
        arena_free(&scratch);
    }
    return profile;
}

struct profile *profile_filter(struct arena *arena, struct profile *read,
                               const struct filter_options *options)
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
    struct profile *profile = good ? apply(arena, read, marked) : NULL;
    if (profile && profile->n_functions && options->breaks.n)
        profile = replace(profile, read,
                          profile_break(arena, profile, &options->breaks));
    arena_free(&scratch);
    return profile;
}
