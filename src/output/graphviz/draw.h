/* Runs Graphviz's dot to draw the graph. */
#pragma once

#include "output/report.h"
#include "util/array.h"
#include "util/text/buf.h"

/* A graph, and the same with the places that dot gave. */
struct graph_laid_out {
    struct str graph, text;
};

/* The graphs that dot has laid out, so that none is laid out twice. */
struct laid_out {
    struct arena *arena; /* owns the texts */
    LIST(struct graph_laid_out) of;
};

/* Settings for running dot. */
struct layout {
    const char *dot;    /* the program; NULL: look for dot in PATH */
    double limit;       /* of wall time, in seconds; 0: none */
    const char *format; /* of the picture: dot's -T */
    const char *kept;   /* the file to keep the graph in if dot takes too long;
                           NULL: none */
    struct broker *broker; /* runs dot; NULL: this process does */
    struct laid_out *laid_out; /* NULL: none are kept */
    bool *is_slow; /* is set, without a message, if dot takes too long; NULL: a
                      message is printed */
};

/* Returns the program that draws, a name or a path. */
const char *draw_program(const struct layout *layout);

/* Is this one of the formats that draw_picture is asked for? The broker accepts
   no other, because dot's x11, for example, opens a window. */
bool draw_is_format(struct str format);

/* Returns a name for the graph beside the output file: OUTPUT.dot, OUTPUT.2.dot
   and so on, that no file has; NULL if there is none. */
const char *draw_kept_name(struct arena *arena, const char *output);

/* Appends the picture of a graph in one of dot's formats, with the program and
   the time limit of report->layout. Returns false after a message. */
bool draw_graph(struct buf *out, const struct report *report, struct str graph,
                const char *format);

/* Appends the graph with the places of its parts (dot's format "dot"). Runs dot
   unless the same graph was laid out before. */
bool draw_layout(struct buf *out, const struct report *report,
                 struct str graph);

/* Appends the picture of the view as dot draws it, in the format of
   report->layout. Returns false after a message. */
bool draw_picture(struct buf *out, const struct report *report, bool is_bitmap);

/* Measures the picture by dot, in inches. Returns false after a message, or
   after setting report->layout->is_slow. */
bool draw_measure(const struct report *report, double *width, double *height);
