#include "filter/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "filter/literal.h"
#include "util/diag.h"

enum { MESSAGE_ROOM = 256 }; /* all messages of PCRE2 are shorter */

/* Holds a compiled regular expression. */
struct regex {
    const char *option, *text; /* where it is from, for messages */
    pcre2_code *code;
    pcre2_match_data *match;
    bool failed; /* after a message */
};

/* Compiles a pattern. PCRE2 reports invalid UTF-8 by an error below 0; the
   pattern then matches bytes. Returns NULL, and says in *why what is wrong, if
   the pattern is no regular expression. */
static pcre2_code *compile(struct arena *arena, const char *text,
                           struct str *why)
{
    PCRE2_SPTR pattern = (PCRE2_SPTR)text;
    PCRE2_UCHAR message[MESSAGE_ROOM];
    PCRE2_SIZE offset;
    int error;
    pcre2_code *code = pcre2_compile(pattern, PCRE2_ZERO_TERMINATED,
                                     PCRE2_UTF | PCRE2_MATCH_INVALID_UTF,
                                     &error, &offset, NULL);
    if (!code && error < 0)
        code = pcre2_compile(pattern, PCRE2_ZERO_TERMINATED, 0, &error, &offset,
                             NULL);
    if (code)
        return code;
    pcre2_get_error_message(error, message, sizeof message);
    *why = arena_printf(arena, "%s at offset %zu", (char *)message, offset);
    return NULL;
}

/* Returns false for all texts once a match has failed. */
static bool matches(struct regex *regex, struct str text)
{
    PCRE2_UCHAR message[MESSAGE_ROOM];
    if (regex->failed)
        return false;
    int result = pcre2_match(regex->code, (PCRE2_SPTR)text.s, text.len, 0, 0,
                             regex->match, NULL);
    if (result >= 0 || result == PCRE2_ERROR_NOMATCH)
        return result >= 0;
    pcre2_get_error_message(result, message, sizeof message);
    regex->failed = true;
    return diag_error("%s: '%s' against '%.200s': %s", regex->option,
                      regex->text, text.s, (char *)message);
}

/* A module or file that is unknown, and so "", never matches. */
static bool matches_function(struct regex *regex, const struct identity *is,
                             const struct demangled *forms)
{
    return matches(regex, is->name) ||
           (forms->simple.s != is->name.s &&
            (matches(regex, forms->simple) || matches(regex, forms->full))) ||
           (is->module.len && matches(regex, is->module)) ||
           (is->file.len && matches(regex, is->file));
}

/* Marks the functions that a regular expression matches, and returns their
   number. */
static uint32_t mark_matches(const struct profile *profile,
                             const struct demangled *forms, struct regex *regex,
                             bool *marked)
{
    uint32_t n = 0;
    regex->match = pcre2_match_data_create_from_pattern(regex->code, NULL);
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!matches_function(regex, &profile->functions[f].is, &forms[f]))
            continue;
        marked[f] = true;
        n++;
    }
    pcre2_match_data_free(regex->match);
    return n;
}

/* ---- Patterns that are taken literally ---- */

static bool has_literal(struct literal *literal, const struct identity *is,
                        const struct demangled *forms)
{
    struct arena scratch = { 0 };
    struct str texts[PATTERN_MOST_TEXTS];
    bool any = (is->module.len && literal_is_in(literal, is->module)) ||
               (is->file.len && literal_is_in(literal, is->file));
    for (int form = 0; form < N_PATTERN_FORMS && !any; form++) {
        size_t n = patterns_list_forms(&scratch, is->name, forms,
                                       (enum pattern_form)form, texts);
        for (size_t i = 0; i < n && !any; i++)
            any = literal_is_in(literal, texts[i]);
    }
    arena_free(&scratch);
    return any;
}

/* Marks the functions in which a text occurs, and returns their number. */
static uint32_t mark_literal(const struct profile *profile,
                             const struct demangled *forms, const char *text,
                             bool *marked)
{
    struct arena scratch = { 0 };
    struct literal literal = literal_of(&scratch, text);
    uint32_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!has_literal(&literal, &profile->functions[f].is, &forms[f]))
            continue;
        marked[f] = true;
        n++;
    }
    literal_free(&literal);
    arena_free(&scratch);
    return n;
}

/* ---- All patterns ---- */

/* Reports that a pattern matches nothing, neither as a regular expression nor
   literally; `why` says why it is no regular expression, or is "". Returns
   false if that is an error. */
static bool report_no_match(const struct profile *profile,
                            struct demangler *names, const char *text,
                            const char *option, struct str why, bool is_error)
{
    struct arena scratch = { 0 };
    if (why.len)
        diag_error("%s: '%s' is no regular expression, %s, and no function, "
                   "module or file contains it literally",
                   option, text, why.s);
    else if (is_error)
        diag_error("%s: no function, module or file matches '%s'%s; "
                   "--list-functions and --list-modules list all",
                   option, text,
                   patterns_nearest_names(&scratch, profile, names, text).s);
    else
        diag_warn("%s: no function, module or file matches '%s'", option, text);
    arena_free(&scratch);
    return !is_error && !why.len;
}

/* Marks the functions that one pattern matches. Returns false after a
   message. */
static bool match_pattern(const struct profile *profile,
                          const struct demangled *forms,
                          struct demangler *names, const char *text,
                          const char *option, bool needs_match, bool *marked)
{
    struct arena scratch = { 0 };
    struct regex regex = { .option = option, .text = text };
    struct str why = S("");
    uint32_t n = 0;
    regex.code = compile(&scratch, text, &why);
    if (regex.code)
        n = mark_matches(profile, forms, &regex, marked);
    pcre2_code_free(regex.code);
    if (!n && !regex.failed) {
        n = mark_literal(profile, forms, text, marked);
        if (n)
            diag_note("%s: '%s' is taken literally, because as a regular "
                      "expression it %s",
                      option, text, why.len ? "is invalid" : "matches nothing");
    }
    bool good = !regex.failed && (n || report_no_match(profile, names, text,
                                                       option, why,
                                                       needs_match));
    arena_free(&scratch);
    return good;
}

bool regex_match(const struct profile *profile,
                 const struct patterns *patterns, const char *option,
                 bool needs_match, bool *marked)
{
    struct arena scratch = { 0 };
    struct demangler *names = patterns->names;
    struct demangled *forms = patterns_forms(&scratch, profile, names);
    bool good = true;
    for (size_t i = 0; i < patterns->n && good; i++)
        good = match_pattern(profile, forms, names, patterns->texts[i], option,
                             needs_match, marked);
    arena_free(&scratch);
    return good;
}
