/* What dot draws in SVG, made fit for people and pages. */
#ifndef OUTPUT_GRAPHVIZ_SVG_H
#define OUTPUT_GRAPHVIZ_SVG_H

#include "output/output.h"

/*
 * Adds the picture to out: the root element and what is in it. Boxes and
 * arrows have classes:
 *
 *     node fn hot0..hot8 mod-NAME     by the root of the self share, the
 *                                     greatest in view (or 5 %) is hot8;
 *                                     the module's last component
 *     edge call hot0..hot8 [back] [indirect]
 *                                     by the share that goes through it
 *
 * and titles: names instead of ids. False after a message.
 */
bool svg_draw(struct buf *out, const struct report *report, bool in_page);

#endif
