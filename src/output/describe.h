/* The text alternative of a picture, for readers who cannot see it. */
#pragma once

#include "output/report.h"

/* Returns the text of --title, or "Call graph". */
struct str describe_title(struct arena *arena, const struct report *report);

/* Returns "1,234 functions", for the noun "function". */
struct str describe_number(struct arena *arena, double number,
                           const char *noun);

/* Returns a few sentences of plain text, in the arena: how many functions and
   calls are drawn, what is counted and which functions have the largest self
   cost; in a comparison, what changed most. If `shapes` is not "", it is the
   first sentence, for a picture without boxes and arrows. */
struct str describe_text(struct arena *arena, const struct report *report,
                         struct str shapes);
