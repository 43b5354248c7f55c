/* The second line of a box tells the place of its function: its library or
   file. */
#pragma once

#include "output/report.h"

/* Returns the place of a function, or "" if its name tells it: its module, or
   its file if it has no module or only one that perf made up for compiled
   scripts. */
struct str place_line(const struct identity *is);

/* Returns, by function of the view, the place in tables: the module, else the
   file; file and line, if both are known, for functions that agree in label and
   place. The texts are cleaned and in the arena. */
struct str *place_cells(struct arena *arena, const struct report *report);

/* Is a function in no known module or file? Not for tags, which have no
   place. */
bool place_is_unknown(const struct identity *is);

/* Do boxes show places? They do if functions of several modules or files are
   drawn, and no frame says which module they belong to. */
bool place_is_shown(const struct report *report);

/* Returns the place that boxes leave out because the legend names it: that of
   the function main if a box has it, else the one with the most self cost.
   Returns "" if the picture has no legend. */
struct str place_common(struct arena *arena, const struct report *report);
