/*
 * The look of a picture: which colour, type size and line width a weight gets.
 * Weights are shares, 0 to 1, chosen by the caller; what lies outside counts
 * as the nearer end, NAN as 0. Adding a theme is adding a row in theme.c.
 *
 *     colours of nodes   the share of the whole, self or total (by_self); in
 *                        themes that are `relative` the self share divided by
 *                        max(the greatest self share, THEME_LEAST_SCALE)
 *     sizes of nodes     the same weight
 *     edges              the share of the whole that goes through the call
 */
#ifndef OUTPUT_DOT_THEME_H
#define OUTPUT_DOT_THEME_H

#include <stdbool.h>

#include "util/arena.h"
#include "util/str.h"

#define THEME_LEAST_SCALE .05 /* no function of 1 % looks hot */

struct color {
    unsigned char r, g, b;
};

/* max(least, base + slope * weight^power) */
struct scale {
    double least, base, slope, power;
};

struct theme {
    const char *name, *description;
    bool by_self;  /* unless the user chooses */
    bool relative; /* see above */
    bool filled;   /* else outlined on white */
    const struct ramp *nodes, *edges;
    const struct color *border; /* NULL: the colour of the ramp */
    double border_width;
    struct color edge_text; /* also legend, titles; black where a row is
                               silent */
    const struct color *ground, *frame; /* of the picture, of the legend; NULL:
                                           white, a pale grey */
    struct color dependence, across_threads; /* lines; black too */
    struct scale node_font, edge_font, pen, arrow;
};

/* The first is the default; the name of the last, which is none, is NULL. */
extern const struct theme themes[];

/* NULL when there is none of this name. */
const struct theme *theme_find(struct str name);

/*
 * skew, greater than 0, bends the way along the ramp: 1 leaves it straight,
 * more than 1 keeps colours for the heavy end, less for the light one.
 */
struct color theme_fill(const struct theme *theme, double weight, double skew);
struct color theme_border(const struct theme *theme, double weight,
                          double skew);
struct color theme_edge(const struct theme *theme, double weight, double skew);

/* Black or white, whichever can be read on the ground: its contrast is 4.58:1
   or more. */
struct color theme_text(struct color ground);
/* Contrast of two colours as WCAG 2 defines it, 1 to 21. */
double color_contrast(struct color a, struct color b);

struct color theme_ground(const struct theme *theme);
struct color theme_frame(const struct theme *theme);

double theme_font_size(const struct theme *theme, double weight);
double theme_edge_font_size(const struct theme *theme, double weight);
double theme_pen_width(const struct theme *theme, double weight);
double theme_arrow_size(const struct theme *theme, double weight);

/* Fills from the lightest weight to the heaviest, at equal steps along the
   ramp: for a legend. */
void theme_samples(const struct theme *theme, struct color *samples, size_t n);

/* "#rrggbb", terminated. */
struct str color_text(struct arena *arena, struct color color);

#endif
