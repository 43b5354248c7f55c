#include "output/html/index.h"

#include "output/xml.h"

void html_index(struct buf *out, const char *key, const struct index_row *rows,
                size_t n)
{
    buf_add(out, S("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8"
                   "\">\n<meta name=\"viewport\" content=\"width=device-width"
                   "\">\n<title>"));
    xml_escape(out, str_of(key));
    buf_add(out, S("</title>\n<style>:root { color-scheme: light dark; } body "
                   "{ font: 14px sans-serif; margin: 2em; } td, th { padding: "
                   ".2em 1em .2em 0; text-align: left; } td:last-child, "
                   "th:last-child { text-align: right; }</style>\n<table>\n"
                   "<tr><th>"));
    xml_escape(out, str_of(key));
    buf_add(out, S("</th><th>cost</th></tr>\n"));
    for (size_t i = 0; i < n; i++) {
        buf_printf(out, "<tr><td><a href=\"%s\">", rows[i].file.s);
        xml_escape(out, rows[i].value);
        buf_add(out, S("</a></td><td>"));
        xml_escape(out, rows[i].cost);
        buf_add(out, S("</td></tr>\n"));
    }
    buf_add(out, S("</table>\n</html>\n"));
}
