/* What the numbers, lines and colours of a picture mean. */
#ifndef OUTPUT_DOT_LEGEND_H
#define OUTPUT_DOT_LEGEND_H

#include "output/output.h"

/* The lines of the legend, escaped and left-aligned for DOT; max_self is the
   share of self cost that is hottest. */
struct str legend_text(struct arena *arena, const struct report *report,
                       double max_self);
/* Do colours say anything? */
bool legend_has_ramp(const struct report *report);
/* The colour list of a striped box that shows the ramp, cold to hot. */
struct str legend_ramp(struct arena *arena, const struct look *look);

#endif
