#include "readers/pstats/marshal.h"

#include <math.h>

enum { KEPT = 0x80, DIGIT_BITS = 15 /* of a long, in 2 bytes each */ };

static bool fail(struct marshal *m, bool is_short, const char *expected)
{
    m->is_short = is_short;
    m->expected = expected;
    return false;
}

/* Takes n bytes, if there are as many. */
static bool take(struct marshal *m, uint64_t n, struct str *bytes,
                 const char *what)
{
    struct str rest = str_skip(m->bytes, m->at);
    if (n > rest.len)
        return fail(m, true, what);
    *bytes = str_head(rest, (size_t)n);
    m->at += (size_t)n;
    return true;
}

/* Returns the number of 32 bits at a place. */
static inline uint32_t number_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 |
           b[0];
}

/* Takes an unsigned number of 1, 4 or 8 bytes. */
static inline bool take_bytes(struct marshal *m, unsigned size, uint64_t *n)
{
    const char *at = m->bytes.s + m->at;
    if (m->at + size > m->bytes.len)
        return fail(m, true, "a number");
    *n = size == 1   ? (unsigned char)*at
         : size == 4 ? number_at(at)
                     : (uint64_t)number_at(at + 4) << 32 | number_at(at);
    m->at += size;
    return true;
}

/* Takes a length, which is at most INT32_MAX. */
static bool take_length(struct marshal *m, unsigned size, uint64_t *n)
{
    return take_bytes(m, size, n) &&
           (*n <= INT32_MAX || fail(m, false, "a length of at most 2^31 - 1"));
}

static bool take_text(struct marshal *m, unsigned size, struct str *text)
{
    uint64_t n;
    return take_length(m, size, &n) && take(m, n, text, "the rest of a text");
}

/* Each value of a tuple has at least one byte. */
static bool take_tuple(struct marshal *m, unsigned size,
                       struct marshal_token *token)
{
    uint64_t n;
    token->kind = MARSHAL_TUPLE;
    if (!take_length(m, size, &n))
        return false;
    token->n = (uint32_t)n;
    return n <= m->bytes.len - m->at ||
           fail(m, true, "the values of a tuple or list");
}

static bool take_int(struct marshal *m, unsigned size, double *number)
{
    uint64_t n;
    if (!take_bytes(m, size, &n))
        return false;
    *number = size == 4 ? (double)(int32_t)(uint32_t)n : (double)(int64_t)n;
    return true;
}

static bool take_double(struct marshal *m, double *number)
{
    uint64_t n;
    if (!take_bytes(m, sizeof n, &n))
        return false;
    memcpy(number, &n, sizeof n);
    return true;
}

/* Takes a long, a number of digits whose sign is that of the long, and the
   digits, the lowest first. */
static bool take_long(struct marshal *m, double *number)
{
    double digits;
    struct str bytes;
    if (!take_int(m, 4, &digits) ||
        !take(m, (uint64_t)fabs(digits) * 2, &bytes, "the digits of a number"))
        return false;
    *number = 0;
    for (size_t i = bytes.len; i; i -= 2)
        *number = ldexp(*number, DIGIT_BITS) +
                  (unsigned char)bytes.s[i - 2] +
                  (unsigned char)bytes.s[i - 1] * 256.0;
    *number = copysign(*number, digits);
    return true;
}

static bool take_decimal(struct marshal *m, double *number)
{
    struct str text;
    return take_text(m, 1, &text) &&
           (str_number(text, number) || fail(m, false, "a decimal number"));
}

static bool take_interned(struct marshal *m, struct str *text)
{
    uint64_t i;
    if (!take_bytes(m, 4, &i))
        return false;
    if (i >= m->interned.n)
        return fail(m, false, "the number of a text before it");
    *text = m->interned.of[i];
    return true;
}

static bool take_number(struct marshal *m, int type,
                        struct marshal_token *token)
{
    double *number = &token->number;
    token->kind = MARSHAL_NUMBER;
    return type == 'i'   ? take_int(m, 4, number)
           : type == 'I' ? take_int(m, 8, number)
           : type == 'l' ? take_long(m, number)
           : type == 'g' ? take_double(m, number)
                         : take_decimal(m, number);
}

/* Passes over the numbers that code begins with: 4 in Python 2, 6 in Python 3.8
   to 3.10, else 5. The instructions follow, a text of type s. */
static bool take_code(struct marshal *m, struct marshal_token *token)
{
    token->kind = MARSHAL_CODE;
    for (size_t n = 4; n <= 6; n++) {
        struct marshal after = { .bytes = m->bytes, .at = m->at + n * 4 };
        struct str instructions;
        uint64_t type;
        if (!take_bytes(&after, 1, &type) || (type & ~(uint64_t)KEPT) != 's' ||
            !take_text(&after, 4, &instructions))
            continue;
        m->at += n * 4;
        return true;
    }
    return fail(m, m->bytes.len - m->at < 32, "code of a known Python");
}

/* Takes a complex number. */
static bool take_complex(struct marshal *m, int type)
{
    struct str bytes;
    if (type == 'y')
        return take(m, 16, &bytes, "a complex number");
    return take_text(m, 1, &bytes) && take_text(m, 1, &bytes);
}

/* Takes what follows the type. */
static bool take_data(struct marshal *m, int type, struct marshal_token *token)
{
    uint64_t n;
    switch (type) {
    case 'i': case 'I': case 'l': case 'g': case 'f':
        return take_number(m, type, token);
    case 's': case 't': case 'u': case 'a': case 'A': case 'z': case 'Z':
        token->kind = MARSHAL_TEXT;
        if (!take_text(m, type == 'z' || type == 'Z' ? 1 : 4, &token->text))
            return false;
        if (type == 't')
            *PUSH(&m->interned) = token->text;
        return true;
    case '(': case '[': case '<': case '>':
        return take_tuple(m, 4, token);
    case ')':
        return take_tuple(m, 1, token);
    case ':':
        token->kind = MARSHAL_TUPLE;
        token->n = 3;
        return true;
    case '{':
        token->kind = MARSHAL_DICT;
        return true;
    case 'c':
        return take_code(m, token);
    case 'x': case 'y':
        return take_complex(m, type);
    }
    /* Nothing refers to these. */
    token->is_kept = false;
    switch (type) {
    case '0':
        token->kind = MARSHAL_DICT_END;
        return true;
    case 'N': case '.': case 'S':
        return true;
    case 'T': case 'F':
        token->kind = MARSHAL_NUMBER;
        token->number = type == 'T';
        return true;
    case 'R':
        token->kind = MARSHAL_TEXT;
        return take_interned(m, &token->text);
    case 'r':
        token->kind = MARSHAL_REF;
        if (!take_length(m, 4, &n))
            return false;
        token->n = (uint32_t)n;
        return true;
    }
    return fail(m, false, "the type of a number, text, tuple or dictionary");
}

bool marshal_next(struct marshal *m, struct marshal_token *token)
{
    uint64_t type;
    *token = (struct marshal_token){ .at = m->at };
    if (!take_bytes(m, 1, &type))
        return fail(m, true, "a value");
    token->is_kept = type & KEPT;
    if (take_data(m, (int)type & ~KEPT, token))
        return true;
    m->at = token->at;
    return false;
}

void marshal_skip_line(struct marshal *m)
{
    m->at += str_head(str_skip(m->bytes, m->at), 4).len;
}
