/*
 * Demangles names of C++, Rust and D by libiberty, which no other file knows,
 * and names of the JVM, OCaml and Swift (names/dotted.h). What may follow a
 * mangled name ("@plt", " [clone .cold]", "+0x1c") stays behind it. A name is
 * left alone if it is not certainly mangled, or if it is too long or would take
 * too much time. Rust names that a tool demangled as C++ are demangled
 * completely, and those that are demangled lose their hashes.
 */
#pragma once

#include "util/arena.h"
#include "util/array.h"
#include "util/map.h"

/* The form of names that is shown. */
enum demangle { DEMANGLE_SIMPLE, DEMANGLE_FULL, DEMANGLE_NONE };

/* The forms of a name, both terminated. Both are the name itself if it is not
   mangled. */
struct demangled {
    struct str simple; /* "ns::sort<int*>", without parameters and hash */
    struct str full;   /* "void ns::sort<int*>(int*, int*)",
                          "core::fmt::write::h8a3d0f1f2d0a6b7c" */
    bool hashed;       /* the full form only adds a hash of Rust */
};

/* Remembers the forms of names, so that each is demangled once. Zeroed it is
   empty and shows simple forms; end with demangler_free. */
struct demangler {
    enum demangle shown; /* with DEMANGLE_NONE, nothing is demangled */
    struct arena arena;
    struct strings names;    /* the mangled names so far */
    LIST(struct demangled) forms; /* by id of the name */
    bool warned; /* a message has said that memory is missing */
};

/* Frees all but `shown`. */
void demangler_free(struct demangler *demangler);

/*
 * Returns the forms of n names, which end in a NUL, as an array in the arena.
 * If the demangler is NULL, both forms are the name itself. The forms live as
 * long as names and demangler.
 */
struct demangled *demangle_all(struct demangler *demangler, struct arena *arena,
                               const struct str *names, size_t n);

/* Returns the form that `shown` asks for, but without a hash of Rust; the name
   itself if the demangler is NULL. */
struct str demangled_shown(const struct demangler *demangler,
                           const struct demangled *forms);
