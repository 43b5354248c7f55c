/*
 * The base of a function's name. Suffixes of compilers and places in files must
 * be cut off before (affix.h, strip.h).
 */
#pragma once

#include "names/brackets.h"
#include "util/text/buf.h"

/*
 * Appends the name without return type, parameters, folders, packages, paths of
 * types in "<A as B>" and "(*" and ")" of Go's receivers; template arguments
 * become "…". Returns false, and appends nothing, when the form of the name is
 * not known.
 */
bool base_name_put(struct buf *out, struct str name);

/* Finds the bytes from..to of a name, without its return type and text after
   its parameters. Returns false if the form of the name is not known. */
bool base_name_find(const struct brackets *brackets, size_t *from, size_t *to);
