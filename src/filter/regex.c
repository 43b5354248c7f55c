#include "filter/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

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
   pattern then matches bytes. Returns NULL after a message. */
static pcre2_code *compile(const char *option, const char *text)
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
    diag_error("%s: %s at offset %zu of '%s'", option, (char *)message, offset,
               text);
    return NULL;
}

bool regex_check(const char *option, const char *text)
{
    pcre2_code *code = compile(option, text);
    pcre2_code_free(code);
    return code != NULL;
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

/* Marks the functions that one pattern matches, *n of them. Returns false after
   a message. */
static bool mark_matches(const struct profile *profile,
                         const struct demangled *forms, const char *text,
                         const char *option, bool *marked, uint32_t *n)
{
    struct regex regex = { .option = option, .text = text };
    regex.code = compile(option, text);
    if (!regex.code)
        return false;
    regex.match = pcre2_match_data_create_from_pattern(regex.code, NULL);
    *n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!matches_function(&regex, &profile->functions[f].is, &forms[f]))
            continue;
        marked[f] = true;
        ++*n;
    }
    pcre2_match_data_free(regex.match);
    pcre2_code_free(regex.code);
    return !regex.failed;
}

/* Reports that a pattern matches nothing. Returns false if that is an error. */
static bool report_no_match(const struct profile *profile,
                            struct demangler *names, const char *text,
                            const char *option, bool is_error)
{
    struct arena scratch = { 0 };
    if (is_error)
        diag_error("%s: no function, module or file matches '%s'%s; "
                   "--list-functions and --list-modules list all",
                   option, text,
                   patterns_nearest_names(&scratch, profile, names, text).s);
    else
        diag_warn("%s: no function, module or file matches '%s'", option, text);
    arena_free(&scratch);
    return !is_error;
}

bool regex_match(const struct profile *profile,
                 const struct patterns *patterns, const char *option,
                 bool needs_match, bool *marked)
{
    struct arena scratch = { 0 };
    struct demangler *names = patterns->names;
    struct demangled *forms = patterns_forms(&scratch, profile, names);
    bool good = true;
    for (size_t i = 0; i < patterns->n && good; i++) {
        uint32_t n;
        const char *text = patterns->texts[i];
        good = mark_matches(profile, forms, text, option, marked, &n) &&
               (n || report_no_match(profile, names, text, option,
                                     needs_match));
    }
    arena_free(&scratch);
    return good;
}
