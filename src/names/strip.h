/* The short form of a function's name, and the parts that it is made from. */
#pragma once

#include "util/arena.h"

/*
 * Returns what people call the function: the name without return type,
 * parameters, folders, packages and suffixes of compilers, and with "<…>" for
 * template arguments. A name whose form is not known stays as it is, except for
 * bytes that are not valid UTF-8. The result is terminated and lives in the
 * arena.
 */
struct str strip_name(struct arena *arena, struct str name);

/*
 * Two adjacent slices of a name: the base, which base_name.h can look into,
 * and the suffixes of compilers behind it, " [clone .isra.0]". What surrounds
 * them, such as "vtable for ", "@plt" and " (parse.py:12)", is in neither. Both
 * are empty if there is no such base, as in "-[NSView drawRect:]".
 */
struct strip_parts {
    struct str base, suffixes;
};

struct strip_parts strip_parts(struct str name);

/* Returns the length of the folders that a path begins with. A Python package
   keeps one folder, "json/__init__.py", because all of them have a file of that
   name. */
size_t strip_folders_length(struct str path);

/* Has the name the shapes of type arguments that the compiler of Go writes, as
   "Map[go.shape.int]" has? strip_name makes "[...]" of them. */
bool strip_has_shapes(struct str name);
