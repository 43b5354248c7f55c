/*
 * Text that the user copied from a label. "…" (U+2026) in it stands for any
 * text, because labels leave parts of names out. Blanks make no difference,
 * because labels break lines at them.
 */
#ifndef FILTER_LITERAL_H
#define FILTER_LITERAL_H

#include "util/arena.h"
#include "util/text/buf.h"

/* A text, ready to be compared with many others. */
struct literal {
    struct str *pieces; /* between the ellipses, without blanks; may be empty */
    size_t n;
    struct buf compared; /* scratch */
};

/* The pieces are in the arena; end with literal_free. */
struct literal literal_of(struct arena *arena, const char *text);
void literal_free(struct literal *literal);

/* Is it all of the text? A literal of ellipses and blanks alone is nothing. */
bool literal_is(struct literal *literal, struct str text);
/* Does it occur in the text? */
bool literal_is_in(struct literal *literal, struct str text);

#endif
