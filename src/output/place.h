/* The second line of a box tells the place of its function: its library or
   file. */
#pragma once

#include "output/report.h"

/* Returns the line that says where a function is, unless its name says it: its
   module, or its file if it has no module or one that perf has made up for
   compiled scripts. */
struct str place_line(const struct identity *is);

/* Returns, by function of the view, what tables say of the place: the module,
   or else the file. Functions that have the same label and place say file and
   line instead, as far as both are known. In the arena, cleaned. */
struct str *place_cells(struct arena *arena, const struct report *report);

/* Is the function in no known module or file? A tag has no place to know. */
bool place_is_unknown(const struct identity *is);

/* Do boxes show places? They do if functions of several modules or files are
   drawn, and no frame says which module they belong to. */
bool place_is_shown(const struct report *report);

/* Returns the place that boxes need not show because the legend tells it: that
   of the main program, which the function main tells, if a box of it is drawn,
   else the one of the most self cost. Returns "" if the picture has no
   legend. */
struct str place_common(struct arena *arena, const struct report *report);
