/* Regular expressions. This is the one file that knows PCRE2. */
#ifndef FILTER_REGEX_H
#define FILTER_REGEX_H

#include "filter/patterns.h"

/* Returns whether text is a valid regular expression; false after a message
   that names the option. */
bool regex_check(const char *option, const char *text);

/*
 * Marks (by function) the functions that one of the patterns matches anywhere
 * in the name, as read or demangled, in the module or in the file. A pattern
 * that is valid UTF-8 matches characters, another one matches bytes; names may
 * be any bytes. A pattern that matches nothing is an error if needs_match, else
 * a warning. Returns false after a message.
 */
bool regex_match(const struct profile *profile,
                 const struct patterns *patterns, const char *option,
                 bool needs_match, bool *marked);

#endif
