#include "util/text/regexp.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/memory.h"

static void *take(size_t size, void *data)
{
    (void)data;
    return memory_take(size);
}

static void release(void *piece, void *data)
{
    (void)data;
    free(piece);
}

/* PCRE2 keeps each place of a text where a match may have to try again, which
   can take much memory; so the match has an allocator that counts. */
static pcre2_match_data *new_match(const pcre2_code *code)
{
    pcre2_general_context *memory =
        memory_checked(pcre2_general_context_create(take, release, NULL));
    pcre2_match_data *match =
        memory_checked(pcre2_match_data_create_from_pattern(code, memory));
    pcre2_general_context_free(memory);
    return match;
}

static void set_error(struct regexp *regexp, int error)
{
    pcre2_get_error_message(error, (PCRE2_UCHAR *)regexp->error,
                            sizeof regexp->error);
}

/* PCRE2 reports invalid UTF-8 by an error below 0. */
bool regexp_compile(struct regexp *regexp, const char *text)
{
    PCRE2_SPTR pattern = (PCRE2_SPTR)text;
    PCRE2_SIZE offset;
    int error;
    *regexp = (struct regexp){ .error = "" };
    regexp->code = pcre2_compile(pattern, PCRE2_ZERO_TERMINATED,
                                 PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &error,
                                 &offset, NULL);
    if (!regexp->code && error < 0)
        regexp->code = pcre2_compile(pattern, PCRE2_ZERO_TERMINATED, 0, &error,
                                     &offset, NULL);
    if (!regexp->code) {
        set_error(regexp, error);
        size_t len = strlen(regexp->error);
        snprintf(regexp->error + len, sizeof regexp->error - len,
                 " at offset %zu", offset);
        return false;
    }
    regexp->match = new_match(regexp->code);
    return true;
}

bool regexp_matches(struct regexp *regexp, struct str text)
{
    if (regexp->error[0])
        return false;
    int result = pcre2_match(regexp->code, (PCRE2_SPTR)text.s, text.len, 0, 0,
                             regexp->match, NULL);
    if (result < 0 && result != PCRE2_ERROR_NOMATCH)
        set_error(regexp, result);
    return result >= 0;
}

void regexp_free(struct regexp *regexp)
{
    pcre2_match_data_free(regexp->match);
    pcre2_code_free(regexp->code);
    *regexp = (struct regexp){ .error = "" };
}

void regexp_version(char *text)
{
    pcre2_config(PCRE2_CONFIG_VERSION, text);
}
