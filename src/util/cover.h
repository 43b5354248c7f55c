/*
 * Finds which of many ranges has an address. The ranges may overlap: an address
 * belongs to the one that begins last of all that have it: the innermost one
 * where functions are nested. However they overlap, adding takes constant time
 * on average, and finding logarithmic time. They are added by their starts. In
 * util/files/claims.h they come in any order, and the first one added has an
 * address.
 */
#pragma once

#include "util/array.h"

/* Zeroed is empty; release with cover_free. */
struct cover {
    LIST(struct cover_part) parts; /* private: by address */
    LIST(struct cover_open) open;  /* private: the ranges that may not have
                                      ended, the one that began last at the
                                      end */
};

/* Adds the range [start, end), which begins at or behind the start of the one
   that was added before. Of two with one start, the later counts as the one
   that begins last. */
void cover_add(struct cover *cover, uint64_t start, uint64_t end, uint32_t id);
/* Ends the ranges. Call this when all are added, before the first search. */
void cover_end(struct cover *cover);
/* Returns the id of the range to which an address belongs, or NO_ID if there is
   none. */
uint32_t cover_find(const struct cover *cover, uint64_t address);
void cover_free(struct cover *cover);
