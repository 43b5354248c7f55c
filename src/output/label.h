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

#define LABEL_ALL SIZE_MAX /* no byte of a name */

#define ELLIPSIS "\xe2\x80\xa6" /* U+2026, one code point */

/*
 * What people call the function: without return type, parameters, folders,
 * packages, compilers' suffixes; template arguments become "<...>", written
 * with U+2026. A name that is not understood stays as it is. See strip.c.
 */
struct str label_strip(struct arena *arena, struct str name);

/*
 * At most limit code points. A longer name loses parameters, template arguments
 * from the innermost on, what leads to it, as "…::", and last its middle: only
 * as much as it takes. See shorten.c.
 */
struct str label_shorten(struct arena *arena, struct str name, size_t limit);
/* The same where readers matter more than columns: a tenth more is not long, a
   third more better than a hole in the middle of arguments. The piece with the
   byte `kept` of the clean name stays; LABEL_ALL: none. */
struct str label_shorten_about(struct arena *arena, struct str name,
                               size_t limit, size_t kept);
/* Any text: only its middle is left out. */
struct str label_cut(struct arena *arena, struct str text, size_t limit);

/*
 * One for each of n clean names: label_shorten_about, but where that makes
 * equal what is not, the piece that differs stays, and if need be more code
 * points do, up to LABEL_LIMIT. The order of names makes no difference. See
 * unique.c.
 */
struct str *label_unique(struct arena *arena, const struct str *names, size_t n,
                         size_t limit);

/*
 * With '\n' where lines would be wider than width: behind "::" if possible,
 * else behind one of ",./" or instead of blanks, else behind '<', '(' or "::"
 * in arguments, else behind '_' or ':'. Where none of these comes, a line may
 * have twice the width; only then a word is broken. A width of 0 is no limit.
 */
struct str label_wrap(struct arena *arena, struct str name, size_t width);

#endif
