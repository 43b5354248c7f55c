#include "output/graphviz/shapes.h"

#include "output/dot/metrics.h"
#include "output/xml.h"

void shapes_number(struct buf *out, double number)
{
    size_t start = out->len;
    buf_printf(out, "%.2f", number);
    while (out->data[out->len - 1] == '0')
        out->len--;
    if (out->data[out->len - 1] == '.')
        out->len--;
    if (str_eq(str_skip(buf_text(out), start), S("-0"))) {
        out->len = start;
        buf_char(out, '0');
    }
}

void shapes_size(struct buf *out, const char *name, double number)
{
    buf_printf(out, " %s=\"", name);
    shapes_number(out, number);
    buf_char(out, '"');
}

void shapes_rect(struct buf *out, const char *class, double x, double y,
                 double width, double height)
{
    buf_add(out, S("<rect"));
    if (class)
        buf_printf(out, " class=\"%s\"", class);
    shapes_size(out, "x", x);
    shapes_size(out, "y", y);
    shapes_size(out, "width", width);
    shapes_size(out, "height", height);
}

void shapes_fill(struct buf *out, struct color color)
{
    buf_printf(out, " fill=\"#%02x%02x%02x\"/>\n", color.r, color.g, color.b);
}

void shapes_escaped(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (c == '\\' && i + 1 < text.len && text.s[i + 1] == 'n') {
            buf_add(out, S("&#10;"));
            i++;
        } else if (c == '<' || c == '>') {
            buf_add(out, c == '<' ? S("&lt;") : S("&gt;"));
        } else {
            buf_char(out, c);
        }
    }
}

void shapes_text(struct buf *out, struct str text, double x, double top,
                 struct text_style style)
{
    size_t blanks = 0;
    while (blanks < text.len && text.s[blanks] == ' ')
        blanks++;
    x += metrics_width(str_head(text, blanks), style.size, style.bold);
    text = str_trim(text);
    if (text.len == 0)
        return;
    buf_add(out, S("<text"));
    if (style.class)
        buf_printf(out, " class=\"%s\"", style.class);
    shapes_size(out, "x", x);
    shapes_size(out, "y", top + metrics_ascent(style.size));
    shapes_size(out, "font-size", style.size);
    if (style.bold)
        buf_add(out, S(" font-weight=\"bold\""));
    buf_printf(out, " fill=\"#%02x%02x%02x\"", style.color.r, style.color.g,
               style.color.b);
    shapes_size(out, "textLength", metrics_width(text, style.size, style.bold));
    buf_add(out, S(" lengthAdjust=\"spacingAndGlyphs\">"));
    xml_escape(out, text);
    buf_add(out, S("</text>\n"));
}
