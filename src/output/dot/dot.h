/* Graphviz DOT. */
#ifndef OUTPUT_DOT_DOT_H
#define OUTPUT_DOT_DOT_H

#include "output/report.h"
#include "util/buf.h"

/* Appends the graph of the view. Returns false after a message. */
bool dot_write(struct buf *out, const struct report *report);

#endif
