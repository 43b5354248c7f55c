/*
 * Finds which of many ranges has an address. The ranges may overlap: an address
 * belongs to the one that begins last of all that have it: the innermost one
 * where functions are nested. However they overlap, adding takes constant time
 * on average, and finding logarithmic time. Ranges must be added in the order
 * of their starts. (In util/files/claims.h they come in any order, and an
 * address belongs to the first one added.)
 */
#pragma once

#include "util/array.h"

/* Empty if all but the arena is zeroed. */
struct cover {
    struct arena *arena; /* has all memory */
    LIST(struct cover_part) parts; /* private: by address */
    LIST(struct cover_open) open;  /* private: the ranges that may still be
                                      open, in the order of their starts */
};

/* Adds the range [start, end), which must not begin before the one added
   before. Of ranges with equal starts, the last one added counts as beginning
   last. */
void cover_add(struct cover *cover, uint64_t start, uint64_t end, uint32_t id);
/* Call this after all ranges were added and before the first search. */
void cover_end(struct cover *cover);
/* Returns the id of the range to which an address belongs, or NO_ID if there is
   none. */
uint32_t cover_find(const struct cover *cover, uint64_t address);
