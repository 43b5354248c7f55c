/* The short form of a function's name, and the parts that it is made from. */
#pragma once

#include "util/arena.h"

/*
 * Returns the name as people say it: without return type, parameters, folders,
 * packages and suffixes of compilers, and with "<…>" for template arguments. A
 * name whose form is not known stays as it is, except for bytes that are not
 * valid UTF-8. The result is terminated and lives in the arena.
 */
struct str strip_name(struct arena *arena, struct str name);

/*
 * Two adjacent slices of a name: the base, for base_name.h, and the suffixes of
 * compilers behind it, such as " [clone .isra.0]". Neither has text around
 * them, such as "vtable for ", "@plt" or " (parse.py:12)". Both are empty if
 * there is no such base, as in "-[NSView drawRect:]".
 */
struct strip_parts {
    struct str base, suffixes;
};

struct strip_parts strip_parts(struct str name);

/* Returns the length of the folders at the beginning of a path.
   "json/__init__.py" keeps its folder, because every Python package has a file
   of this name. */
size_t strip_folders_length(struct str path);

/* Does the name have type arguments in the form of Go's compiler, such as
   "Map[go.shape.int]"? strip_name replaces them by "[...]". */
bool strip_has_shapes(struct str name);
