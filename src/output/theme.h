/*
 * A theme gives a weight its colour, type size and line width. A weight is a
 * share from 0 to 1; values outside are clamped, and NAN counts as 0. Which
 * share it is depends on the use:
 *
 *     colours of nodes   the self or the total share (by_self); in themes that
 *                        are `relative` the self share is divided by
 *                        max(the largest self share, THEME_LEAST_SCALE)
 *     sizes of nodes     the same weight
 *     edges              the share of the cost that goes through the call
 *
 * A new theme is a new row in theme.c.
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* The least divisor of shares, so that 1 % does not look hot in a flat
   profile. */
#define THEME_LEAST_SCALE .03

struct color {
    unsigned char r, g, b;
};

/* max(least, base + slope * weight^power) */
struct scale {
    double least, base, slope, power;
};

struct theme {
    const char *name, *description;
    bool by_self;  /* the default of --color-by */
    bool relative; /* see above */
    bool filled;   /* false: boxes are outlined */
    const struct ramp *nodes, *edges;
    const struct color *border; /* of boxes; NULL: the colour of the ramp */
    const struct color *cold_border; /* of boxes of almost no cost; NULL: as
                                        `border` */
    double border_width;        /* in points */
    const struct color *hot_path; /* borders and arrows of the hot path; NULL:
                                     no special colour */
    struct color muted;         /* of less important text in boxes */
    struct color bar[3]; /* in boxes: own cost, the rest of the total, the
                            remainder */
    struct color edge_text;     /* of edge labels, titles and the legend */
    const struct color *background; /* NULL: white */
    const struct color *frame;      /* around the legend; NULL: pale grey */
    struct color dependence, across_threads; /* lines of dependences */
    /* Colours of comparisons: ramps for filled boxes that cost more or less
       than before, the fill of boxes within noise, and lines: calls, and the
       outlines of boxes within noise. */
    const struct ramp *more, *less;
    struct color noise, more_line, less_line, noise_line;
    bool less_doubled; /* boxes that cost less have a double outline, since
                          there are no hues */
    struct scale change_font; /* of boxes in comparisons, in points */
    struct scale node_font, edge_font, pen, arrow; /* in points, but arrow as
                                                      Graphviz's arrowsize */
};

/* The first row is the default; the last row has the name NULL. */
extern const struct theme themes[];

/* Returns the theme of this name, or NULL. */
const struct theme *theme_find(struct str name);

/*
 * These return the colours for a weight. `skew` is greater than 0 and bends the
 * ramp: 1 is linear, above 1 only large weights get strong colours, below 1
 * small weights get them as well.
 */
struct color theme_fill(const struct theme *theme, double weight, double skew);
struct color theme_border(const struct theme *theme, double weight,
                          double skew);
struct color theme_edge(const struct theme *theme, double weight, double skew);

/* Returns the colour of a box in a comparison. `change` goes from -1 (the
   largest saving) to 1 (the largest increase); 0 is noise. */
struct color theme_change_fill(const struct theme *theme, double change);
/* Returns the colour of an arrow: of a call that costs more (change > 0), less
   (< 0), or neither. */
struct color theme_change_line(const struct theme *theme, double change);

/* Makes texts and lines larger by a factor. */
void theme_scale(struct theme *theme, double factor);

/* Returns the colour for text on a background: black or white, whichever has
   more contrast, which is at least 4.58:1. */
struct color theme_text(struct color background);

struct color theme_background(const struct theme *theme);
struct color theme_frame(const struct theme *theme);

/* These return sizes in points for a weight. */
double theme_font_size(const struct theme *theme, double weight);
double theme_change_font_size(const struct theme *theme, double change);
double theme_edge_font_size(const struct theme *theme, double weight);
double theme_pen_width(const struct theme *theme, double weight);
/* Returns the size of the smallest text of a picture in points. */
double theme_least_text(const struct theme *theme);
/* Returns Graphviz's arrowsize, a factor, for a weight. */
double theme_arrow_size(const struct theme *theme, double weight);

/* Fills `samples` with n colours in equal steps along the ramp of the nodes,
   from the smallest weight on. */
void theme_samples(const struct theme *theme, struct color *samples, size_t n);

/* Returns the contrast ratio of two colours as WCAG 2 defines it, from 1 to
   21. */
double color_contrast(struct color a, struct color b);

/* Returns "#rrggbb", terminated, in the arena. */
struct str color_text(struct arena *arena, struct color color);
