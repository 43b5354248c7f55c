#include "util/text/fill.h"

#include "util/text/utf8.h"

void fill_put(struct buf *out, struct str text, size_t width, size_t at,
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
