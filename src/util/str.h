/*
 * Slices of text. A slice points into memory that somebody else owns and is
 * not terminated; it may hold any byte, NUL included. Functions that cut a
 * slice copy nothing.
 */
#ifndef UTIL_STR_H
#define UTIL_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/ascii.h"

struct str {
    const char *s;
    size_t len;
};

/* A slice of a literal: as an initializer, and as an expression. */
#define STR(literal) { "" literal, sizeof(literal) - 1 }
#define S(literal) ((struct str)STR(literal))

/* How many rows a table has. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

/* The text of a terminated string; NULL gives the empty slice. */
struct str str_of(const char *text);

/* The first n bytes, and what follows them; n may exceed the length. */
static inline struct str str_head(struct str s, size_t n)
{
    return (struct str){ s.s, n < s.len ? n : s.len };
}

static inline struct str str_skip(struct str s, size_t n)
{
    if (n > s.len)
        n = s.len;
    if (n)
        s.s += n;
    return (struct str){ s.s, s.len - n };
}

static inline bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}

static inline bool str_starts(struct str s, struct str prefix)
{
    return s.len >= prefix.len && str_eq(str_head(s, prefix.len), prefix);
}

static inline bool str_ends(struct str s, struct str suffix)
{
    return s.len >= suffix.len &&
           str_eq(str_skip(s, s.len - suffix.len), suffix);
}

/* Byte order, shorter first: <0, 0 or >0. */
int str_cmp(struct str a, struct str b);
bool str_has(struct str s, struct str part);
/* The length of the first of n rows that s begins with, 0 for none. */
size_t str_starts_any(struct str s, const struct str *rows, size_t n);
/* 64-bit hash of the bytes: the same in every run and on every machine. */
uint64_t str_stable_hash(struct str s);

/* The same for tables, and faster; another one on other machines. */
uint64_t str_hash(struct str s);

/* Without white space (as isspace has it in C) at both ends, at the end. */
struct str str_trim(struct str s);
struct str str_trim_end(struct str s);
/* The first place from at on that holds no digit, or the length. */
size_t str_digits_end(struct str s, size_t at);
/* What follows the last '/'. */
struct str str_basename(struct str s);

/* Splits at the first or last place of sep. False, and nothing set, when it
   is not there. The results may overwrite s itself. */
bool str_cut(struct str s, struct str sep, struct str *before,
             struct str *after);
bool str_cut_last(struct str s, struct str sep, struct str *before,
                  struct str *after);

/*
 * take_x moves *s past an x at its front. False, and *s untouched, when there
 * is none.
 */
static inline bool str_take(struct str *s, struct str prefix)
{
    if (!str_starts(*s, prefix))
        return false;
    *s = str_skip(*s, prefix.len);
    return true;
}

/* Blanks and tabs: never fails. */
static inline void str_take_blanks(struct str *s)
{
    size_t n = 0;
    while (n < s->len && ascii_is_blank(s->s[n]))
        n++;
    *s = str_skip(*s, n);
}

/* Leading blanks, then bytes up to the next blank or tab, at least one. */
bool str_take_word(struct str *s, struct str *word);
/* The same from the end: blanks there, then bytes back to the next blank or
   tab. */
bool str_take_last_word(struct str *s, struct str *word);
/* A decimal number below 1e100 as strtod reads it, not hexadecimal; the sign
   of decimals may be '.' or ','. No blanks are passed over. */
bool str_take_number(struct str *s, double *number);
/* Decimal digits. At most UINT64_MAX, else false. */
bool str_take_digits(struct str *s, uint64_t *number);
/* Hexadecimal digits without 0x, at most 16. */
bool str_take_hex(struct str *s, uint64_t *number);

/* The whole slice is one number. */
bool str_number(struct str s, double *number);

#endif
