#include "output/graphviz/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/changes.h"
#include "output/describe.h"
#include "output/dot/dot.h"
#include "output/dot/metrics.h"
#include "output/dot/placed.h"
#include "output/graphviz/draw.h"
#include "output/html/assets.h"
#include "output/legend.h"
#include "output/writer.h"
#include "output/xml.h"
#include "util/text/utf8.h"

/* Fonts whose letters are as wide as those of Arial, for which boxes are made.
   A viewer without Arial may choose a wider font unless these are named. */
#define FONTS                                                                  \
    " font-family=\"Arial,Helvetica,'Liberation Sans',Arimo,'Nimbus Sans',"    \
    "sans-serif\""

enum { HOTTEST = 8 }; /* the number of the last class "hot" */

/* The state while a picture is written. */
struct drawing {
    struct buf *out;
    const struct report *report;
    bool in_page;
    struct dot_items items; /* what to draw, by id */
    struct placed placed;   /* where */
    struct legend legend;
    double legend_width, legend_height, ramp_width; /* points */
    double max_self;                                /* share */
    double most_changed; /* share; 0 unless the report is a comparison */
    struct arena arena;
    struct strings functions; /* ids of view->functions */
    struct strings calls;     /* ids of view->calls: "f1_f2" */
};

static void index_ids(struct drawing *w)
{
    const struct report *r = w->report;
    for (uint32_t i = 0; i < r->view->n_functions; i++)
        strings_add(&w->functions, &w->arena, r->ids[r->view->functions[i]]);
    for (uint32_t i = 0; i < r->view->n_calls; i++) {
        const struct view_call *call = &r->view->calls[i];
        strings_add(&w->calls, &w->arena,
                    arena_printf(&w->arena, "%s_%s", r->ids[call->caller].s,
                                 r->ids[call->callee].s));
    }
}

/* ---- Boxes and arrows ---- */

static int hot_class(double weight)
{
    return (int)(HOTTEST * fmin(fmax(weight, 0), 1) + .5);
}

bool svg_has_dark_boxes(const struct report *report)
{
    return !report->comparison && look_by_self(report->look) &&
           str_eq(str_of(report->look->theme->name), S("heat"));
}

/* Returns the class of what costs more, less, or neither. */
static const char *change_class(double difference)
{
    return difference > 0 ? "more" : difference < 0 ? "less" : "noise";
}

/* Appends the classes that tell how much hotter or costlier than before a
   function is. */
static void put_function_classes(struct buf *out, const struct drawing *w,
                                 uint32_t f)
{
    const struct report *r = w->report;
    const struct comparison *c = r->comparison;
    if (!c) {
        double weight = report_self(r, f) / w->max_self;
        buf_printf(out, " fn hot%d", hot_class(sqrt(weight)));
        return;
    }
    buf_printf(out, " fn %s%s",
               change_class(changes_weight(r, f, w->most_changed)),
               compare_has_changed(c, f) ? " changed" : "");
}

static void put_call_classes(struct buf *out, const struct report *r,
                             const struct view_call *call)
{
    if (!r->comparison) {
        buf_printf(out, " call hot%d", hot_class(report_share(r, call->cost)));
        return;
    }
    const struct change *change = changes_of_call(r, call);
    buf_printf(out, " call %s",
               change_class(change->is_real ? compare_difference(change) : 0));
}

/* Puts the end of the class attribute, and the title. */
static void put_function(struct buf *out, const struct drawing *w, uint32_t f,
                         struct str more)
{
    struct str module =
        str_basename(w->report->profile->functions[f].is.module);
    put_function_classes(out, w, f);
    if (w->report->profile->functions[f].is.module.len)
        buf_add(out, S(" mod-"));
    for (size_t i = 0; i < module.len; i++) {
        char c = module.s[i];
        bool is_word = ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
        buf_char(out, is_word ? c : '-');
    }
    buf_printf(out, "%s%s\">\n<title>", more.len ? " " : "", more.s);
    xml_escape(out, w->report->labels[f]);
    buf_add(out, S("</title>\n"));
}

static void put_call(struct buf *out, const struct drawing *w,
                     const struct view_call *call, struct str more)
{
    const struct report *r = w->report;
    put_call_classes(out, r, call);
    buf_printf(out, "%s%s%s%s\">\n<title>", call->back ? " back" : "",
               view_call_is_indirect(call) ? " indirect" : "",
               more.len ? " " : "", more.s);
    xml_escape(out, r->labels[call->caller]);
    buf_add(out, S(" \u2192 "));
    xml_escape(out, r->labels[call->callee]);
    buf_add(out, S("</title>\n"));
}

