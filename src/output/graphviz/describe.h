/* A picture in words, for those who do not see it. */
#ifndef OUTPUT_GRAPHVIZ_DESCRIBE_H
#define OUTPUT_GRAPHVIZ_DESCRIBE_H

#include "output/output.h"

/* --title, or what it is. */
struct str describe_title(const struct report *report);
/* A few sentences: how much is drawn, what is counted, and the functions of
   the largest self cost. Plain text in the arena. */
struct str describe_text(struct arena *arena, const struct report *report);

#endif
