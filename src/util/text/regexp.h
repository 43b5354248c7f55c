/* Regular expressions like Perl's. Only this file uses PCRE2. */
#pragma once

#include "util/text/str.h"

enum { REGEXP_ERROR = 256 }; /* all messages of PCRE2 are shorter */

/* Release with regexp_free. */
struct regexp {
    void *code, *match;       /* private */
    char error[REGEXP_ERROR]; /* why the text is no regular expression, or why
                                 a match failed; else "" */
};

/* Compiles a text. If it is valid UTF-8 it matches characters, otherwise bytes.
   Returns false, and sets the error, if it is no regular expression. */
bool regexp_compile(struct regexp *regexp, const char *text);
/* Does the expression match anywhere in the text, which may be any bytes?
   Returns false and sets the error if a match is too expensive; further calls
   then return false at once. */
bool regexp_matches(struct regexp *regexp, struct str text);
void regexp_free(struct regexp *regexp);
/* Sets the text, of REGEXP_ERROR bytes, to the version of PCRE2 and its
   date. */
void regexp_version(char *text);
