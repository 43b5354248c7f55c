/* The legend: what the numbers, lines and colours of a picture mean. */
#pragma once

#include "output/report.h"

enum {
    LEGEND_MOST_LINES = 20,
    LEGEND_COLORS = 9, /* steps of the colour ramp */
};

/* Lines of plain text in the arena. */
struct legend {
    struct str ramp; /* title of the ramp: what colours show; "" without a
                        ramp */
    struct str low, high; /* the costs at the ends of the ramp */
    struct str lines[LEGEND_MOST_LINES]; /* everything else */
    size_t n;
    struct str shown[LEGEND_MOST_LINES]; /* the lines in a picture: what boxes
                                            show (beside the ramp), what 100 %
                                            is, and warnings */
    size_t n_shown;
};

struct legend legend_of(struct arena *arena, const struct report *report);

/* Breaks the lines of `shown` at blanks, so that they have at most `columns`
   code points; the first has `ramp` less, which is the width of the ramp. */
void legend_wrap(struct legend *legend, size_t columns, size_t ramp);

/* Does the theme show costs by a ramp of colours? */
bool legend_has_ramp(const struct report *report);

/* Fills in the LEGEND_COLORS colours of the ramp, from the smallest cost, or
   the largest saving, to the largest. */
void legend_fill_ramp(const struct report *report, struct color *colors);
