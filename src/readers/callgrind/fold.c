#include "readers/callgrind/fold.h"

#define QUOTE S("'")

/* The name of a function itself has fewer quotes. */
enum { MAX_QUOTES = 64 };

/* Returns the text that "(5)'2'(3)" stands for, "fib'2'work". */
static struct str expand(struct callgrind_names *names, struct str text)
{
    struct str whole = S(""), rest = text;
    while (rest.len) {
        struct str part = rest;
        const char *quote = whole.len ? "'" : "";
        if (!str_cut(rest, QUOTE, &part, &rest))
            rest = S("");
        uint32_t id = callgrind_names_text(names, CALLGRIND_FUNCTION, part);
        part = names->texts.texts[id];
        whole = arena_printf(&names->arena, "%s%s%.*s", whole.s, quote,
                             (int)part.len, part.s);
    }
    return whole;
}

/* Removes the level of the recursion, which is a number between quotes or at
   the end. Returns false if the text has none. */
static bool remove_level(struct callgrind_names *names, struct str *text)
{
    struct str before, rest = *text;
    while (str_cut(rest, QUOTE, &before, &rest)) {
        uint64_t level;
        struct str after = rest;
        if (!before.len || !str_take_digits(&after, &level) ||
            (after.len && !str_starts(after, QUOTE)))
            continue;
        *text = arena_printf(&names->arena, "%.*s%.*s",
                             (int)(rest.s - 1 - text->s), text->s,
                             (int)after.len, after.s);
        return true;
    }
    return false;
}

/* Is the text these callers, or does it begin with them? */
static bool begins_with_callers(struct str text, struct str callers)
{
    return callers.len && str_starts(text, callers) &&
           (text.len == callers.len || text.s[callers.len] == '\'');
}

/* Returns how many bytes of the callee's name are that of the function, if the
   rest is its callers, or 0. */
static size_t length_of_function(struct str callee, struct str caller)
{
    struct str before, rest = callee;
    for (int i = 0; i < MAX_QUOTES && str_cut(rest, QUOTE, &before, &rest); i++)
        if (begins_with_callers(caller, rest))
            return (size_t)(rest.s - 1 - callee.s);
    return 0;
}

/* Replaces names by those without level. Returns whether any has a quote. */
static bool fold_levels(struct callgrind_names *names)
{
    bool has_quotes = false;
    for (uint32_t f = 0; f < names->functions.n; f++) {
        uint32_t name = names->functions.of[f].name;
        struct str text = name == NO_ID ? S("") : names->texts.texts[name];
        if (!str_has(text, QUOTE))
            continue;
        has_quotes = true;
        if (str_starts(text, S("(")))
            text = expand(names, text);
        names->functions.of[f].is_nested = remove_level(names, &text);
        names->has_levels |= names->functions.of[f].is_nested;
        names->functions.of[f].name =
            strings_add(&names->texts, &names->arena, text);
    }
    return has_quotes;
}

void callgrind_fold(struct callgrind_names *names)
{
    if (!fold_levels(names))
        return;
    size_t *lengths = NEW_N(&names->arena, size_t, names->texts.n);
    for (uint32_t c = 0; c < names->call_ends.n; c++) {
        uint32_t callee = names->functions.of[names->calls.of[c].callee].name;
        uint32_t caller = names->functions.of[names->calls.of[c].caller].name;
        if (callee != NO_ID && caller != NO_ID && !lengths[callee])
            lengths[callee] =
                length_of_function(names->texts.texts[callee],
                                   names->texts.texts[caller]);
    }
    for (uint32_t f = 0; f < names->functions.n; f++) {
        uint32_t name = names->functions.of[f].name;
        if (name == NO_ID || !lengths[name])
            continue;
        struct str function =
            str_head(names->texts.texts[name], lengths[name]);
        names->functions.of[f].name =
            strings_add(&names->texts, &names->arena, function);
    }
}
