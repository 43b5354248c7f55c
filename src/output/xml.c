#include "output/xml.h"

#include "util/text/utf8.h"

void xml_escape(struct buf *out, struct str text)
{
    while (text.len) {
        uint32_t code = utf8_next(&text);
        if (code == '<')
            buf_add(out, S("&lt;"));
        else if (code == '>')
            buf_add(out, S("&gt;"));
        else if (code == '&')
            buf_add(out, S("&amp;"));
        else if (code == '"')
            buf_add(out, S("&quot;"));
        else if (code == '\n' || code == '\t' || code == '\r')
            buf_char(out, ' ');
        else
            utf8_put(out, utf8_printable(code) ? code : REPLACEMENT);
    }
}
