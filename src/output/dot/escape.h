/*
 * User text in DOT and XML. libcgraph quotes strings, but leaves backslashes, which
 * dot reads as escapes, and '&', which it reads as the start of an entity.
 * Control characters and ill-formed UTF-8 become U+FFFD, tabs blanks.
 */
#ifndef OUTPUT_DOT_ESCAPE_H
#define OUTPUT_DOT_ESCAPE_H

#include "util/arena.h"
#include "util/buf.h"

/* For labels: line ends become line breaks. */
struct str escape_label(struct arena *arena, struct str text);
/* For tooltips, where dot substitutes escapes twice and nothing saves a
   backslash: it becomes U+2216, which looks the same. Of a text that takes
   more than limit bytes, the middle is cut out. */
void escape_tooltip(struct buf *buf, struct str text, size_t limit);
/* For XML and HTML, text or quoted attribute. */
void escape_xml(struct buf *buf, struct str text);

#endif
