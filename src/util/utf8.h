/* UTF-8, the way names leave the program. */
#ifndef UTIL_UTF8_H
#define UTIL_UTF8_H

#include "util/arena.h"
#include "util/buf.h"
#include "util/str.h"

#define REPLACEMENT 0xFFFDu
#define ELLIPSIS "\xe2\x80\xa6" /* U+2026, one code point */

/*
 * Cuts the next code point off the front of *s, which must not be empty. A
 * maximal ill-formed part (Unicode standard, chapter 3, table 3-7) counts as
 * one REPLACEMENT.
 */
uint32_t utf8_next(struct str *s);
/* Writes one code point. */
void utf8_put(struct buf *buf, uint32_t code);
/* Code points in s. */
size_t utf8_length(struct str s);
/* Neither a control character (C0, DEL, C1) nor a noncharacter of XML? */
bool utf8_printable(uint32_t code);
/* The text with ill-formed parts and what is not printable as U+FFFD: fit for
   any output. */
void utf8_clean(struct buf *buf, struct str s);
/* The same as a terminated copy. */
struct str utf8_cleaned(struct arena *arena, struct str s);
/* The clean text, terminated in the arena. If it has more than `limit` code
   points, an ellipsis replaces its middle so that it has exactly `limit`. */
struct str utf8_shortened(struct arena *arena, struct str s, size_t limit);

#endif
