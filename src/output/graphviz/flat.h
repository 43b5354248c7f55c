/*
 * SVG of our own as dot's other formats, such as PNG and PDF. dot gets every
 * rectangle and every line of text as a node whose place is fixed.
 */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/* Draws a picture in report->layout->format. The SVG is one that frame.h and
   shapes.h write, with one shape in a line and nothing but rectangles and
   texts. Texts may be wider than it says, as dot may have another font. Returns
   false after a message. */
bool flat_draw(struct buf *out, const struct report *report, struct str svg);
