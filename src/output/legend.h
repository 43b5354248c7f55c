/* The legend: what the numbers, lines and colours of a picture mean. */
#pragma once

#include "output/report.h"

enum {
    LEGEND_COLORS = 9, /* steps of the colour ramp */
    LEGEND_CELL = 14,  /* points: the width of one of them */
};

/* Lines of plain text in the arena. */
struct legend {
    struct str low, high;   /* the costs at the ends of the ramp */
    LIST(struct str) lines; /* everything else */
    LIST(struct str) shown; /* the lines in a picture: what boxes show (beside
                               the ramp), what 100 % is, and warnings */
};

struct legend legend_of(struct arena *arena, const struct report *report);

/* Breaks the lines that are shown, so that none is wider than that in points in
   text of this size; the first one has `ramp` less, which the ramp takes. A row
   ends with a semicolon, unless that leaves most of it empty, or with a word.
   What is left of the first line, about boxes, begins the next one. */
void legend_wrap(struct legend *legend, struct arena *arena, double width,
                 double ramp, double size);

/* Returns the points that the ramp and its numbers take in text of this size;
   0 without a ramp. */
double legend_ramp_width(const struct legend *legend,
                         const struct report *report, double size);

/* Does the theme show costs by a ramp of colours? */
bool legend_has_ramp(const struct report *report);

/* Fills in the LEGEND_COLORS colours of the ramp, from the smallest cost, or
   the largest saving, to the largest. */
void legend_fill_ramp(const struct report *report, struct color *colors);