/* ---- Texts ---- */

/* Puts a text that dot would read as a label or a tooltip, where "\n" ends a
   line and entities stand for '&' and '"'. */
static void put_escaped(struct buf *out, struct str text)
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

static void put_number(struct buf *out, double number)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%.2f", number);
    while (n > 0 && text[n - 1] == '0')
        n--;
    if (n > 0 && text[n - 1] == '.')
        n--;
    buf_add(out,
            strcmp(text, "-0") == 0 ? S("0") : (struct str){ text, (size_t)n });
}

/* Puts ' name="12.5"'. */
static void put_size(struct buf *out, const char *name, double number)
{
    buf_printf(out, " %s=\"", name);
    put_number(out, number);
    buf_char(out, '"');
}

/* Puts a line of text whose upper left corner is there. Its length is the one
   that its box was made for, whatever font a viewer takes. */
static void put_text(struct drawing *w, struct str text, double x, double top,
                     double size, bool bold, const char *class,
                     struct color color)
{
    struct buf *out = w->out;
    size_t blanks = 0;
    while (blanks < text.len && text.s[blanks] == ' ')
        blanks++;
    x += metrics_width(str_head(text, blanks), size, bold);
    text = str_trim(text);
    if (text.len == 0)
        return;
    buf_add(out, S("<text"));
    if (class)
        buf_printf(out, " class=\"%s\"", class);
    put_size(out, "x", x);
    put_size(out, "y", top + metrics_ascent(size));
    put_size(out, "font-size", size);
    if (bold)
        buf_add(out, S(" font-weight=\"bold\""));
    buf_printf(out, " fill=\"%s\"", color_text(&w->arena, color).s);
    put_size(out, "textLength", metrics_width(text, size, bold));
    buf_add(out, S(" lengthAdjust=\"spacingAndGlyphs\">"));
    xml_escape(out, text);
    buf_add(out, S("</text>\n"));
}

/* Puts the lines of a text below each other. */
static void put_lines(struct drawing *w, const struct dot_item *item, double x,
                      double top)
{
    struct str line, rest = item->text;
    while (str_take_part(&rest, S("\n"), &line)) {
        put_text(w, line, x, top, item->size, false, NULL, item->ink);
        top += metrics_height(item->size);
    }
}

static const struct dot_item *item_of(const struct drawing *w, struct str id)
{
    uint32_t n = strings_find(&w->items.ids, id);
    return n == NO_ID ? NULL : &w->items.of.of[n];
}

/* ---- Groups ---- */

/* Begins the group of a node, an edge or a frame, with its classes and its
   title, and the link with its tooltip. */
static void open_group(struct drawing *w, struct placed_object *object,
                       struct str id, const char *class)
{
    struct buf *out = w->out;
    struct str more = placed_attribute(object, "class");
    struct str url = placed_attribute(object, "URL");
    struct str target = placed_attribute(object, "target");
    uint32_t n;
    buf_add(out, S("<g id=\""));
    put_escaped(out, id);
    buf_printf(out, "\" class=\"%s", class);
    if ((n = strings_find(&w->functions, id)) != NO_ID) {
        put_function(out, w, w->report->view->functions[n], more);
    } else if ((n = strings_find(&w->calls, id)) != NO_ID) {
        put_call(out, w, &w->report->view->calls[n], more);
    } else {
        buf_printf(out, "%s%s\">\n", more.len ? " " : "", more.s);
    }
    buf_add(out, S("<a"));
    if (url.len) {
        buf_add(out, S(" xlink:href=\""));
        put_escaped(out, url);
        buf_char(out, '"');
    }
    if (target.len) {
        buf_add(out, S(" target=\""));
        put_escaped(out, target);
        buf_char(out, '"');
    }
    buf_add(out, S(" xlink:title=\""));
    put_escaped(out, placed_attribute(object, "tooltip"));
    buf_add(out, S("\">\n"));
}

static void close_group(struct drawing *w)
{
    buf_add(w->out, S("</a>\n</g>\n"));
}

static void put_rect(struct buf *out, const char *class, double x, double y,
                     double width, double height)
{
    buf_add(out, S("<rect"));
    if (class)
        buf_printf(out, " class=\"%s\"", class);
    put_size(out, "x", x);
    put_size(out, "y", y);
    put_size(out, "width", width);
    put_size(out, "height", height);
}

