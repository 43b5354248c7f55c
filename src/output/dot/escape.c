#include "output/dot/escape.h"

#include "output/xml.h"
#include "util/text/utf8.h"

static void put_code(struct buf *buf, uint32_t code)
{
    if (code == '&')
        buf_add(buf, S("&amp;"));
    else if (code == '"')
        buf_add(buf, S("&quot;"));
    else if (code == '\t' || code == '\r')
        buf_char(buf, ' ');
    else
        utf8_put(buf, utf8_printable(code) ? code : REPLACEMENT);
}

struct str escape_label(struct arena *arena, struct str text)
{
    struct buf buf = { 0 };
    while (text.len) {
        uint32_t code = utf8_next(&text);
        if (code == '\n')
            buf_add(&buf, S("\\n"));
        else if (code == '\\')
            buf_add(&buf, S("\\\\"));
        else
            put_code(&buf, code);
    }
    return buf_move(&buf, arena);
}

void escape_html(struct buf *buf, struct str text)
{
    struct str part;
    bool more = true;
    while (more) {
        more = str_cut(text, S("\\"), &part, &text);
        xml_escape(buf, more ? part : text);
        buf_add(buf, more ? S("\\\\") : S(""));
    }
}

/* Stops once `limit` bytes are written. */
static void put_tooltip(struct buf *buf, struct str text, size_t limit)
{
    size_t end = buf->len + limit;
    while (text.len && buf->len < end) {
        uint32_t code = utf8_next(&text);
        if (code == '\\')
            utf8_put(buf, 0x2216);
        else
            put_code(buf, code == '\n' ? ' ' : code);
    }
}

/* Returns the last n bytes, or a few less to begin with a code point. */
static struct str tail(struct str text, size_t n)
{
    text = str_skip(text, text.len - n);
    while (text.len && ((unsigned char)text.s[0] & 0xc0) == 0x80)
        text = str_skip(text, 1);
    return text;
}

void escape_tooltip(struct buf *buf, struct str text, size_t limit)
{
    struct buf all = { 0 };
    put_tooltip(&all, str_head(text, limit + 1), limit + 1);
    if (all.len <= limit) {
        buf_add(buf, buf_text(&all));
    } else {
        put_tooltip(buf, text, limit / 2);
        buf_add(buf, S(" \u2026 "));
        put_tooltip(buf, tail(text, limit / 2), limit / 2);
    }
    buf_free(&all);
}
