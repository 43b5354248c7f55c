/* Regular expressions (PCRE2): this is the one file that knows the library. */
#ifndef FILTER_REGEX_H
#define FILTER_REGEX_H

#include "filter/patterns.h"

/* Is text a regular expression? False after a message, which names option. */
bool regex_check(const char *option, const char *text);

/*
 * Marks the functions of which a pattern, anywhere in it, matches the name, as
 * read or demangled, the module or the file. Names may be any bytes: patterns of valid UTF-8 match
 * characters, others bytes. A pattern that matches nothing is an error if
 * needed, else a warning. False after a message.
 */
bool regex_match(const struct profile *profile,
                   const struct patterns *patterns, const char *option,
                   bool needed, bool *marked);

#endif
