/* Short names that stay distinct within one picture. */
#pragma once

#include "util/arena.h"

/*
 * Shortens n names, which must be valid UTF-8 without control characters, and
 * returns an array of n results in the arena. Each is what shorten_name_keeping
 * makes of the name; if different names would become equal, they keep the part
 * that differs and, if that is not enough, become longer, up to SHORTEN_LIMIT
 * code points. The result does not depend on the order of the names.
 */
struct str *unique_names(struct arena *arena, const struct str *names, size_t n,
                         size_t limit);
