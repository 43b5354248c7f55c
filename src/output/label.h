/*
 * Names of functions as pictures and tables show them. A name may hold any
 * bytes; every function here cleans it first (util/utf8.h), takes time in
 * proportion to its length, and returns terminated text in the arena. Nothing
 * becomes empty that was not empty before.
 */
#ifndef OUTPUT_LABEL_H
#define OUTPUT_LABEL_H

#include "util/arena.h"
#include "util/str.h"

enum {
    LABEL_LIMIT = 200, /* code points of the longest label */
    LABEL_UNWRAPPED = 60, /* columns of a name that need not be wrapped */
    LABEL_WIDTH = 40,  /* columns of a wrapped line; one per code point */
};

#define ELLIPSIS "\xe2\x80\xa6" /* U+2026, one code point */

/*
 * What people call the function: without return type, parameters, folders,
 * packages, compilers' suffixes; template arguments become "<...>", written
 * with U+2026. A name that is not understood stays as it is. See strip.c.
 */
struct str label_strip(struct arena *arena, struct str name);

/*
 * At most limit code points. A longer name first loses its template arguments
 * and parameters, the innermost first, then its middle.
 */
struct str label_shorten(struct arena *arena, struct str name, size_t limit);

/*
 * With '\n' where lines would be wider than width: behind "::" if possible,
 * else behind one of ",./" or instead of blanks, else behind '<', '(' or "::"
 * in arguments, else behind '_' or ':'. Where none of these comes, a line may
 * have twice the width; only then a word is broken. A width of 0 is no limit.
 */
struct str label_wrap(struct arena *arena, struct str name, size_t width);

#endif
