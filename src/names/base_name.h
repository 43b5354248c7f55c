/*
 * The base of a function's name. What surrounds it (suffixes of compilers,
 * places in files) must be cut off before: see affix.h and strip.h.
 */
#pragma once

#include "names/brackets.h"
#include "util/text/buf.h"

/*
 * Appends the name without return type, parameters, folders, packages, paths
 * of types in "<A as B>" and the marks of Go's receivers, and with "…" for
 * template arguments. Returns false, and appends nothing, when the form of the
 * name is not known.
 */
bool base_name_put(struct buf *out, struct str name);

/* Finds the bytes from..to of a name without its return type and without what
   follows its parameters. Returns false when the form of the name is not
   known. */
bool base_name_find(const struct brackets *brackets, size_t *from, size_t *to);
