/* The parts of a function's name that "::", '.' and '/' separate: namespaces or
   packages, classes, and last the function's own name. */
#pragma once

#include "names/brackets.h"

/*
 * Lists the ends (byte indexes) of all parts but the last in `ends`, which has
 * room for one number per byte, and returns their number. The bytes from..to
 * are those of base_name_find.
 */
size_t parts_find_ends(const struct brackets *brackets, size_t from, size_t to,
                       uint32_t *ends);

/* Finds the bytes *own..*end of the function's own name, which is the last part
   without its parameters and template arguments: "find" in
   "std::map<int>::find(int)". */
void parts_find_own(const struct brackets *brackets, size_t from, size_t to,
                    size_t *own, size_t *end);

/* Slices of a name, or the whole name if its form is not known. */
struct name_parts {
    struct str without_type;       /* "ns::sort<int*>(int*) [clone .cold]" of
                                      "void ns::sort<int*>(int*) [clone .cold]",
                                      whose return type is void */
    struct str without_suffixes;   /* "ns::sort<int*>(int*)" */
    struct str without_parameters; /* "ns::sort<int*>" */
    struct str own;                /* "sort", the function's own name */
};

struct name_parts parts_of(struct str name);
