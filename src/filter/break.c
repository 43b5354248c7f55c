#include "filter/break.h"

#include <string.h>

#include "filter/calls.h"
#include "filter/stacks.h"
#include "util/diag.h"

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

struct profile *break_calls(struct arena *arena, const struct profile *profile,
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
