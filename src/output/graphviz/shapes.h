/* The shapes and texts of an SVG picture, in points, with y downwards. */
#pragma once

#include "output/theme.h"
#include "util/text/buf.h"

/* Appends a number with at most two decimals. */
void shapes_number(struct buf *out, double number);
/* Appends ' name="12.5"'. */
void shapes_size(struct buf *out, const char *name, double number);
/* Appends the beginning of a rectangle, up to its colour. `class` may be
   NULL. */
void shapes_rect(struct buf *out, const char *class, double x, double y,
                 double width, double height);
/* Appends the colour and the end of a filled rectangle. */
void shapes_fill(struct buf *out, struct color color);

/* Appends a text that dot would read as a label or a tooltip, where "\n" ends a
   line and entities stand for '&' and '"'. */
void shapes_escaped(struct buf *out, struct str text);

struct text_style {
    double size; /* points */
    bool bold;
    const char *class; /* or NULL */
    struct color color;
};

/* Appends a line of text with its upper left corner at (x, top). It gets the
   length of output/dot/metrics.h in any font. */
void shapes_text(struct buf *out, struct str text, double x, double top,
                 struct text_style style);
