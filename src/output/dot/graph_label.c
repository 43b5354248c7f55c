#include "output/dot/graph_label.h"

#include "output/dot/escape.h"
#include "output/dot/metrics.h"
#include "output/legend.h"
#include "util/text/utf8.h"

enum {
    TIP_LIMIT = 300,   /* bytes of a line of the legend in a tooltip */
    LEAST_LEGEND = 72, /* width of its lines, in sizes of their text */
    RAMP_GAPS = 20,    /* points around the numbers of the ramp */
};

static void add_title(struct buf *table, struct drawing *d)
{
    struct str title = utf8_shortened(d->arena, str_of(d->report->look->title),
                                      DOT_TITLE_LIMIT);
    buf_printf(table, "<tr><td><font point-size=\"%g\" color=\"%s\">",
               DOT_TITLE,
               color_text(d->arena, d->report->look->theme->edge_text).s);
    escape_html(table, title);
    buf_add(table, S("</font></td></tr>\n"));
}

/* Returns how wide the text beside the ramp is to be, so that its row is the
   widest: dot would spread the cells of a shorter one. */
static double beside_ramp(const struct drawing *d, const struct legend *legend,
                          double size)
{
    double widest = 0;
    for (size_t i = 1; i < legend->shown.n; i++)
        widest = fmax(widest, metrics_width(legend->shown.of[i], size, false));
    return fmax(0, widest - legend_ramp_width(legend, d->report, size));
}

/* Appends a row of cells with the colours of the ramp, from small costs to
   large ones, between the numbers that they stand for. */
static void add_ramp(struct buf *table, struct drawing *d,
                     const struct legend *legend)
{
    const struct theme *theme = d->report->look->theme;
    struct color colors[LEGEND_COLORS];
    const char *text = color_text(d->arena, theme->edge_text).s;
    const char *number = "<td><font point-size=\"%g\" color=\"%s\">%s%s%s"
                         "</font></td>";
    double size = theme_edge_font_size(theme, 0);
    legend_fill_ramp(d->report, colors);
    buf_add(table, S("<tr><td align=\"left\"><table border=\"0\" "
                     "cellborder=\"0\" cellspacing=\"0\" "
                     "cellpadding=\"0\" align=\"left\"><tr>"));
    buf_printf(table, number, size, text, "", legend->low.s, " ");
    buf_printf(table, "<td><table border=\"1\" color=\"%s\" cellborder=\"0\" "
               "cellspacing=\"0\" cellpadding=\"0\"><tr>",
               color_text(d->arena, theme_frame(theme)).s);
    for (int i = 0; i < LEGEND_COLORS; i++)
        buf_printf(table,
                   "<td width=\"%d\" height=\"10\" bgcolor=\"%s\"></td>",
                   LEGEND_CELL, color_text(d->arena, colors[i]).s);
    buf_add(table, S("</tr></table></td>"));
    buf_printf(table, number, size, text, " ", legend->high.s, "");
    buf_printf(table,
               "<td align=\"left\" width=\"%.0f\">"
               "<font point-size=\"%g\" color=\"%s\">  ",
               beside_ramp(d, legend, size), size, text);
    escape_html(table, legend->shown.n ? legend->shown.of[0] : S(""));
    buf_add(table, S("</font></td></tr></table></td></tr>\n"));
}

static void add_legend_line(struct buf *table, struct str line)
{
    escape_html(table, line);
    buf_add(table, S("<br align=\"left\"/>\n"));
}

static void add_legend(struct buf *table, struct drawing *d,
                       const struct legend *legend)
{
    const struct theme *theme = d->report->look->theme;
    bool has_ramp = legend_has_ramp(d->report);
    if (has_ramp)
        add_ramp(table, d, legend);
    if (legend->shown.n <= has_ramp)
        return;
    buf_printf(table,
               "<tr><td align=\"left\"><font point-size=\"%g\" color=\"%s\">\n",
               theme_edge_font_size(theme, 0),
               color_text(d->arena, theme->edge_text).s);
    for (size_t i = has_ramp; i < legend->shown.n; i++)
        add_legend_line(table, legend->shown.of[i]);
    buf_add(table, S("</font></td></tr>"));
}

/* Sets all lines of the legend as the tooltip of the graph. */
static void set_legend_tooltip(struct drawing *d, const struct legend *legend)
{
    struct buf tip = { 0 };
    for (size_t i = 0; i < legend->lines.n; i++) {
        buf_add(&tip, i ? S("\\n") : S(""));
        escape_tooltip(&tip, legend->lines.of[i], TIP_LIMIT);
    }
    agattr(d->graph, AGRAPH, mut("tooltip"), mut(buf_move(&tip, d->arena).s));
}

void graph_label_set(struct drawing *d)
{
    const struct look *look = d->report->look;
    struct buf table = { 0 };
    if (!look->title && !look->legend)
        return;
    buf_add(&table, S("<table border=\"0\" cellborder=\"0\" "
                      "cellpadding=\"4\">\n"));
    if (look->title)
        add_title(&table, d);
    if (look->legend) {
        double size = theme_edge_font_size(look->theme, 0);
        double scale = d->scale > 0 ? d->scale : 1;
        double width = 72 * scale * (d->report->width - 2 * DOT_PAD);
        struct legend legend = legend_of(d->arena, d->unfolded);
        legend_wrap(&legend, d->arena, fmax(LEAST_LEGEND * size, width),
                    legend_ramp_width(&legend, d->report, size) + RAMP_GAPS,
                    size);
        add_legend(&table, d, &legend);
        set_legend_tooltip(d, &legend);
    }
    buf_add(&table, S("</table>"));
    char *label = agstrdup_html(d->graph, mut(buf_move(&table, d->arena).s));
    agattr(d->graph, AGRAPH, mut("label"), label);
    agattr(d->graph, AGRAPH, mut("labelloc"), mut(look->title ? "t" : "b"));
}
