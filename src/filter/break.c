#include "filter/break.h"

#include <string.h>

#include "filter/calls.h"
#include "filter/stacks.h"
#include "util/diag.h"

/* A pattern taken apart at one '/'. */
struct sides {
    const char *from, *to;
    bool *callers, *callees; /* that they match */
    bool callers_there, callees_there;
};

static struct sides take_apart(struct arena *arena,
                               const struct profile *profile,
                               struct demangler *names, const char *pattern,
                               const char *slash)
{
    struct str from = { pattern, (size_t)(slash - pattern) };
    struct sides sides = {
        .from = arena_copy(arena, from).s,
        .to = slash + 1,
        .callers = NEW_N(arena, bool, profile->n_functions),
        .callees = NEW_N(arena, bool, profile->n_functions),
    };
    sides.callers_there = patterns_match_name(profile, names, sides.from, sides.callers);
    sides.callees_there = patterns_match_name(profile, names, sides.to, sides.callees);
    return sides;
}

static bool mark_calls(const struct profile *profile, const struct sides *sides,
                       bool *marked)
{
    bool any = false;
    for (uint32_t c = 0; c < profile->n_calls; c++) {
        const struct call *call = &profile->calls[c];
        if (sides->callers[call->caller] && sides->callees[call->callee])
            any = marked[c] = true;
    }
    return any;
}

/* The first '/' that has something before it, from here on. */
static const char *find_slash(const char *text)
{
    return text[0] ? strchr(text + 1, '/') : NULL;
}

/* Why a pattern names no call, told by its first '/'. */
static bool tell_nothing(struct arena *arena, const struct profile *profile,
                         struct demangler *names, const char *pattern)
{
    struct sides sides =
        take_apart(arena, profile, names, pattern, find_slash(pattern));
    const char *wrong = !sides.callers_there   ? sides.from
                        : !sides.callees_there ? sides.to
                                               : NULL;
    if (!wrong)
        return diag_error("--break: no call leads from '%s' to '%s'",
                          sides.from, sides.to);
    return diag_error("--break: no function matches '%s'; the nearest names "
                      "are %s",
                      wrong, patterns_nearest_names(arena, profile, names, wrong).s);
}

static bool mark_broken(const struct profile *profile, struct demangler *names,
                        const char *pattern, bool *marked)
{
    struct arena scratch = { 0 };
    bool any = false;
    for (const char *slash = find_slash(pattern); slash;
         slash = find_slash(slash)) {
        struct sides sides =
            take_apart(&scratch, profile, names, pattern, slash);
        any |= mark_calls(profile, &sides, marked);
    }
    bool good = any || tell_nothing(&scratch, profile, names, pattern);
    arena_free(&scratch);
    return good;
}

struct profile *break_calls(struct arena *arena,
                              const struct profile *profile,
                              const struct patterns *patterns)
{
    bool *marked = NEW_N(arena, bool, profile->n_calls);
    for (size_t i = 0; i < patterns->n; i++)
        if (!mark_broken(profile, patterns->names, patterns->texts[i], marked))
            return NULL;
    return profile->kind == FROM_CALLS ? filter_calls_cut(arena, profile, marked)
                                       : filter_stacks_cut(arena, profile, marked);
}
