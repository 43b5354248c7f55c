/* Finds what a macro or a function returns that is defined in a source file, as
   MIN and max often are. */
#ifndef DEPS_READER_DEFINITIONS_H
#define DEPS_READER_DEFINITIONS_H

#include "deps/reader/sources.h"

struct definition {
    struct str first, second; /* the parameters */
    struct str value; /* an expression without blanks, nor parentheses around
                         it or around parameters */
};

/* Finds the definition of something with two parameters whose value is one
   expression, in the file or in one that it includes by #include "NAME". Texts
   are in the arena. Returns false if there is none, or also another one. */
bool definition_find(struct arena *arena, struct sources *sources,
                     struct str file, struct str name,
                     struct definition *found);

#endif
