/* Runs Graphviz's dot to draw the graph. */
#pragma once

#include "output/report.h"
#include "util/array.h"
#include "util/text/buf.h"

/* A graph as it was, and with dot's places in it. */
struct graph_laid_out {
    struct str graph, text;
};

/* Graphs that dot has laid out, so that it lays none out twice. */
struct laid_out {
    struct arena *arena; /* of the texts */
    LIST(struct graph_laid_out) of;
};

/* Settings for running dot. */
struct layout {
    const char *dot;    /* the program; NULL: look for dot in PATH */
    double limit;       /* in seconds; 0: none */
    const char *format; /* of the picture: dot's -T */
    const char *kept;   /* where the graph is kept if dot takes too long; NULL:
                           nowhere */
    struct broker *broker; /* what runs dot; NULL: this process */
    struct laid_out *laid_out; /* NULL: none are kept */
    bool *is_slow; /* set instead of a message when dot takes too long; NULL:
                      print the message */
};

/* Returns the program that draws, a name or a path. */
const char *draw_program(const struct layout *layout);

/* Is this one of the formats that draw_picture is asked for? The broker lets
   dot write no other; its x11 would open a window. */
bool draw_is_format(struct str format);

/* Returns a name for the graph beside the output file: OUTPUT.dot, OUTPUT.2.dot
   and so on, that no file has; NULL if there is none. */
const char *draw_kept_name(struct arena *arena, const char *output);

/* Appends the picture of a graph in one of dot's formats, with the program and
   the time limit of report->layout. Returns false after a message. */
bool draw_graph(struct buf *out, const struct report *report, struct str graph,
                const char *format);

/* Appends the graph with dot's places in it: as draw_graph does in the format
   "dot", unless the graph was laid out before. */
bool draw_layout(struct buf *out, const struct report *report,
                 struct str graph);

/* Appends the picture of the view as dot draws it, in the format of
   report->layout. Returns false after a message. */
bool draw_picture(struct buf *out, const struct report *report);

/* Measures the picture by dot, in inches. Returns false after a message, or
   after setting report->layout->is_slow. */
bool draw_measure(const struct report *report, double *width, double *height);
