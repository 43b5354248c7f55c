#include "output/graphviz/flat.h"

#include "output/dot/dot.h"
#include "output/dot/metrics.h"
#include "output/graphviz/date.h"
#include "output/graphviz/draw.h"

/* Returns the first value of an attribute, whose name is given as
   S(" name=\""), or "". */
static struct str value(struct str line, struct str name)
{
    struct str before, text = S("");
    if (str_cut(line, name, &before, &line))
        str_cut(line, S("\""), &text, &line);
    return text;
}

static double number(struct str line, struct str name)
{
    struct str text = value(line, name);
    double n = 0;
    str_take_number(&text, &n);
    return n;
}

/* The state while shapes become nodes. */
struct flat {
    struct buf *out;
    double left, top; /* points, of the group of shapes */
    size_t n;         /* shapes so far */
};

/* Begins a node. dot counts upwards. */
static void put_node(struct flat *flat, double x, double y, double width,
                     double height)
{
    buf_printf(flat->out, "n%zu [pos=\"%.2f,%.2f\" width=%.4f height=%.4f",
               flat->n++, flat->left + x + width / 2,
               -flat->top - y - height / 2, width / 72, height / 72);
}

static void put_color(struct flat *flat, const char *name, struct str color)
{
    buf_printf(flat->out, " %s=\"%.*s\"", name, (int)color.len, color.s);
}

static void put_rectangle(struct flat *flat, struct str line)
{
    struct str fill = value(line, S(" fill=\""));
    struct str stroke = value(line, S(" stroke=\""));
    double pen = number(line, S(" stroke-width=\""));
    put_node(flat, number(line, S(" x=\"")), number(line, S(" y=\"")),
             number(line, S(" width=\"")), number(line, S(" height=\"")));
    put_color(flat, "fillcolor",
              str_eq(fill, S("none")) ? S("transparent") : fill);
    put_color(flat, "color", stroke.len ? stroke : fill);
    buf_printf(flat->out, " penwidth=%g label=\"\"]\n",
               !stroke.len ? 0 : pen > 0 ? pen : 1);
}

/* Puts a text that begins at its place, however wide it is: its node has no
   border and room for twice its width. XML and dot have the same entities. */
static void put_text(struct flat *flat, struct str line)
{
    struct str tag, text, rest;
    double size = number(line, S(" font-size=\""));
    double top = number(line, S(" y=\"")) - metrics_ascent(size);
    if (!str_cut(line, S(">"), &tag, &text) ||
        !str_cut(text, S("</text>"), &text, &rest))
        return;
    put_node(flat, number(tag, S(" x=\"")), top,
             2 * number(tag, S(" textLength=\"")), metrics_height(size));
    put_color(flat, "fontcolor", value(tag, S(" fill=\"")));
    buf_printf(flat->out, " fontsize=%g shape=none style=\"\" label=\"", size);
    for (size_t i = 0; i < text.len; i++)
        buf_printf(flat->out, "%s%c", text.s[i] == '\\' ? "\\" : "", text.s[i]);
    buf_add(flat->out, S("\\l\"]\n"));
}

static void put_line(struct flat *flat, struct str line)
{
    struct str before, place;
    if (str_cut(line, S("translate("), &before, &place)) {
        str_take_number(&place, &flat->left);
        place = str_trim(place);
        str_take_number(&place, &flat->top);
    } else if (str_eq(line, S("<g class=\"legend\">"))) {
        flat->left = flat->top = 0;
    } else if (str_starts(line, S("<rect"))) {
        put_rectangle(flat, line);
    } else if (str_starts(line, S("<text"))) {
        put_text(flat, line);
    }
}

/* Puts the head of the graph. The viewport shows what the SVG shows, which is
   larger or smaller than its coordinates on a sheet of paper. */
static void put_head(struct flat *flat, struct str svg)
{
    struct str box = value(svg, S(" viewBox=\""));
    double at[4] = { 0 }; /* x, y, width, height */
    for (size_t i = 0; i < ROWS(at); i++) {
        str_take_number(&box, &at[i]);
        str_take_blanks(&box);
    }
    double width = number(svg, S(" width=\""));
    buf_printf(flat->out,
               "graph {layout=nop2 notranslate=true pad=0 viewport=\"%g,%g,%g,%g,%g\"\n"
               "node [shape=box style=filled margin=0 "
               "fontname=\"" DOT_DRAWN_FONT "\"]\n",
               width, number(svg, S(" height=\"")), width / at[2],
               at[0] + at[2] / 2, -at[1] - at[3] / 2);
}

bool flat_draw(struct buf *out, const struct report *report, struct str svg)
{
    const char *format = report->layout->format;
    LOCAL_BUF(graph);
    struct flat flat = { .out = &graph };
    struct str line;
    size_t start = out->len;
    put_head(&flat, svg);
    while (str_take_part(&svg, S("\n"), &line))
        put_line(&flat, line);
    buf_add(&graph, S("}\n"));
    return draw_graph(out, report, buf_text(&graph), format) &&
           (strcmp(format, "pdf") != 0 || date_fix_pdf(out, start));
}
