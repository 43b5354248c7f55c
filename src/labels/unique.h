/* Short names that stay distinct within one picture. */
#ifndef LABELS_UNIQUE_H
#define LABELS_UNIQUE_H

#include "util/arena.h"

/*
 * Returns an array of n short names in the arena, one for each of the n clean
 * names (valid UTF-8 without control characters). Each is what
 * shorten_name_about makes of the name; where that would make two different
 * names equal, the part that differs stays, and if that is not enough, more
 * code points do, up to LABEL_LIMIT. The order of the names makes no
 * difference.
 */
struct str *unique_names(struct arena *arena, const struct str *names, size_t n,
                         size_t limit);

#endif
