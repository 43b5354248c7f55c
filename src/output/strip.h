/* Parts of names that both ways to make them short look for: see strip.c. */
#ifndef OUTPUT_STRIP_H
#define OUTPUT_STRIP_H

#include "util/str.h"

/*
 * Slices of a name that stand side by side: what core.h can look at, and the
 * suffixes of compilers behind it, " [clone .isra.0]"; neither has what is
 * around both, "vtable for ", "@plt", " (parse.py:12)". All empty where there
 * is no such core, as in "-[NSView drawRect:]".
 */
struct name_parts {
    struct str core, suffixes;
};

struct name_parts name_parts(struct str name);

/* Cuts off one suffix of a compiler, "::h0123456789abcdef" or ".isra.0", or the
   version of a symbol. False, and nothing done, when there is none. */
bool name_cut_suffix(struct str *name);

/* The bytes of the folders that a path begins with. */
size_t folders_length(struct str path);

#endif
