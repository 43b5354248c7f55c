/* The text alternative of a picture, for readers who cannot see it. */
#ifndef OUTPUT_DESCRIBE_H
#define OUTPUT_DESCRIBE_H

#include "output/report.h"

/* Returns the text of --title, or "Call graph". */
struct str describe_title(struct arena *arena, const struct report *report);

/* Returns a few sentences of plain text, in the arena: how many functions and
   calls are drawn, what is counted and which functions have the largest self
   cost; in a comparison, what changed most. */
struct str describe_text(struct arena *arena, const struct report *report);

#endif
