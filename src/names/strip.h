/* The short form of a function's name. */
#ifndef NAMES_STRIP_H
#define NAMES_STRIP_H

#include "util/arena.h"

/*
 * What people call the function: the name without return type, parameters,
 * folders, packages and compilers' suffixes, and with template arguments as
 * "<…>". A name that is not understood stays as it is, except for bytes that
 * are not valid UTF-8. The result is terminated and lives in the arena.
 */
struct str strip_name(struct arena *arena, struct str name);

/*
 * Slices of a name that stand side by side: what core.h can look at, and the
 * suffixes of compilers behind it, " [clone .isra.0]"; neither has what is
 * around both, "vtable for ", "@plt", " (parse.py:12)". All empty where there
 * is no such core, as in "-[NSView drawRect:]".
 */
struct strip_parts {
    struct str core, suffixes;
};

struct strip_parts strip_parts(struct str name);

/* Cuts off one suffix of a compiler, "::h0123456789abcdef" or ".isra.0", or the
   version of a symbol. False, and nothing done, when there is none. */
bool strip_suffix(struct str *name);

/* The bytes of the folders that a path begins with. */
size_t strip_folders_length(struct str path);

#endif
