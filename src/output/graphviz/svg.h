/* SVG: dot's picture with names, classes and a text alternative. */
#pragma once

#include "output/report.h"
#include "util/text/buf.h"

/*
 * Appends the picture: a whole document or, for a page, the root element alone,
 * with the id "picture" but without style and text alternative. Boxes and
 * arrows have classes:
 *
 *     node fn hot0..hot8 mod-NAME     by the square root of the self share,
 *                                     which is hot8 for the largest one in the
 *                                     view (but at least 5 %); NAME is the
 *                                     last component of the module
 *     edge call hot0..hot8 [back] [indirect]
 *                                     by the share that goes through the call
 *
 * Their titles are names instead of ids. Returns false after a message.
 */
bool svg_draw(struct buf *out, const struct report *report, bool in_page);
