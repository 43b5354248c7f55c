#ifndef OUTPUT_DOT_BARE_H
#define OUTPUT_DOT_BARE_H

#include "output/report.h"
#include "util/text/buf.h"

/* Appends the graph of the view as DOT. */
void bare_write(struct buf *out, const struct report *report);

#endif
