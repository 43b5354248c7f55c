/* Breaks names into lines. */
#pragma once

#include "util/arena.h"

enum {
    LABEL_UNWRAPPED = 60, /* most columns of a name in a box without --wrap */
    LABEL_WIDTH = 40,     /* most columns of other lines */
};

/*
 * Returns the name, cleaned and terminated, in the arena, with '\n' inserted so
 * that no line is wider than `width` columns (code points); 0 is no limit. The
 * preferred place for a line break is behind "::", then behind one of ",./" or
 * in place of a blank, then behind '<', '(' or a "::" inside arguments, then
 * behind '_' or ':'. A line without such a place may be twice as wide before a
 * word is broken.
 */
struct str wrap_name(struct arena *arena, struct str name, size_t width);
