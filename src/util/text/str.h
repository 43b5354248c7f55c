/*
 * Slices of text. A slice points to bytes that it does not own. It is not
 * terminated and may hold any byte, NUL included. No function here copies
 * bytes: a function that cuts a slice returns slices of the same memory.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- Classes of ASCII characters, the same in every locale ---- */

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* True for the characters of C names. */
static inline bool ascii_is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* True for a space and for a tab. */
static inline bool ascii_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* ---- Slices ---- */

struct str {
    const char *s;
    size_t len; /* bytes */
};

/* The slice of a string literal: STR is an initializer, S an expression. */
#define STR(literal) { "" literal, sizeof(literal) - 1 }
#define S(literal) ((struct str)STR(literal))

/* The number of elements of an array, which must not be a pointer. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

/* Compares two numbers for qsort(3): the result is below 0 if a comes first,
   and above 0 if b does. */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* Returns the slice of a terminated string; the empty slice for NULL. */
struct str str_of(const char *text);

/* Returns the first n bytes of s, or all of s if it has fewer. */
static inline struct str str_head(struct str s, size_t n)
{
    return (struct str){ s.s, n < s.len ? n : s.len };
}

/* Returns s without its first n bytes; empty if it has fewer. */
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

/* Compares bytes as unsigned numbers; a prefix comes before a longer slice.
   Returns less than 0, 0 or more than 0. */
int str_cmp(struct str a, struct str b);
/* The same for qsort(3) on an array of slices. */
int str_order(const void *left, const void *right);
/* True if part, which must not be empty, occurs in s. */
bool str_has(struct str s, struct str part);
/* Returns the length of the first of n rows with which s begins, or 0. */
size_t str_starts_any(struct str s, const struct str *rows, size_t n);
/* Returns a 64-bit hash of the bytes that is the same in every run, in every
   version and on every machine. Tables use the faster hash_text of
   util/hash.h. */
uint64_t str_stable_hash(struct str s);

/* Removes the bytes that are white space for isspace(3) in the C locale: from
   both ends, and from the end only. */
struct str str_trim(struct str s);
struct str str_trim_end(struct str s);
/* Returns the offset of the first byte from `at` on that is not a digit, or
   s.len. */
size_t str_digits_end(struct str s, size_t at);
/* Is it at least one digit, and nothing else? */
static inline bool str_is_digits(struct str s)
{
    return s.len && str_digits_end(s, 0) == s.len;
}
/* Returns the part of s after the last '/', or all of s if it has none. */
struct str str_basename(struct str s);

/* Splits s at the first or the last occurrence of sep, which must not be
   empty. Returns false and sets nothing if there is none. before or after may
   point to s itself. */
bool str_cut(struct str s, struct str sep, struct str *before,
             struct str *after);
bool str_cut_last(struct str s, struct str sep, struct str *before,
                  struct str *after);
/* Takes the part before the first sep, and that sep, off the front of *s; all
   of *s if there is no sep. Returns false if *s is empty. */
bool str_take_part(struct str *s, struct str sep, struct str *part);

/*
 * str_take_x moves *s past an x at its front. It returns false and changes
 * nothing if *s does not begin with an x.
 */

/* Takes exactly this prefix. */
static inline bool str_take(struct str *s, struct str prefix)
{
    if (!str_starts(*s, prefix))
        return false;
    *s = str_skip(*s, prefix.len);
    return true;
}

/* Takes spaces and tabs, if any. */
static inline void str_take_blanks(struct str *s)
{
    size_t n = 0;
    while (n < s->len && ascii_is_blank(s->s[n]))
        n++;
    *s = str_skip(*s, n);
}

/* Takes spaces and tabs, then a word: at least one byte, up to the next space
   or tab. */
bool str_take_word(struct str *s, struct str *word);
/* Takes the last word and the spaces and tabs behind it from the end of *s. */
bool str_take_last_word(struct str *s, struct str *word);
/* Takes a decimal number as strtod(3) reads it, except that the decimal point
   may be a comma. Numbers of 1e100 and more, in either direction, hexadecimal
   numbers, "inf", "nan" and leading spaces are refused. */
bool str_take_number(struct str *s, double *number);
/* Takes decimal digits, if their number is at most UINT64_MAX. */
bool str_take_digits(struct str *s, uint64_t *number);
/* Takes 1 to 16 hexadecimal digits; there is no "0x". */
bool str_take_hex(struct str *s, uint64_t *number);
/* Reads the whole slice as "0x" and such digits. */
bool str_address(struct str s, uint64_t *address);

/* Reads the whole slice as one number, as str_take_number does. */
bool str_number(struct str s, double *number);
