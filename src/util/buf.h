/*
 * A growing piece of text: what writers fill and main writes out. Zeroed is
 * empty; release with buf_free. The data is not terminated.
 */
#ifndef UTIL_BUF_H
#define UTIL_BUF_H

#include "util/arena.h"
#include "util/str.h"

struct buf {
    char *data; /* NULL while empty */
    size_t len, room;
};

/* Where so many bytes may be written behind the text, before len is raised. */
char *buf_reserve(struct buf *buf, size_t more);
void buf_add(struct buf *buf, struct str s);
void buf_char(struct buf *buf, char c);
__attribute__((format(printf, 2, 3))) void buf_printf(struct buf *buf,
                                                      const char *format, ...);
/* The shortest decimal text that strtod turns into the same number; "?" for
   NAN. */
void buf_number(struct buf *buf, double number);
/* The text, as long as nothing is added. */
struct str buf_text(const struct buf *buf);
/* The text, terminated, in the arena; the buf is freed. */
struct str buf_move(struct buf *buf, struct arena *arena);
void buf_free(struct buf *buf);

#endif
