/* Source lines as places: "FILE:LINE", or "FILE:LINE:COLUMN". */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Returns "pipe.c:7" for a place, or ":7" if `before` is in the same file. */
struct str line_short(struct arena *arena, struct str place, struct str before);
/* Orders places by file, line and column. */
int line_compare(struct str a, struct str b);