/* Puts the attributes of a line: its colour, width and dashes. */
static void put_stroke(struct drawing *w, struct placed_object *object)
{
    struct str style = placed_attribute(object, "style");
    double pen = placed_number(object, "penwidth", 1);
    buf_add(w->out, S(" stroke=\""));
    put_escaped(w->out, placed_attribute(object, "color"));
    buf_char(w->out, '"');
    if (str_has(style, S("bold")))
        pen = 2;
    if (pen != 1)
        put_size(w->out, "stroke-width", pen);
    if (str_has(style, S("dashed")))
        buf_add(w->out, S(" stroke-dasharray=\"5,2\""));
    else if (str_has(style, S("dotted")))
        buf_add(w->out, S(" stroke-dasharray=\"1,4\""));
}

/* ---- Boxes ---- */

#define FRAME_MARGIN 8.  /* points from a frame to its title */
#define ROUND 5.         /* the radius of corners in points */
#define DOUBLE_BORDER 2. /* points between two borders */

static void put_bar(struct drawing *w, const struct box *box, double x,
                    double y)
{
    const struct theme *theme = w->report->look->theme;
    double width = box->width - 2 * BOX_MARGIN_X;
    const struct {
        const char *class;
        double share;
        struct color color;
    } parts[] = { { "meter rest", 1, theme->bar[2] },
                  { "meter total", box->total, theme->bar[1] },
                  { "meter own", box->own, theme->bar[0] } };
    for (size_t i = 0; i < ROWS(parts); i++) {
        put_rect(w->out, parts[i].class, x, y, parts[i].share * width, BOX_BAR);
        buf_printf(w->out, " fill=\"%s\"/>\n",
                   color_text(&w->arena, parts[i].color).s);
    }
}

static const char *run_class(const struct box_run *run)
{
    return run->muted ? "muted" : NULL;
}

static void put_box(struct drawing *w, const struct dot_item *item, double x,
                    double y)
{
    const struct box *box = &item->box;
    const struct theme *theme = w->report->look->theme;
    x += BOX_MARGIN_X;
    y += BOX_MARGIN_Y;
    for (size_t i = 0; i < box->n; i++) {
        const struct box_line *line = &box->lines[i];
        double at = x;
        for (size_t k = 0; k < line->n; k++) {
            const struct box_run *run = &line->runs[k];
            double drop =
                metrics_ascent(line->runs[0].size) - metrics_ascent(run->size);
            put_text(w, run->text, at, y + drop, run->size, run->bold,
                     run_class(run), box_ink(theme, item->fill, run->muted));
            at += metrics_width(run->text, run->size, run->bold);
        }
        y += line->height;
    }
    if (box->has_bar)
        put_bar(w, box, x, y + 2);
}

/* Puts the outline of a box, `inset` points within its size. */
static void put_outline(struct drawing *w, struct placed_object *node,
                        const struct box *box, struct point corner,
                        double inset)
{
    struct str style = placed_attribute(node, "style");
    bool is_filled = str_has(style, S("filled")) && inset <= 0;
    put_rect(w->out, inset > 0 ? "inner" : "box", corner.x + inset,
             corner.y + inset, box->width - 2 * inset, box->height - 2 * inset);
    if (str_has(style, S("rounded")))
        put_size(w->out, "rx", ROUND);
    buf_add(w->out, S(" fill=\""));
    buf_add(w->out,
            is_filled ? placed_attribute(node, "fillcolor") : S("none"));
    buf_char(w->out, '"');
    put_stroke(w, node);
    buf_add(w->out, S("/>\n"));
}

static void put_node(struct drawing *w, struct placed_object *node)
{
    struct str id = placed_name(node);
    const struct dot_item *item = item_of(w, id);
    struct point corner;
    if (!item || !placed_point(&w->placed, node, "pos", &corner))
        return;
    corner.x -= item->box.width / 2;
    corner.y -= item->box.height / 2;
    open_group(w, node, id, "node");
    put_outline(w, node, &item->box, corner, 0);
    if (item->is_double)
        put_outline(w, node, &item->box, corner, DOUBLE_BORDER);
    put_box(w, item, corner.x, corner.y);
    close_group(w);
}

/* ---- Arrows ---- */

/* Half the width of a head, as a part of its length. */
#define HEAD_SLOPE .35
#define NOTCH .35 /* of an open head */

