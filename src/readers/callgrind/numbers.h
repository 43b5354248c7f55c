/* The words of lines of numbers. Each of these functions takes one from the
   front of *s, as those of util/text/str.h do. They are inline because a large
   file has a billion of such words. */
#ifndef READERS_CALLGRIND_NUMBERS_H
#define READERS_CALLGRIND_NUMBERS_H

#include "util/text/str.h"

/* Takes a decimal or hexadecimal number. */
static inline bool numbers_take_integer(struct str *s, uint64_t *number)
{
    enum { SAFE = 18 }; /* this many digits never overflow */
    size_t len = 0, most = s->len < SAFE ? s->len : SAFE;
    uint64_t n = 0;
    while (len < most && ascii_is_digit(s->s[len]))
        n = n * 10 + (uint64_t)(s->s[len++] - '0');
    if (len == SAFE)
        return str_take_digits(s, number);
    if (len == 1 && n == 0 && s->len > 2 && s->s[1] == 'x') {
        struct str digits = str_skip(*s, 2);
        if (!str_take_hex(&digits, number))
            return false;
        *s = digits;
        return true;
    }
    s->s += len;
    s->len -= len;
    *number = n;
    return len > 0;
}

static inline void numbers_take_blanks(struct str *s)
{
    while (s->len && ascii_is_blank(s->s[0])) {
        s->s++;
        s->len--;
    }
}

/* Takes the rest of a word, such as the end of a range, "12-14". */
static inline void numbers_take_rest(struct str *s)
{
    while (s->len && !ascii_is_blank(s->s[0])) {
        s->s++;
        s->len--;
    }
}

/* Takes a line or an address, which may be relative to what *position is. */
static inline bool numbers_take_position(struct str *s, uint64_t *position)
{
    uint64_t number = 0;
    char sign = s->s[0];
    if (sign == '+' || sign == '-' || sign == '*') {
        s->s++;
        s->len--;
        if (sign != '*' && !numbers_take_integer(s, &number))
            return false;
        *position += sign == '-' ? 0 - number : number;
    } else {
        if (!numbers_take_integer(s, &number))
            return false;
        *position = number;
    }
    numbers_take_rest(s);
    return true;
}

/* Takes a cost. Most are whole numbers; memory that is released may be
   negative, and old versions of cachegrind write "." for 0. */
static inline bool numbers_take_cost(struct str *s, double *cost)
{
    uint64_t number;
    struct str rest = *s;
    if (numbers_take_integer(&rest, &number) &&
        (!rest.len || ascii_is_blank(rest.s[0]))) {
        *cost = (double)number;
        *s = rest;
        return true;
    }
    *cost = 0;
    return (str_take_number(s, cost) || str_take(s, S("."))) &&
           (!s->len || ascii_is_blank(s->s[0]));
}

#endif
