/* Names broken into lines. */
#ifndef LABELS_WRAP_H
#define LABELS_WRAP_H

#include "util/arena.h"

enum {
    LABEL_UNWRAPPED = 60, /* columns of a name that need not be wrapped */
    LABEL_WIDTH = 40,     /* columns of a wrapped line, one per code point */
};

/*
 * Returns the name, cleaned and terminated in the arena, with '\n' inserted so
 * that lines are at most `width` columns wide; 0 is no limit. Lines break
 * behind "::" if possible, else behind one of ",./" or in place of blanks, else
 * behind '<', '(' or a "::" inside arguments, else behind '_' or ':'. A line
 * without such a place may be twice as wide before a word is broken.
 */
struct str wrap_name(struct arena *arena, struct str name, size_t width);

#endif
