#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* Appends the graph of the view as DOT. */
void bare_write(struct buf *out, const struct report *report);
