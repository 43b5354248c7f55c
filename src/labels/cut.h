/*
 * A name that is being made shorter, and the steps that do it: each leaves one
 * kind of thing out of the text, if that is there and nothing is lost that is
 * to be kept. In which order, and when it is enough: see shorten.c.
 */
#ifndef LABELS_CUT_H
#define LABELS_CUT_H

#include "names/brackets.h"
#include "util/buf.h"

struct cut {
    struct arena *arena;
    struct str text;
    size_t limit; /* code points */
    size_t kept;  /* byte of the text; LABEL_ALL: none */
    struct brackets nest; /* of the text, as are the next three */
    size_t start, from, to; /* bytes of the text: the return type, then the
                               function's own name with its parameters; all 0
                               where nobody knows */
    struct buf out;  /* the next text */
    size_t moved;    /* kept in there */
};

/* Is the kept byte among from..to? */
bool cut_keeps(const struct cut *cut, size_t from, size_t to);
/* These bytes of the text become part of the next one. */
void cut_copy(struct cut *cut, size_t from, size_t to);
/* The next text becomes the text; nest and what else was known of it no longer
   hold. */
void cut_finish(struct cut *cut);

/* Of the arguments that are kept in part, the one that is stays. */
void cut_parameters(struct cut *cut);
void cut_arguments(struct cut *cut);

void cut_return_type(struct cut *cut);
void cut_suffixes(struct cut *cut);
void cut_address(struct cut *cut);
void cut_paths(struct cut *cut);
void cut_leading(struct cut *cut);

#endif
