/* Short names that stay distinct within one picture. */
#pragma once

#include "util/arena.h"

/*
 * Shortens n names, which must be valid UTF-8 without control characters, and
 * returns an array of n results in the arena. Each is what shorten_name_keeping
 * makes of the name; where that would make different names equal, the part that
 * differs stays, and if that is not enough, the results become longer, up to
 * SHORTEN_LIMIT code points. The order of the names makes no difference.
 */
struct str *unique_names(struct arena *arena, const struct str *names, size_t n,
                         size_t limit);
