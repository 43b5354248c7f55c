/*
 * User text in DOT. libcgraph quotes strings, but does not escape backslashes,
 * which dot reads as escapes, and '&', which dot reads as the start of an
 * entity. Control characters and ill-formed UTF-8 become U+FFFD, tabs become
 * blanks.
 */
#pragma once

#include "util/arena.h"
#include "util/text/buf.h"

/* Escapes text for a label, in the arena; a line end becomes a line break. */
struct str escape_label(struct arena *arena, struct str text);

/* The same for programs that read DOT but no entities: quotes get a backslash,
   and '&' stays unless dot would read an entity. */
struct str escape_plain_label(struct arena *arena, struct str text);

/* Appends text for an HTML-like label, in which dot reads the same escapes. '#'
   and the starts of comments become entities, because pydot and dot2tex would
   skip them and what follows. */
void escape_html(struct buf *buf, struct str text);

/* Appends text for a tooltip. dot substitutes escapes in tooltips twice, so a
   backslash cannot be escaped and becomes U+2216, which looks the same. If the
   result is longer than `limit` bytes, its middle is left out. */
void escape_tooltip(struct buf *buf, struct str text, size_t limit);
