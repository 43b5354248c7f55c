/* UTF-8, the encoding of everything that the program writes. Names may hold
   any bytes; here they become valid UTF-8. */
#pragma once

#include "util/arena.h"
#include "util/text/buf.h"
#include "util/text/str.h"

#define REPLACEMENT 0xFFFDu
#define ELLIPSIS "\xe2\x80\xa6" /* U+2026, one code point */

/*
 * Removes the next code point from the front of *s, which must not be empty,
 * and returns it. A maximal ill-formed subsequence (Unicode Standard, chapter
 * 3, table 3-7) counts as one code point, REPLACEMENT.
 */
uint32_t utf8_next(struct str *s);
/* Appends one code point, which must not exceed 0x10FFFF. */
void utf8_put(struct buf *buf, uint32_t code);
/* Returns the number of code points in s, counted as utf8_next does. */
size_t utf8_length(struct str s);
/* Returns the number of bytes in the first n code points of s. */
size_t utf8_bytes(struct str s, size_t n);
/* False for control characters (C0, DEL, C1), for U+xxFFFE and U+xxFFFF, which
   XML does not allow, and for invisible characters that change how others look:
   those of zero width, of the direction of text, and line ends. */
bool utf8_printable(uint32_t code);
/* Appends s with U+FFFD in place of each ill-formed subsequence and of each
   code point that is not printable, so that any output can hold it. */
void utf8_clean(struct buf *buf, struct str s);
/* Returns what utf8_clean would append, in the arena and followed by a NUL. */
struct str utf8_cleaned(struct arena *arena, struct str s);
/* Does the same, but if the result has more than `limit` code points, ELLIPSIS
   replaces its middle, so that it has exactly `limit`. */
struct str utf8_shortened(struct arena *arena, struct str s, size_t limit);
/* Appends words in lines of at most `width` columns, one for each code point; a
   word that is longer has a line of its own. The first line begins at the
   column `at`, which must be below the width; `indent` blanks precede each of
   the others. */
void utf8_fill(struct buf *out, struct str text, size_t width, size_t at,
               size_t indent);
