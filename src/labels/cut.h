/*
 * Steps that make a name shorter. Each removes one kind of part from the text,
 * except the part with the byte that must stay. shorten.c takes the steps in
 * order until the text is short enough.
 */
#pragma once

#include "names/brackets.h"
#include "util/text/buf.h"

struct cut {
    struct arena *arena;   /* of the texts */
    struct arena *scratch; /* freed after each step */
    struct str text;
    size_t limit; /* code points */
    size_t kept;  /* index of the byte that must stay, or SHORTEN_KEEP_NONE */

    /* These describe the text and become invalid in cut_finish. */
    struct brackets brackets;
    size_t start, from, to; /* byte indexes: the return type is start..from, and
                               the function's own name with its parameters is
                               from..to; all are 0 if they are not known */

    /* The text of the next step. */
    struct buf out;
    size_t moved; /* the index of `kept` in `out` */
};

/* Is the byte that must stay among from..to? */
bool cut_keeps(const struct cut *cut, size_t from, size_t to);
/* Appends the bytes from..to of the text to the next text. */
void cut_copy(struct cut *cut, size_t from, size_t to);
/* Makes the next text the text. */
void cut_finish(struct cut *cut);

/* Leaves out all parameters except the one with the byte that must stay. */
void cut_parameters(struct cut *cut);
/* Leaves out template arguments that are nested deeper than fits, except the
   one with the byte that must stay. */
void cut_arguments(struct cut *cut);
/* Leaves out the return type. */
void cut_return_type(struct cut *cut);
/* Leaves out suffixes of compilers, such as " [clone .isra.0]". */
void cut_suffixes(struct cut *cut);
/* Leaves out the address of a JVM lambda, which differs between runs. */
void cut_address(struct cut *cut);
/* Leaves out the scopes of types and the folders of files around the name, but
   not those of the name itself. */
void cut_paths(struct cut *cut);
/* Leaves out leading scopes, packages and folders of the name itself, as many
   as needed; the last two parts of the name stay. */
void cut_leading(struct cut *cut);
