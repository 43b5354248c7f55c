/*
 * Shortens names: a long name loses its least informative parts first. Names
 * may hold any bytes. Results are terminated, valid UTF-8, in the arena, and
 * empty only if the name is. Time grows linearly with the length of the name.
 */
#pragma once

#include "util/arena.h"

enum { SHORTEN_LIMIT = 200 }; /* the most code points of a label */
#define SHORTEN_KEEP_NONE SIZE_MAX

/* Returns at most `limit` code points of the name. A longer name loses its
   parameters, template arguments from the innermost on, and leading scopes
   (which become "…::"), in this order and only as far as needed. The function's
   own name, the last part, stays whole: a result may have as many code points
   as that and 12 more, but never more than SHORTEN_LIMIT. A name whose parts
   are not known, or whose last part exceeds that, loses its middle. */
struct str shorten_name(struct arena *arena, struct str name, size_t limit);

/* Returns the same, but never more than the limit: a longer name loses its
   middle. */
struct str shorten_within(struct arena *arena, struct str name, size_t limit);

/*
 * Shortens like shorten_name, but tolerates a tenth more than the limit, or a
 * third in a name with brackets that would lose more. The part of the clean
 * name with the byte at index `kept` stays, unless that is SHORTEN_KEEP_NONE.
 */
struct str shorten_name_keeping(struct arena *arena, struct str name,
                                size_t limit, size_t kept);
