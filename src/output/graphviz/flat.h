/*
 * Turns our SVG into other formats, such as PNG and PDF: dot gets every
 * rectangle and every line of text as a node with a fixed place.
 */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* Draws a picture in report->layout->format. The SVG must come from frame.h and
   shapes.h, with one shape per line and only rectangles and texts. Texts may
   become wider, because dot may have another font. Returns false after a
   message. */
bool flat_draw(struct buf *out, const struct report *report, struct str svg);
