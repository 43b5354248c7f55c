/*
 * Names of C++ and Rust as people write them, by libiberty: this is the one
 * file that knows the library. Whatever may follow a mangled name ("@plt",
 * " [clone .cold]", "+0x1c") stays behind it. A name that is not surely mangled
 * is never changed, nor is one that is too long or too costly to take apart.
 * Names of Rust that a tool took for C++ have their signs back.
 */
#ifndef NAMES_DEMANGLE_H
#define NAMES_DEMANGLE_H

#include "util/arena.h"
#include "util/map.h"

/* What is shown. */
enum demangle { DEMANGLE_SIMPLE, DEMANGLE_FULL, DEMANGLE_NONE };

/* Terminated; both are the name itself where it is not mangled. */
struct demangled {
    struct str simple; /* "ns::sort<int*>", without parameters and hash */
    struct str full;   /* "void ns::sort<int*>(int*, int*)",
                          "core::fmt::write::h8a3d0f1f2d0a6b7c" */
};

/* Does each name once. Zeroed is one that shows simple forms. */
struct demangler {
    enum demangle shown; /* DEMANGLE_NONE: names have no other forms */
    struct arena arena;
    struct strings names;    /* done so far */
    struct demangled *forms; /* by id of the name */
    size_t room;
    bool weak; /* there was no memory to do it: told */
};

void demangler_free(struct demangler *demangler);

/* The forms of n names, an array in the arena; a NULL demangler has none but
   the name. Names must be terminated; forms live as long as names and
   demangler do. */
struct demangled *demangle_all(struct demangler *demangler,
                               struct arena *arena, const struct str *names,
                               size_t n);

/* The form that is to be shown; of a NULL demangler, the name. */
struct str demangled_shown(const struct demangler *demangler,
                           const struct demangled *forms);

#endif
