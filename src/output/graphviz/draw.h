/* Runs Graphviz's dot to draw the graph. */
#ifndef OUTPUT_GRAPHVIZ_DRAW_H
#define OUTPUT_GRAPHVIZ_DRAW_H

#include "output/report.h"
#include "util/buf.h"

/* Settings for running dot. */
struct layout {
    const char *dot;    /* the program; NULL: look for dot in PATH */
    double limit;       /* in seconds; 0: none */
    const char *format; /* of the picture: dot's -T */
    const char *output; /* our output file; NULL: standard output */
    bool *is_slow; /* set instead of a message when dot takes too long; NULL:
                      print the message */
};

/* Appends the picture of the report's graph in one of dot's formats, with the
   program and the time limit of report->layout. Returns false after a
   message. */
bool draw_picture(struct buf *out, const struct report *report,
                  const char *format);

/* Measures the picture by dot, in inches. Returns false after a message, or
   after setting report->layout->is_slow. */
bool draw_measure(const struct report *report, double *width, double *height);

#endif
