/*
 * Names that fit: a long name loses its least telling parts first. Names may
 * hold any bytes. The result is terminated, valid UTF-8 in the arena, and is
 * empty only if the name is. Time grows with the length of the name.
 */
#ifndef LABELS_SHORTEN_H
#define LABELS_SHORTEN_H

#include "util/arena.h"

enum { LABEL_LIMIT = 200 }; /* code points of the longest label */
#define LABEL_ALL SIZE_MAX  /* no byte of the name has to stay */

/* Returns at most `limit` code points of the name. A longer name loses its
   parameters, template arguments from the innermost on, leading scopes (as
   "…::") and at last its middle, in this order and only as far as needed. */
struct str shorten_name(struct arena *arena, struct str name, size_t limit);

/* Like shorten_name, but accepts a name that is a tenth too long, and rather
   accepts a third more than a hole in the middle of arguments. The part of the
   clean name that holds the byte `kept` stays; LABEL_ALL: no such part. */
struct str shorten_name_about(struct arena *arena, struct str name,
                              size_t limit, size_t kept);

#endif
