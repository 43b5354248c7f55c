/* Pictures: DOT, drawn by Graphviz's dot. */
#ifndef OUTPUT_GRAPHVIZ_DRAW_H
#define OUTPUT_GRAPHVIZ_DRAW_H

#include "output/output.h"

/* Adds to out the graph of the report in a format of dot's (-T). False after
   a message. */
bool draw_picture(struct buf *out, const struct report *report, const char *format);

#endif