/* Puts the head that points from the end of a line to its tip. */
static void put_head(struct drawing *w, struct placed_object *edge,
                     struct point base, struct point tip)
{
    struct str kind = placed_attribute(edge, "arrowhead");
    struct str color = placed_attribute(edge, "color");
    double dx = tip.x - base.x, dy = tip.y - base.y;
    double sx = -dy * HEAD_SLOPE, sy = dx * HEAD_SLOPE;
    double notch = str_eq(kind, S("vee")) ? NOTCH : 0;
    const double points[] = { base.x + sx,
                              base.y + sy,
                              tip.x,
                              tip.y,
                              base.x - sx,
                              base.y - sy,
                              base.x + dx * notch,
                              base.y + dy * notch };
    bool is_empty = str_eq(kind, S("empty"));
    buf_add(w->out, S("<polygon fill=\""));
    put_escaped(w->out, is_empty ? S("none") : color);
    buf_add(w->out, S("\" stroke=\""));
    put_escaped(w->out, is_empty ? color : S("none"));
    buf_add(w->out, S("\" points=\""));
    for (size_t i = 0; i < ROWS(points); i++) {
        if (i)
            buf_char(w->out, i % 2 ? ',' : ' ');
        put_number(w->out, points[i]);
    }
    buf_add(w->out, S("\"/>\n"));
}

static void put_line(struct drawing *w, struct placed_object *edge,
                     const struct placed_line *line)
{
    buf_add(w->out, S("<path fill=\"none\""));
    put_stroke(w, edge);
    buf_add(w->out, S(" d=\""));
    for (size_t i = 0; i < line->n; i++) {
        buf_add(w->out, i == 0 ? S("M") : i == 1 ? S("C") : S(" "));
        put_number(w->out, line->points[i].x);
        buf_char(w->out, ',');
        put_number(w->out, line->points[i].y);
    }
    buf_add(w->out, S("\"/>\n"));
}

static void put_edge(struct drawing *w, struct placed_object *edge)
{
    struct str id = placed_attribute(edge, "id");
    struct str text = placed_attribute(edge, "pos");
    const struct dot_item *item = item_of(w, id);
    struct placed_line line;
    struct point at;
    if (str_eq(placed_attribute(edge, "style"), S("invis")))
        return;
    open_group(w, edge, id, "edge");
    while (placed_line(&w->placed, &w->arena, &text, &line)) {
        put_line(w, edge, &line);
        if (line.has_start)
            put_head(w, edge, line.points[0], line.start);
        if (line.has_end)
            put_head(w, edge, line.points[line.n - 1], line.end);
    }
    if (item && placed_point(&w->placed, edge, "lp", &at))
        put_lines(w, item, at.x - (item->width + item->gap) / 2 + item->gap,
                  at.y - item->height / 2);
    close_group(w);
}

/* ---- Frames ---- */

static void put_frame(struct drawing *w, struct placed_object *frame)
{
    struct str id = placed_name(frame);
    struct point low, high, at;
    if (!str_take(&id, S("cluster_")) ||
        !placed_box(&w->placed, frame, &low, &high))
        return;
    const struct dot_item *item = item_of(w, id);
    open_group(w, frame, placed_attribute(frame, "id"), "cluster");
    put_rect(w->out, "box", low.x, high.y, high.x - low.x, low.y - high.y);
    put_size(w->out, "rx", ROUND);
    buf_add(w->out, S(" fill=\"none\""));
    put_stroke(w, frame);
    buf_add(w->out, S("/>\n"));
    if (item && placed_point(&w->placed, frame, "lp", &at))
        put_lines(w, item, low.x + FRAME_MARGIN, at.y - item->height / 2);
    close_group(w);
}

/* ---- Title and legend ---- */

enum { RAMP_CELL = 14, RAMP_HEIGHT = 10, LEGEND_GAP = 8 }; /* points */
#define NUMBER_GAP 4. /* points between the ramp and a number */

static double title_height(const struct look *look)
{
    return look->title ? metrics_height(DOT_TITLE) + LEGEND_GAP : 0;
}

static void measure_legend(struct drawing *w)
{
    const struct legend *legend = &w->legend;
    double size = theme_edge_font_size(w->report->look->theme, 0);
    if (legend_has_ramp(w->report))
        w->ramp_width = metrics_width(legend->low, size, false) +
                        metrics_width(legend->high, size, false) +
                        2 * NUMBER_GAP + RAMP_CELL * LEGEND_COLORS + LEGEND_GAP;
    for (size_t i = 0; i < legend->n_shown; i++)
        w->legend_width =
            fmax(w->legend_width, metrics_width(legend->shown[i], size, false) +
                                      (i == 0 ? w->ramp_width : 0));
    w->legend_height =
        LEGEND_GAP + (double)legend->n_shown * metrics_height(size);
}

