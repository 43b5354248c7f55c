#include "output/text/markdown_escape.h"

/* The form of a character that is markup to some program, or "". A backslash is
   enough for the characters of the first Markdown. To Python-Markdown it is no
   escape before others, so they are entities. */
static struct str form_of(char c)
{
    switch (c) {
    case '<':
        return S("&lt;");
    case '>':
        return S("&gt;");
    case '&':
        return S("&amp;");
    case '@': /* a mention of a user */
        return S("&#64;");
    case '|': /* a column */
        return S("&#124;");
    case '~': /* text that is struck out, or low */
        return S("&#126;");
    case '^': /* high text */
        return S("&#94;");
    case '$': /* a formula */
        return S("&#36;");
    case '"': /* pandoc draws other quotes */
        return S("&quot;");
    case '\'':
        return S("&#39;");
    default:
        return S("");
    }
}

/* Does the text begin with what GitHub reads as the name of a picture, as ":x:"
   in "a::x::b"? */
static bool begins_emoji(struct str text)
{
    size_t i = 1;
    while (i < text.len &&
           ((text.s[i] >= 'a' && text.s[i] <= 'z') ||
            ascii_is_digit(text.s[i]) || text.s[i] == '_' ||
            text.s[i] == '+' || text.s[i] == '-'))
        i++;
    return text.s[0] == ':' && i > 1 && i < text.len && text.s[i] == ':';
}

void markdown_escape(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        struct str form = begins_emoji(str_skip(text, i)) ? S("&#58;")
                                                          : form_of(c);
        /* pandoc draws dashes for "--", and one character for "...". */
        bool is_pair = (c == '-' || c == '.') && i && text.s[i - 1] == c;
        if (form.len) {
            buf_add(out, form);
            continue;
        }
        if (is_pair || str_has(S("\\`*_{}[]()#!"), (struct str){ &c, 1 }))
            buf_char(out, '\\');
        buf_char(out, c);
    }
}
