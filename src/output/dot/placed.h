/*
 * A graph that dot has laid out, read from dot's own format: where nodes, edges
 * and frames are, and the attributes that they had.
 */
#pragma once

#include "util/arena.h"
#include "util/array.h"
#include "util/text/str.h"

/* A place in points; y goes downwards from the top of the graph. */
struct point {
    double x, y;
};

/* A node, an edge or a frame of libcgraph. */
struct placed_object;

struct placed {
    double width, height;
    /* These are in the arena. Outer frames come before those inside them. */
    LIST(struct placed_object *) nodes, edges, frames;
    struct placed_graph *graph; /* the graph of libcgraph, and its memory */
};

/* Reads the graph, which placed_close ends. Returns false after a message. */
bool placed_read(struct placed *placed, struct arena *arena, struct str text);
void placed_close(struct placed *placed);

/* Returns the name of a node or of a frame, "cluster_ID". */
struct str placed_name(struct placed_object *object);
/* Returns the value of an attribute; "" if it has none. */
struct str placed_attribute(struct placed_object *object, const char *name);
/* Returns its number, or `other` if it has none. */
double placed_number(struct placed_object *object, const char *name,
                     double other);
/* Reads the "bb" of a frame: its corners at the left bottom and the right
   top. */
bool placed_box(const struct placed *placed, struct placed_object *object,
                struct point *low, struct point *high);
/* Reads a place such as "pos" or "lp". Returns false if there is none. */
bool placed_point(const struct placed *placed, struct placed_object *object,
                  const char *name, struct point *point);

/* The line of an edge: a start point, and three points for each Bezier
   curve. */
struct placed_line {
    struct point *points; /* in the arena */
    size_t n;
    bool has_start, has_end; /* arrow heads, which point to these: */
    struct point start, end;
};

/* Reads the next curve of an edge's "pos" off *text. Returns false at the
   end. */
bool placed_line(const struct placed *placed, struct arena *arena,
                 struct str *text, struct placed_line *line);