/* Puts the colours of the ramp between the numbers that they stand for. */
static void put_ramp(struct drawing *w, double x, double y, double size)
{
    const struct theme *theme = w->report->look->theme;
    const struct legend *legend = &w->legend;
    struct color colors[LEGEND_COLORS];
    double top = y + (metrics_height(size) - RAMP_HEIGHT) / 2;
    legend_fill_ramp(w->report, colors);
    put_text(w, legend->low, x, y, size, false, NULL, theme->edge_text);
    x += metrics_width(legend->low, size, false) + NUMBER_GAP;
    for (int i = 0; i < LEGEND_COLORS; i++) {
        put_rect(w->out, NULL, x + i * RAMP_CELL, top, RAMP_CELL, RAMP_HEIGHT);
        buf_printf(w->out, " fill=\"%s\"/>\n",
                   color_text(&w->arena, colors[i]).s);
    }
    put_rect(w->out, NULL, x, top, RAMP_CELL * LEGEND_COLORS, RAMP_HEIGHT);
    buf_printf(w->out, " fill=\"none\" stroke=\"%s\"/>\n",
               color_text(&w->arena, theme_frame(theme)).s);
    put_text(w, legend->high, x + RAMP_CELL * LEGEND_COLORS + NUMBER_GAP, y,
             size, false, NULL, theme->edge_text);
}

/* Puts the lines that are shown, and all lines as the tooltip. */
static void put_legend(struct drawing *w, double x, double y)
{
    const struct legend *legend = &w->legend;
    const struct theme *theme = w->report->look->theme;
    double size = theme_edge_font_size(theme, 0);
    buf_add(w->out, S("<g class=\"legend\">\n<title>"));
    for (size_t i = 0; i < legend->n; i++) {
        buf_add(w->out, i ? S("&#10;") : S(""));
        xml_escape(w->out, legend->lines[i]);
    }
    buf_add(w->out, S("</title>\n"));
    if (w->ramp_width > 0)
        put_ramp(w, x, y, size);
    for (size_t i = 0; i < legend->n_shown; i++)
        put_text(w, legend->shown[i], x + (i == 0 ? w->ramp_width : 0),
                 y + (double)i * metrics_height(size), size, false, NULL,
                 theme->edge_text);
    buf_add(w->out, S("</g>\n"));
}

/* ---- The root element ---- */

static void put_text_alternative(struct drawing *w, const char *name)
{
    buf_printf(w->out, "<title id=\"%s-title\">", name);
    xml_escape(w->out, describe_title(&w->arena, w->report));
    buf_printf(w->out, "</title>\n<desc id=\"%s-text\">", name);
    xml_escape(w->out, describe_text(&w->arena, w->report));
    buf_add(w->out, S("</desc>\n"));
}

static void put_dark_style(struct drawing *w)
{
    buf_add(w->out, S("<style>\n@media (prefers-color-scheme: dark) {\n"));
    buf_add(w->out, ASSET(picture_dark_css));
    if (w->report->comparison)
        buf_add(w->out, ASSET(changes_dark_css));
    else if (svg_has_dark_boxes(w->report))
        buf_add(w->out, ASSET(boxes_dark_css));
    buf_add(w->out, S("}\n</style>\n"));
}

static void put_view_box(struct buf *out, double x, double y, double width,
                         double height)
{
    const double numbers[] = { x, y, width, height };
    buf_add(out, S(" viewBox=\""));
    for (size_t i = 0; i < ROWS(numbers); i++) {
        if (i)
            buf_char(out, ' ');
        put_number(out, numbers[i]);
    }
    buf_char(out, '"');
}

/* Puts the size of the picture in points. On a sheet of paper it is in the
   centre and no larger than it is by itself. */
static void put_extent(struct drawing *w, double width, double height)
{
    const struct space *space = w->report->look->space;
    double scale = space ? space_scale(space, width / 72, height / 72) : 1;
    double across = width * scale, down = height * scale;
    if (space && space->is_sheet) {
        const double points = 72 / SPACE_PIXELS_PER_INCH;
        bool is_turned = space_is_turned(space, width / 72, height / 72);
        across = points * (is_turned ? space->height : space->width);
        down = points * (is_turned ? space->width : space->height);
    }
    buf_printf(w->out, " width=\"%.0fpt\" height=\"%.0fpt\"", across, down);
    across /= scale;
    down /= scale;
    put_view_box(w->out, (width - across) / 2, (height - down) / 2, across,
                 down);
}

