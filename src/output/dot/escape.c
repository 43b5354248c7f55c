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

/* Does dot read the text, which begins with '&', as an entity? It is "&amp;",
   "&#38;" or "&#x26;". Names that dot does not know do no harm. */
static bool begins_entity(struct str text)
{
    enum { LONGEST = 40 }; /* dot's longest one is shorter */
    struct str name, rest;
    uint64_t number;
    if (!str_cut(str_head(str_skip(text, 1), LONGEST), S(";"), &name, &rest) ||
        !name.len)
        return false;
    if (str_take(&name, S("#x")) || str_take(&name, S("#X")))
        return str_take_hex(&name, &number) && !name.len;
    if (str_take(&name, S("#")))
        return str_take_digits(&name, &number) && !name.len;
    for (size_t i = 0; i < name.len; i++)
        if (!ascii_is_letter(name.s[i]) && !ascii_is_digit(name.s[i]))
            return false;
    return true;
}

struct str escape_plain_label(struct arena *arena, struct str text)
{
    struct buf buf = { 0 };
    while (text.len) {
        bool is_entity = text.s[0] == '&' && begins_entity(text);
        uint32_t code = utf8_next(&text);
        if (code == '\n')
            buf_add(&buf, S("\\n"));
        else if (code == '\\')
            buf_add(&buf, S("\\\\"));
        else if (code == '"')
            buf_add(&buf, S("\\\""));
        else if (code == '&' && !is_entity)
            buf_char(&buf, '&');
        else
            put_code(&buf, code);
    }
    return buf_move(&buf, arena);
}

/* Returns the form of the first byte of a text in an HTML-like label, or "" if
   it is the same as in XML. */
static struct str html_form(struct str text)
{
    if (text.s[0] == '\\')
        return S("\\\\");
    if (text.s[0] == '#')
        return S("&#35;");
    return str_starts(text, S("//")) || str_starts(text, S("/*")) ? S("&#47;")
                                                                  : S("");
}

void escape_html(struct buf *buf, struct str text)
{
    while (text.len) {
        struct str form = html_form(text);
        size_t n = 1;
        if (!form.len)
            while (n < text.len && !html_form(str_skip(text, n)).len)
                n++;
        if (form.len)
            buf_add(buf, form);
        else
            xml_escape(buf, str_head(text, n));
        text = str_skip(text, n);
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
    LOCAL_BUF(all);
    put_tooltip(&all, str_head(text, limit + 1), limit + 1);
    if (all.len <= limit) {
        buf_add(buf, buf_text(&all));
    } else {
        put_tooltip(buf, text, limit / 2);
        buf_add(buf, S(" \u2026 "));
        put_tooltip(buf, tail(text, limit / 2), limit / 2);
    }
}
