#include "output/text/markdown_escape.h"

void markdown_escape(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (c == '<')
            buf_add(out, S("&lt;"));
        else if (c == '&')
            buf_add(out, S("&amp;"));
        else if (c == '@')
            buf_add(out, S("&#64;")); /* no mention of a user */
        else {
            if (str_has(S("\\`*_{}[]()#|~!>"), (struct str){ &c, 1 }))
                buf_char(out, '\\');
            buf_char(out, c);
        }
    }
}
