#include "filter/filter.h"

#include "filter/granularity.h"
#include "filter/hide_calls.h"
#include "filter/regex.h"
#include "filter/stacks.h"
#include "util/diag.h"

/* ---- Functions that are folded ---- */

/* Marks (by function) the functions whose module a regular expression matches,
   with a profile whose functions are the modules. */
static bool match_modules(const struct profile *profile,
                          const struct patterns *pattern, bool needs_match,
                          bool *marked)
{
    LOCAL_ARENA(scratch);
    struct profile *modules = profile_new(&scratch);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        profile_named(modules, profile->functions[f].is.module);
    bool *found = NEW_N(&scratch, bool, modules->n_functions);
    bool good =
        regex_match(modules, pattern, "--fold=module", needs_match, found);
    for (uint32_t f = 0; f < profile->n_functions && good; f++) {
        struct str module = profile->functions[f].is.module;
        marked[f] = module.len && found[profile_named(modules, module)];
    }
    profile_free(modules);
    return good;
}

/*
 * Returns the keys of the functions that match, for granularity_join: by
 * function, in the arena. Those that a regular expression matches in name,
 * module or file become one function of that name. An expression after
 * "module:" matches modules, each of which becomes one function. The first
 * pattern that matches decides. Returns NULL after a message, as regex_match
 * does.
 */
static struct key *fold_keys(struct arena *arena, const struct profile *profile,
                             const struct patterns *patterns, bool may_miss)
{
    LOCAL_ARENA(scratch);
    struct key *keys = NEW_N(arena, struct key, profile->n_functions);
    bool good = true;
    for (size_t i = 0; i < patterns->n && good; i++) {
        struct str text = str_of(patterns->texts[i]);
        bool by_module = str_take(&text, S("module:"));
        struct patterns pattern = { .texts = &text.s,
                                    .n = 1,
                                    .names = patterns->names };
        bool *marked = NEW_N(&scratch, bool, profile->n_functions);
        good = by_module
                   ? match_modules(profile, &pattern, !may_miss, marked)
                   : regex_match(profile, &pattern, "--fold", !may_miss,
                                 marked);
        for (uint32_t f = 0; f < profile->n_functions && good; f++)
            if (marked[f] && keys[f].kind == KEY_NONE)
                keys[f] = by_module ? (struct key){ KEY_MODULE,
                                                    profile->functions[f]
                                                        .is.module }
                                    : (struct key){ KEY_NAME, text };
    }
    return good ? keys : NULL;
}

/* ---- Calls that are broken ---- */

/* The option --break removes the calls that the user names, before cycles are
   found. */

/* Holds a pattern split at one '/', and what each side matches. */
struct split_pattern {
    const char *from, *to;
    bool *callers, *callees;      /* by function */
    bool has_callers, has_callees;
};

static struct split_pattern split_at(struct arena *arena,
                                     const struct profile *profile,
                                     struct demangler *names,
                                     const char *pattern, const char *slash)
{
    struct str from = { pattern, (size_t)(slash - pattern) };
    struct split_pattern split = {
        .from = arena_copy(arena, from).s,
        .to = slash + 1,
        .callers = NEW_N(arena, bool, profile->n_functions),
        .callees = NEW_N(arena, bool, profile->n_functions),
    };
    split.has_callers =
        patterns_match_name(profile, names, split.from, split.callers);
    split.has_callees =
        patterns_match_name(profile, names, split.to, split.callees);
    return split;
}

/* Returns the first '/' of text that is not its first character, or NULL. */
static const char *find_slash(const char *text)
{
    return text[0] ? strchr(text + 1, '/') : NULL;
}

/* Reports why a pattern names no call, by its first '/'. Returns false. */
static bool no_match_error(struct arena *arena, const struct profile *profile,
                           struct demangler *names, const char *pattern)
{
    struct split_pattern split =
        split_at(arena, profile, names, pattern, find_slash(pattern));
    const char *wrong = !split.has_callers   ? split.from
                        : !split.has_callees ? split.to
                                             : NULL;
    if (!wrong)
        return diag_error("--break: no call leads from '%s' to '%s'; -T edges "
                          "lists the calls",
                          split.from, split.to);
    return diag_error("--break: no function matches '%s'%s; --list-functions "
                      "lists all",
                      wrong,
                      patterns_nearest_names(arena, profile, names, wrong).s);
}

/* Marks the calls (by call) that a pattern names. Returns false after a message
   if there are none. */
static bool mark_calls(const struct profile *profile, struct demangler *names,
                       const char *pattern, bool *marked)
{
    LOCAL_ARENA(scratch);
    bool any = false;
    for (const char *slash = find_slash(pattern); slash;
         slash = find_slash(slash)) {
        struct split_pattern split =
            split_at(&scratch, profile, names, pattern, slash);
        for (uint32_t c = 0; c < profile->n_calls; c++) {
            const struct call *call = &profile->calls[c];
            if (split.callers[call->caller] && split.callees[call->callee])
                any = marked[c] = true;
        }
    }
    return any || no_match_error(&scratch, profile, names, pattern);
}

/*
 * Returns a new profile without the calls that the patterns name; end with
 * profile_free. A pattern is CALLER/CALLEE, where both sides match functions as
 * patterns_match_name does and neither is empty. Names may contain '/', so
 * every '/' is tried, and those where both sides match count.
 *
 * From stacks, the stacks are cut between caller and callee. From calls, the
 * weight of a removed call becomes an entry of its callee. Returns NULL after a
 * message if a pattern names no call.
 */
static struct profile *break_calls(struct arena *arena,
                                   const struct profile *profile,
                                   const struct patterns *patterns)
{
    bool *marked = NEW_N(arena, bool, profile->n_calls);
    for (size_t i = 0; i < patterns->n; i++)
        if (!mark_calls(profile, patterns->names, patterns->texts[i], marked))
            return NULL;
    return profile->kind == FROM_CALLS
               ? filter_calls_cut(arena, profile, marked)
               : filter_stacks_cut(arena, profile, marked);
}

/* ---- All filters ---- */

typedef struct profile *filter_function(struct arena *arena,
                                        const struct profile *profile,
                                        const bool *marked);
typedef struct profile *filter_by_cost(struct arena *arena,
                                       const struct profile *profile,
                                       const bool *marked,
                                       call_cost_estimate *estimate);

/* The filters in the order in which they are applied. */
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
   calls. `marked` is by function of the profile as read. */
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

/* Joins functions; `keys` is by function of the profile as read. */
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
