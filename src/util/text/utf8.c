#include "util/text/utf8.h"

/* The first byte of a code point tells how many bytes follow and which values
 * the second may have. */
struct form {
    int more;                /* their number */
    unsigned char low, high; /* the range of the second byte */
};

static struct form form_of(unsigned char first)
{
    if (first < 0xc2 || first > 0xf4)
        return (struct form){ 0, 0, 0 };
    if (first < 0xe0)
        return (struct form){ 1, 0x80, 0xbf };
    if (first < 0xf0)
        return (struct form){ 2, first == 0xe0 ? 0xa0 : 0x80,
                              first == 0xed ? 0x9f : 0xbf };
    return (struct form){ 3, first == 0xf0 ? 0x90 : 0x80,
                          first == 0xf4 ? 0x8f : 0xbf };
}

uint32_t utf8_next(struct str *s)
{
    unsigned char first = (unsigned char)s->s[0];
    struct form form = form_of(first);
    *s = str_skip(*s, 1);
    if (first < 0x80)
        return first;
    if (form.more == 0)
        return REPLACEMENT;
    uint32_t code = first & (0x3fu >> form.more);
    for (int i = 0; i < form.more; i++) {
        unsigned char next = s->len ? (unsigned char)s->s[0] : 0;
        if (next < form.low || next > form.high)
            return REPLACEMENT;
        form.low = 0x80;
        form.high = 0xbf;
        code = code << 6 | (next & 0x3f);
        *s = str_skip(*s, 1);
    }
    return code;
}

void utf8_put(struct buf *buf, uint32_t code)
{
    if (code < 0x80) {
        buf_char(buf, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = { 0, 0xc0, 0xe0, 0xf0 };
    buf_char(buf, (char)(lead[more] | code >> (6 * more)));
    while (more-- > 0)
        buf_char(buf, (char)(0x80 | (code >> (6 * more) & 0x3f)));
}

size_t utf8_length(struct str s)
{
    size_t n = 0;
    for (; s.len; n++)
        utf8_next(&s);
    return n;
}

/* Characters without a width: joiners, marks and overrides of the direction,
   separators of lines and paragraphs, and tags (Unicode Standard, chapters 23.2
   to 23.9). */
static bool is_invisible(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = { { 0x61c, 0x61c },   { 0x180e, 0x180e }, { 0x200b, 0x200f },
                   { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
                   { 0xfff9, 0xfffb }, { 0xe0000, 0xe007f } };
    for (size_t i = 0; i < ROWS(ranges); i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

bool utf8_printable(uint32_t code)
{
    return code >= 0x20 && !(code >= 0x7f && code < 0xa0) &&
           (code & 0xfffe) != 0xfffe && (code < 0x600 || !is_invisible(code));
}

void utf8_clean(struct buf *buf, struct str s)
{
    while (s.len) {
        uint32_t code = utf8_next(&s);
        utf8_put(buf, utf8_printable(code) ? code : REPLACEMENT);
    }
}

struct str utf8_cleaned(struct arena *arena, struct str s)
{
    struct buf buf = { 0 };
    utf8_clean(&buf, s);
    return buf_move(&buf, arena);
}

size_t utf8_bytes(struct str s, size_t n)
{
    struct str rest = s;
    while (n-- > 0 && rest.len)
        utf8_next(&rest);
    return s.len - rest.len;
}

struct str utf8_shortened(struct arena *arena, struct str s, size_t limit)
{
    struct str text = utf8_cleaned(arena, s);
    size_t length = utf8_length(text), tail = limit / 2;
    if (length <= limit)
        return text;
    struct str head = str_head(text, utf8_bytes(text, limit - tail - 1));
    struct str end = str_skip(text, utf8_bytes(text, length - tail));
    return arena_printf(arena, "%.*s%s%s", (int)head.len, head.s, ELLIPSIS,
                        end.s);
}

void utf8_fill(struct buf *out, struct str text, size_t width, size_t at,
               size_t indent)
{
    while (utf8_bytes(text, width - at) < text.len) {
        struct str line = str_head(text, utf8_bytes(text, width - at + 1));
        struct str rest;
        if (!str_cut_last(line, S(" "), &line, &rest) &&
            !str_cut(text, S(" "), &line, &rest))
            break;
        buf_add(out, line);
        text = str_skip(text, line.len + 1);
        buf_printf(out, "\n%*s", (int)indent, "");
        at = indent;
    }
    buf_add(out, text);
    buf_char(out, '\n');
}
