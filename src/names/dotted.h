/*
 * Mangled names of OCaml and Swift, whose functions have paths with dots:
 *
 *     camlStdlib__List__map_481       Stdlib.List.map
 *     camlDune__exe__Main.loop_270    Dune.exe.Main.loop, since OCaml 5.1
 *     $s4main5ShapeC4areaSdyF         main.Shape.area
 *
 * OCaml joins the name of the module and that of the function, to which it adds
 * a number, by "__" or "."; "$xx" is a byte in hexadecimal. Functions without a
 * name are "fun" and keep their number.
 *
 * Of Swift, only functions and methods of named types are known that need no
 * substitutions ("Mangling" in the documentation of Swift's compiler): a
 * module, types, each with a letter for its kind, the name, and behind it the
 * labels and types of the parameters, which are left out, with an F at the end.
 */
#ifndef NAMES_DOTTED_H
#define NAMES_DOTTED_H

#include "util/arena.h"

/* Can it be a name of OCaml or Swift? This is quick. */
bool dotted_looks_like_name(struct str name);
/* Sets *simple and *full, both terminated and in the arena; the full form of
   OCaml has the number. Returns false, and sets nothing, if the name is of
   another form. */
bool dotted_demangle(struct arena *arena, struct str name, struct str *simple,
                     struct str *full);

#endif
