/*
 * Names of C++ functions that have no linkage name, because nothing outside of
 * their unit can call them: those of lambdas, of anonymous namespaces, and of
 * templates with such types. DWARF has the function's own name, and its scope
 * is in the entries (DIEs) around its declaration:
 *
 *     operator()      main::{lambda(long)#1}::operator()
 *     visit           (anonymous namespace)::Visitor<int>::visit
 *
 * The scopes of a unit are found when the first name in it is asked for.
 */
#pragma once

#include <elfutils/libdw.h>

#include "util/array.h"
#include "util/map.h"
#include "util/text/str.h"

/* Is empty if zeroed; the arena owns all memory. */
struct elf_scopes {
    struct arena arena; /* owns all of these: */
    LIST(struct elf_scopes_unit) units;
    LIST(struct elf_scope) scopes;              /* those of a unit in a row */
    LIST(struct elf_scopes_function) functions; /* by name */
    struct pairs unit_ids;       /* of units, by their address in libdw */
    struct index function_index; /* of functions, by scope and name */
    uint64_t work;               /* DIEs that were read */
};

/* Replaces the DIE of a function, or of an inlined call, by the DIE that
   declares the function. */
void elf_scopes_declaration(Dwarf_Die *die);
/* Returns the name of a C++ function with its scope, and with the types of its
   parameters if its scope has several functions of this name. Returns "" if the
   function has no name, is of another language, or would have a name of more
   than 16 kB. */
struct str elf_scopes_name(struct elf_scopes *scopes, Dwarf_Die function,
                           struct arena *arena);