/* Begins the root element. A picture in a page has the size of the element
   around it, and the page supplies the text alternative and the styles. */
static void put_root(struct drawing *w, double width, double height)
{
    const struct look *look = w->report->look;
    const char *name = look->name ? look->name : "callgraph";
    const struct str root =
        S("<svg xmlns=\"http://www.w3.org/2000/svg\" "
          "xmlns:xlink=\"http://www.w3.org/1999/xlink\"" FONTS);
    if (w->in_page) {
        buf_add(w->out, root);
        buf_add(w->out, S(" id=\"picture\""));
        put_view_box(w->out, 0, 0, width, height);
        buf_add(w->out, S(">\n"));
        return;
    }
    buf_add(w->out, S("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
    buf_add(w->out, root);
    put_extent(w, width, height);
    buf_printf(w->out, " role=\"img\" aria-labelledby=\"%s-title %s-text\">\n",
               name, name);
    put_text_alternative(w, name);
    if (look->dark == DARK_AUTO)
        put_dark_style(w);
}

/* ---- The whole ---- */

/* The arrows come first: boxes cover their ends. */
static void put_graph(struct drawing *w, double x, double y)
{
    const struct placed *placed = &w->placed;
    buf_add(w->out, S("<g transform=\"translate("));
    put_number(w->out, x);
    buf_char(w->out, ' ');
    put_number(w->out, y);
    buf_add(w->out, S(")\">\n"));
    for (size_t i = 0; i < placed->frames.n; i++)
        put_frame(w, placed->frames.of[i]);
    for (size_t i = 0; i < placed->edges.n; i++)
        put_edge(w, placed->edges.of[i]);
    for (size_t i = 0; i < placed->nodes.n; i++)
        put_node(w, placed->nodes.of[i]);
    buf_add(w->out, S("</g>\n"));
}

static void put_picture(struct drawing *w)
{
    const struct look *look = w->report->look;
    const struct theme *theme = look->theme;
    double pad = 72 * DOT_PAD, top = pad + title_height(look);
    if (look->legend) {
        w->legend = legend_of(&w->arena, w->report);
        measure_legend(w);
    }
    double inner = fmax(w->placed.width, w->legend_width);
    double bottom = top + w->placed.height;
    double width = inner + 2 * pad, height = bottom + w->legend_height + pad;
    put_root(w, width, height);
    buf_printf(w->out, "<g id=\"%s\" class=\"graph\">\n",
               look->name ? look->name : "graph0");
    put_rect(w->out, "ground", 0, 0, width, height);
    buf_printf(w->out, " fill=\"%s\"/>\n",
               color_text(&w->arena, theme_background(theme)).s);
    if (look->title)
        put_text(
            w, utf8_shortened(&w->arena, str_of(look->title), DOT_TITLE_LIMIT),
            pad, pad, DOT_TITLE, false, NULL, theme->edge_text);
    put_graph(w, pad + (inner - w->placed.width) / 2, top);
    if (look->legend)
        put_legend(w, pad, bottom + LEGEND_GAP);
    buf_add(w->out, S("</g>\n</svg>\n"));
}

bool svg_draw(struct buf *out, const struct report *report, bool in_page)
{
    struct drawing w = {
        .out = out,
        .report = report,
        .in_page = in_page,
        .max_self = report_max_self(report),
        .most_changed = report->comparison
                            ? changes_most(report, changes_by_total(report))
                            : 0
    };
    struct buf graph = { 0 }, text = { 0 };
    index_ids(&w);
    bool good = dot_write_layout(&graph, &w.arena, report, &w.items) &&
                draw_graph(&text, report, buf_text(&graph), "dot") &&
                placed_read(&w.placed, &w.arena, buf_text(&text));
    if (good)
        put_picture(&w);
    placed_close(&w.placed);
    buf_free(&text);
    buf_free(&graph);
    arena_free(&w.arena);
    return good;
}

static bool write_svg(struct buf *out, const struct report *report)
{
    return svg_draw(out, report, false);
}

const struct writer writer_svg = {
    .name = "svg",
    .description = "picture for web pages, with tooltips",
    .is_picture = true,
    .runs_dot = true,
    .write = write_svg,
};
