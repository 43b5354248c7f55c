/*
 * Finds which of many ranges has an address. The ranges may overlap: an address
 * belongs to the one that was added first of all that have it. However they
 * overlap, this takes the time of sorting them, and finding logarithmic time.
 * (In util/cover.h, an address belongs to the range that begins last, and
 * ranges are added in the order of their starts, which is faster.)
 */
#pragma once

#include "util/array.h"

/* Empty if all but the arena is zeroed. */
struct claims {
    struct arena *arena; /* has all memory */
    LIST(struct claims_range) ranges; /* private: as they were added */
    struct claims_part *parts;        /* private: by address */
    size_t n_parts;
};

/* Adds the range [start, end), whose id is the number of those added before.
   There may be fewer than UINT32_MAX / 2; further ones are ignored. An empty
   range has no address. */
void claims_add(struct claims *claims, uint64_t start, uint64_t end);
/* Call this after all ranges were added and before the first search. */
void claims_end(struct claims *claims);
/* Returns the id of the range to which an address belongs, or NO_ID if there is
   none. */
uint32_t claims_find(const struct claims *claims, uint64_t address);
