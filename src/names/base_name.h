/*
 * The core of a function's name: without return type, parameters, folders and
 * packages, paths of types in "<A as B>" and the marks of Go's receivers, and
 * with template arguments elided. What is around it (compilers' suffixes,
 * places in files) must be cut off before: see strip.c.
 */
#ifndef NAMES_BASE_NAME_H
#define NAMES_BASE_NAME_H

#include <stdbool.h>

#include "names/brackets.h"
#include "util/buf.h"

/* False, and nothing written, when the name is not understood. */
bool base_name_put(struct buf *out, struct str name);

/* The bytes of a name, from..to, without return type and constraints; false
   when it is not understood. */
bool base_name_find(const struct brackets *nest, size_t *from, size_t *to);

#endif
