/* Graphviz DOT. */
#ifndef OUTPUT_DOT_DOT_H
#define OUTPUT_DOT_DOT_H

#include "output/report.h"
#include "util/text/buf.h"

/* The margin around a picture in inches. */
#define DOT_PAD .1

/* Appends the graph of the view. Returns false after a message. */
bool dot_write(struct buf *out, const struct report *report);

#endif
