#include "util/text/str.h"

#include <math.h>
#include <stdlib.h>

/* Sums and products of a few numbers that are smaller than this stay
   finite. */
#define TOO_LARGE 1e100

struct str str_of(const char *text)
{
    return text ? (struct str){ text, strlen(text) } : S("");
}

int str_cmp(struct str a, struct str b)
{
    size_t len = a.len < b.len ? a.len : b.len;
    int order = len ? memcmp(a.s, b.s, len) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

int str_order(const void *left, const void *right)
{
    return str_cmp(*(const struct str *)left, *(const struct str *)right);
}

size_t str_starts_any(struct str s, const struct str *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_starts(s, rows[i]))
            return rows[i].len;
    return 0;
}

bool str_has(struct str s, struct str part)
{
    struct str before, after;
    return str_cut(s, part, &before, &after);
}

/* Mixes eight bytes a step. The last three lines are the finalizer of
   MurmurHash3 (Austin Appleby, public domain). */
uint64_t str_stable_hash(struct str s)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ s.len;
    for (; s.len >= 8; s = str_skip(s, 8)) {
        uint64_t word = 0;
        for (int i = 0; i < 8; i++)
            word |= (uint64_t)(unsigned char)s.s[i] << (8 * i);
        h = (h ^ word) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)s.s[i]) * 0xc4ceb9fe1a85ec53u;
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 33;
}

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct str str_trim_end(struct str s)
{
    while (s.len && is_white(s.s[s.len - 1]))
        s.len--;
    return s;
}

struct str str_trim(struct str s)
{
    while (s.len && is_white(s.s[0]))
        s = str_skip(s, 1);
    return str_trim_end(s);
}

size_t str_digits_end(struct str s, size_t at)
{
    while (at < s.len && ascii_is_digit(s.s[at]))
        at++;
    return at;
}

struct str str_basename(struct str s)
{
    struct str folder, name;
    return str_cut_last(s, S("/"), &folder, &name) ? name : s;
}

/* Splits s around the `width` bytes at offset `at`. Returns true. */
static bool cut_at(struct str s, size_t at, size_t width, struct str *before,
                   struct str *after)
{
    *before = str_head(s, at);
    *after = str_skip(s, at + width);
    return true;
}

bool str_cut(struct str s, struct str sep, struct str *before,
             struct str *after)
{
    for (size_t at = 0; at + sep.len <= s.len; at++) {
        size_t places = s.len - sep.len - at + 1;
        const char *first = memchr(s.s + at, sep.s[0], places);
        if (!first)
            return false;
        at = (size_t)(first - s.s);
        if (sep.len == 1 || memcmp(first, sep.s, sep.len) == 0)
            return cut_at(s, at, sep.len, before, after);
    }
    return false;
}

bool str_take_part(struct str *s, struct str sep, struct str *part)
{
    if (!s->len)
        return false;
    if (!str_cut(*s, sep, part, s)) {
        *part = *s;
        *s = S("");
    }
    return true;
}

bool str_cut_last(struct str s, struct str sep, struct str *before,
                  struct str *after)
{
    for (size_t at = s.len; at-- > 0;)
        if (s.s[at] == sep.s[0] && str_starts(str_skip(s, at), sep))
            return cut_at(s, at, sep.len, before, after);
    return false;
}

bool str_take_word(struct str *s, struct str *word)
{
    struct str rest = *s;
    size_t len = 0;
    str_take_blanks(&rest);
    while (len < rest.len && !ascii_is_blank(rest.s[len]))
        len++;
    if (len == 0)
        return false;
    *word = str_head(rest, len);
    *s = str_skip(rest, len);
    return true;
}

bool str_take_last_word(struct str *s, struct str *word)
{
    size_t end = s->len;
    while (end > 0 && ascii_is_blank(s->s[end - 1]))
        end--;
    size_t start = end;
    while (start > 0 && !ascii_is_blank(s->s[start - 1]))
        start--;
    if (start == end)
        return false;
    *word = (struct str){ s->s + start, end - start };
    s->len = start;
    return true;
}

static bool is_digit_at(struct str s, size_t at)
{
    return at < s.len && ascii_is_digit(s.s[at]);
}

