/*
 * The neutral form of a function's name: what stays of it when its source is
 * edited elsewhere, moved or compiled again. Numbers of compilers, lines and
 * columns, suffixes, hashes and the folders of paths are taken out:
 *
 *     f(long)::{lambda(long)#2}::operator()(long)    numbers 2
 *     main.run.func2.1                               numbers 2, 1
 *     A.lambda$each$0                                numbers 0
 *     (anonymous routes.js:5:15)                     numbers 5, 15
 *     (anonymous routes.js:1:1)                      the code of the file
 *     {closure:/srv/app/a.php:6-8}                   numbers 6, 8; no folders
 *     camlA__fun_191                                 numbers 191
 *     f.constprop.0, f::h0123456789abcdef            neither suffix nor hash
 *
 * Two functions may have the same neutral name. The numbers rise in the order
 * in which the functions stand in the source.
 */
#pragma once

#include "util/arena.h"

enum { NEUTRAL_NUMBERS = 6 }; /* further ones are taken out and forgotten */

struct neutral_name {
    struct str text; /* terminated */
    uint64_t numbers[NEUTRAL_NUMBERS];
    uint32_t n;
    uint64_t line;   /* the number that is a line; 0: none is */
    bool has_hash;   /* a hash of Rust was taken out */
    bool is_closure; /* it has no name of its own, in Rust or PHP */
};

/* Does the neutral form of a name need the demangled form? Other mangled names
   have no numbers but suffixes. */
bool neutral_needs_demangled(struct str name);

/* Returns the neutral form of a name, which is mangled or demangled. Its text
   is in the arena. */
struct neutral_name neutral_name_of(struct arena *arena, struct str name);
