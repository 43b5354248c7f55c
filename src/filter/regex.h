/* The options whose arguments are regular expressions (util/text/regexp.h). */
#ifndef FILTER_REGEX_H
#define FILTER_REGEX_H

#include "filter/patterns.h"

/*
 * Marks (by function) the functions that one of the patterns matches anywhere
 * in the name, as read or demangled, in the module or in the file. A pattern
 * that is valid UTF-8 matches characters, another one matches bytes; names may
 * be any bytes. A pattern that is no regular expression, or matches nothing, is
 * taken literally (filter/literal.h) if it occurs in a name, module or file; a
 * note says so. If it does not occur either, that is an error for what is no
 * regular expression and if needs_match, else a warning. Returns false after a
 * message.
 */
bool regex_match(const struct profile *profile,
                 const struct patterns *patterns, const char *option,
                 bool needs_match, bool *marked);

#endif