/* Returns the length of the number at the front of s, or 0. */
static size_t number_length(struct str s)
{
    size_t start = s.len && (s.s[0] == '-' || s.s[0] == '+') ? 1 : 0;
    size_t at = str_digits_end(s, start), whole = at - start;
    if (at < s.len && (s.s[at] == '.' || s.s[at] == ',') &&
        (whole || is_digit_at(s, at + 1)))
        at = str_digits_end(s, at + 1);
    if (at == start)
        return 0;
    if (at < s.len && (s.s[at] == 'e' || s.s[at] == 'E')) {
        size_t sign = at + 1;
        if (sign < s.len && (s.s[sign] == '-' || s.s[sign] == '+'))
            sign++;
        if (is_digit_at(s, sign))
            at = str_digits_end(s, sign);
    }
    return at;
}

/* Reads a number that number_length has measured. The program sets no locale,
   so strtod expects '.'. Returns HUGE_VAL for a number that is too long. */
static double convert(struct str s)
{
    char text[400];
    if (s.len >= sizeof text)
        return HUGE_VAL;
    memcpy(text, s.s, s.len);
    text[s.len] = '\0';
    char *comma = strchr(text, ',');
    if (comma)
        *comma = '.';
    return strtod(text, NULL);
}

/* Appends the digits at an offset of s to the decimal number *n. Returns the
   offset behind them. */
static size_t add_digits(struct str s, size_t at, uint64_t *n)
{
    for (; at < s.len && ascii_is_digit(s.s[at]); at++)
        *n = *n * 10 + (uint64_t)(s.s[at] - '0');
    return at;
}

/* Takes a number of at most 15 digits and a point, without a sign or exponent:
   nearly all numbers are like that, and strtod is slow. "12.34" is 1234 / 100;
   a double holds both exactly, so that the quotient is rounded once, as strtod
   rounds. */
static bool take_short_number(struct str *s, double *number)
{
    enum { SHORT = 15 };
    static const double powers[SHORT] = { 1,   1e1, 1e2,  1e3,  1e4,
                                          1e5, 1e6, 1e7,  1e8,  1e9,
                                          1e10, 1e11, 1e12, 1e13, 1e14 };
    struct str head = str_head(*s, SHORT + 1);
    uint64_t n = 0;
    size_t whole = add_digits(head, 0, &n), end = whole;
    if (whole < head.len && (head.s[whole] == '.' || head.s[whole] == ','))
        end = add_digits(head, whole + 1, &n);
    if (whole == 0 || end > SHORT ||
        (end < s->len && (s->s[end] == 'e' || s->s[end] == 'E')))
        return false;
    *number = (double)n / powers[end > whole ? end - whole - 1 : 0];
    *s = str_skip(*s, end);
    return true;
}

bool str_take_number(struct str *s, double *number)
{
    if (take_short_number(s, number))
        return true;
    size_t len = number_length(*s);
    double value = len ? convert(str_head(*s, len)) : 0;
    if (len == 0 || fabs(value) >= TOO_LARGE)
        return false;
    *number = value;
    *s = str_skip(*s, len);
    return true;
}

bool str_take_digits(struct str *s, uint64_t *number)
{
    enum { SAFE = 19 }; /* this many digits never overflow */
    uint64_t n = 0;
    size_t len = add_digits(str_head(*s, SAFE), 0, &n);
    for (; len < s->len && ascii_is_digit(s->s[len]); len++) {
        unsigned d = (unsigned)(s->s[len] - '0');
        if (n > (UINT64_MAX - d) / 10)
            return false;
        n = n * 10 + d;
    }
    if (len == 0)
        return false;
    *number = n;
    *s = str_skip(*s, len);
    return true;
}

/* By byte: 1 + the value of a hexadecimal digit; 0 for other bytes. */
static const unsigned char hex_digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,
    ['6'] = 7,  ['7'] = 8,  ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12,
    ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12,
    ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

bool str_take_hex(struct str *s, uint64_t *number)
{
    uint64_t n = 0;
    size_t len = 0, most = s->len < 17 ? s->len : 17;
    unsigned digit;
    for (; len < most && (digit = hex_digits[(unsigned char)s->s[len]]); len++)
        n = n << 4 | (digit - 1);
    if (len == 0 || len > 16)
        return false;
    *number = n;
    *s = str_skip(*s, len);
    return true;
}

bool str_address(struct str s, uint64_t *address)
{
    return str_take(&s, S("0x")) && str_take_hex(&s, address) && !s.len;
}

bool str_number(struct str s, double *number)
{
    return str_take_number(&s, number) && s.len == 0;
}
