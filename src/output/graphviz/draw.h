/* Runs Graphviz's dot to draw the graph. */
#ifndef OUTPUT_GRAPHVIZ_DRAW_H
#define OUTPUT_GRAPHVIZ_DRAW_H

#include "output/report.h"
#include "util/text/buf.h"

/* Settings for running dot. */
struct layout {
    const char *dot;    /* the program; NULL: look for dot in PATH */
    double limit;       /* in seconds; 0: none */
    const char *format; /* of the picture: dot's -T */
    const char *kept;   /* where the graph is kept if dot takes too long; NULL:
                           nowhere */
    struct broker *broker; /* what runs dot; NULL: this process */
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

/* Appends the picture of the view as dot draws it, in the format of
   report->layout. Returns false after a message. */
bool draw_picture(struct buf *out, const struct report *report);

/* Measures the picture by dot, in inches. Returns false after a message, or
   after setting report->layout->is_slow. */
bool draw_measure(const struct report *report, double *width, double *height);

#endif
