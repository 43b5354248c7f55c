/*
 * A growing text without a NUL at its end. Writers append to one, which main
 * then writes out.
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Zeroed is empty; release with buf_free. */
struct buf {
    char *data;       /* NULL if nothing was ever appended */
    size_t len, room; /* bytes */
};

/* Declares an empty text that is freed at the end of its block. */
#define LOCAL_BUF(name)                                                        \
    __attribute__((cleanup(buf_free))) struct buf name = { 0 }

/* Makes room for `more` bytes and returns the end of the text. The caller
   writes there and adds to buf->len what it wrote. */
char *buf_reserve(struct buf *buf, size_t more);
/* These append a text, a byte, and what printf(3) makes of the arguments. */
void buf_add(struct buf *buf, struct str s);
void buf_char(struct buf *buf, char c);
__attribute__((format(printf, 2, 3))) void buf_printf(struct buf *buf,
                                                      const char *format, ...);
/* Appends the shortest decimal text that strtod(3) turns into the same number,
   or "?" for NAN. */
void buf_number(struct buf *buf, double number);
/* Appends a whole number of less than 1e15 without decimal point and exponent.
   Appends nothing and returns false for any other number, such as -0. */
bool buf_whole(struct buf *buf, double number);
/* Removes the first n bytes; there must be as many. */
void buf_drop(struct buf *buf, size_t n);
/* Returns the text. It is valid until something is appended. */
struct str buf_text(const struct buf *buf);
/* Returns a copy of the text in the arena, followed by a NUL, and frees the
   buf. */
struct str buf_move(struct buf *buf, struct arena *arena);
/* Releases the memory; the buf is empty again. */
void buf_free(struct buf *buf);
