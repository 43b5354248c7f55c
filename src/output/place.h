/* The second line of a box tells the place of its function: its library or
   file. */
#ifndef OUTPUT_PLACE_H
#define OUTPUT_PLACE_H

#include "output/report.h"

/* Returns the line that says where a function is, unless its name says it: its
   module, or its file if it has no module or one that perf has made up for
   compiled scripts. */
struct str place_line(const struct identity *is);

/* Do boxes show places? They do if functions of several modules or files are
   drawn, and no frame says which module they belong to. */
bool place_is_shown(const struct report *report);

#define PLACE_UNKNOWN S("library unknown")

/* Returns the place that most boxes would show, so that none of them does and
   the legend tells it; "" if there is no such place or no legend. Boxes of functions without
   module and file say so then (PLACE_UNKNOWN). */
struct str place_common(struct arena *arena, const struct report *report);

#endif
