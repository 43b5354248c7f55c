/* Graphviz DOT. */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

#include "output/dot/box.h"
#include "util/map.h"

/* The margin around a picture in inches. */
#define DOT_PAD .12
#define DOT_TITLE 16.        /* points, the size of the title */
#define DOT_TITLE_LIMIT 1000 /* code points */
/* A font name without blanks, because dot -Tps writes it into PostScript, where
   a blank would end it. Graphviz without a text library, as in a browser, knows
   the widths of this font; other programs substitute a font of equal widths. */
#define DOT_FONT "Helvetica"
/* The font of pictures that dot draws: it may take a wider font for Helvetica,
   but finds one as wide for this name. */
#define DOT_DRAWN_FONT "Arial"

/* The content of a node, or the text at an edge or a frame. */
struct dot_item {
    struct box box;    /* of a node */
    struct color fill; /* of a node */
    bool is_double;    /* a node with a double border */
    struct str text;   /* of an edge or a frame; may have several lines */
    struct color ink;  /* of this text */
    double size, width, height; /* of this text in points */
    double gap;                 /* points between an arrow and its text */
};

/* The items of a graph, by their ids in it. */
struct dot_items {
    struct strings ids;
    LIST(struct dot_item) of;
};

/* Appends the graph of the view. Returns false after a message. */
bool dot_write(struct buf *out, const struct report *report);

/* Appends the graph for dot to draw, with a font that dot finds on more
   machines. The texts of a bitmap that has to fit a space are as small as they
   will be: dot rounds the places of letters before it scales a picture down. */
bool dot_write_drawn(struct buf *out, const struct report *report,
                     bool is_bitmap);

/* Appends the same graph for layout only: without texts, but with nodes and
   labels of the needed sizes, so that the fonts of dot do not matter. Stores
   what to draw in *items, which is empty and lives in the arena. Returns false
   after a message. */
bool dot_write_layout(struct buf *out, struct arena *arena,
                      const struct report *report, struct dot_items *items);
