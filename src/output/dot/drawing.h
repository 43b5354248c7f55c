/* The graph that is being drawn, and functions that set attributes of its
   parts, for dot.c and deps/in_dot.c. `object` is a graph, a node or an edge of
   libcgraph. */
#pragma once

#include <cgraph.h>
#include <stdio.h>

#include "output/dot/box.h"
#include "output/dot/caption.h"
#include "output/dot/dot.h"
#include "output/report.h"

struct drawing {
    const struct report *unfolded; /* the report of the legend */
    const struct report *report;   /* the same with chains folded, each into its
                                      first function */
    struct arena *arena;
    Agraph_t *graph;
    struct captions captions;
    struct dot_items *items; /* for a graph for layout; else NULL */
    double max_self;         /* share, at least THEME_LEAST_SCALE */
    double most_changed;     /* share; 0 unless the report is a comparison */
    bool *in_view;           /* by function */
    double scale;            /* of a picture that dot draws, at most 1: that
                                of distances, as the theme has that of texts;
                                0: dot does not draw it */
};

/* Casts const away, because libcgraph takes char * even if it only reads. */
static inline char *mut(const char *text)
{
    union {
        const char *constant;
        char *mutable;
    } u = { .constant = text };
    return u.mutable;
}

static inline void set(void *object, const char *attribute, const char *value)
{
    agsafeset(object, mut(attribute), mut(value), mut(""));
}

/* With --name, ids begin with that name, so that they stay unique in a document
   of several pictures. */
static inline void set_id(struct drawing *d, void *object, const char *id)
{
    const char *name = d->report->look->name;
    set(object, "id", name ? arena_printf(d->arena, "%s_%s", name, id).s : id);
}

static inline void set_number(void *object, const char *attribute, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", value);
    set(object, attribute, text);
}

static inline void set_color(struct drawing *d, void *object,
                             const char *attribute, struct color color)
{
    set(object, attribute, color_text(d->arena, color).s);
}

/* Sets the text beside an arrow. dot puts it right beside the line: leading
   blanks keep it clear of a thick one. */
void dot_set_edge_text(struct drawing *d, Agedge_t *edge, struct str id,
                       struct str text, struct color ink, double size,
                       double pen);

/* Sets the label of a node or, in a graph for layout, its size. */
void dot_set_box(struct drawing *d, Agnode_t *node, const struct box *box,
                 struct color fill);
