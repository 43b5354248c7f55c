/* Source lines as places: "FILE:LINE", or "FILE:LINE:COLUMN". */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Returns "pipe.c:7" for a place, or ":7" if `before` is in the same file. */
struct str line_short(struct arena *arena, struct str place, struct str before);
/* Orders places by file, line and column. */
int line_compare(struct str a, struct str b);
/* Orders places of functions by the function first. */
static inline int line_compare_in(uint32_t f, struct str a, uint32_t g,
                                  struct str b)
{
    return f != g ? COMPARE(f, g) : line_compare(a, b);
}
