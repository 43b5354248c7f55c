/* The text alternative of a picture, for readers who cannot see it. */
#ifndef OUTPUT_DESCRIBE_H
#define OUTPUT_DESCRIBE_H

#include "output/report.h"

/* The text of --title, or "Call graph". */
struct str describe_title(const struct report *report);

/* A few sentences: how many functions and calls are drawn, what is counted and
   which functions have the largest self cost. Plain text in the arena. */
struct str describe_text(struct arena *arena, const struct report *report);

#endif
