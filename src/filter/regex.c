#include "filter/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "util/diag.h"

enum { MESSAGE = 256 }; /* PCRE2's are shorter */

/* Errors below 0 are of UTF-8: then the pattern matches bytes. */
static pcre2_code *compile(const char *option, const char *text)
{
    PCRE2_SPTR pattern = (PCRE2_SPTR)text;
    PCRE2_UCHAR message[MESSAGE];
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

/* One pattern at work. */
struct regex {
    const char *option, *text;
    pcre2_code *code;
    pcre2_match_data *match;
    bool failed; /* after a message */
};

/* A name that is not there does not match. */
static bool matches(struct regex *regex, struct str name)
{
    PCRE2_UCHAR message[MESSAGE];
    if (regex->failed || !name.s)
        return false;
    int result = pcre2_match(regex->code, (PCRE2_SPTR)name.s, name.len, 0, 0,
                             regex->match, NULL);
    if (result >= 0 || result == PCRE2_ERROR_NOMATCH)
        return result >= 0;
    pcre2_get_error_message(result, message, sizeof message);
    regex->failed = true;
    return diag_error("%s: '%s' against '%.200s': %s", regex->option,
                      regex->text, name.s, (char *)message);
}

static struct str if_any(struct str name)
{
    return name.len ? name : (struct str){ 0 };
}

static bool matches_function(struct regex *regex, const struct identity *is,
                             const struct demangled *forms)
{
    return matches(regex, is->name) ||
           (forms->simple.s != is->name.s &&
            (matches(regex, forms->simple) || matches(regex, forms->full))) ||
           matches(regex, if_any(is->module)) ||
           matches(regex, if_any(is->file));
}

static uint32_t mark(struct regex *regex, const struct profile *profile,
                     const struct demangled *forms, bool *marked)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        if (!matches_function(regex, &profile->functions[f].is, &forms[f]))
            continue;
        marked[f] = true;
        n++;
    }
    return n;
}

static bool mark_by(const struct profile *profile,
                    const struct demangled *forms, const char *text,
                    const char *option, bool *marked, uint32_t *n)
{
    struct regex regex = { .option = option, .text = text };
    regex.code = compile(option, text);
    if (!regex.code)
        return false;
    regex.match = pcre2_match_data_create_from_pattern(regex.code, NULL);
    *n = mark(&regex, profile, forms, marked);
    pcre2_match_data_free(regex.match);
    pcre2_code_free(regex.code);
    return !regex.failed;
}

static bool tell_nothing(const struct profile *profile,
                         struct demangler *names, const char *text,
                         const char *option, bool needed)
{
    struct arena scratch = { 0 };
    if (needed)
        diag_error("%s: no function, module or file matches '%s'; the nearest "
                   "names are %s",
                   option, text,
                   patterns_nearest_names(&scratch, profile, names, text).s);
    else
        diag_warn("%s: no function, module or file matches '%s'", option, text);
    arena_free(&scratch);
    return !needed;
}

bool regex_match(const struct profile *profile,
                   const struct patterns *patterns, const char *option,
                   bool needed, bool *marked)
{
    struct arena scratch = { 0 };
    struct demangler *names = patterns->names;
    struct demangled *forms = patterns_forms(&scratch, profile, names);
    bool good = true;
    for (size_t i = 0; i < patterns->n && good; i++) {
        uint32_t n;
        const char *text = patterns->texts[i];
        good = mark_by(profile, forms, text, option, marked, &n) &&
               (n || tell_nothing(profile, names, text, option, needed));
    }
    arena_free(&scratch);
    return good;
}
