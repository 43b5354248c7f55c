#include "output/graphviz/svg.h"

#include <stdio.h>

#include "output/changes.h"
#include "output/dot/dot.h"
#include "output/dot/metrics.h"
#include "output/dot/placed.h"
#include "output/graphviz/draw.h"
#include "output/graphviz/frame.h"
#include "output/graphviz/shapes.h"
#include "output/writer.h"
#include "output/xml.h"

/* The state while a picture is written. */
struct svg {
    struct buf *out;
    const struct report *report;
    struct dot_items items; /* what to draw, by id */
    struct placed placed;   /* where */
    const char *id_prefix;  /* of boxes and arrows */
    double max_self;                                /* share */
    double most_changed; /* share; 0 unless the report is a comparison */
    struct arena arena;
    struct strings functions; /* ids of view->functions */
    struct strings calls;     /* ids of view->calls: "f1_f2" */
};

static void index_ids(struct svg *w)
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

static void put_call_classes(struct buf *out, const struct report *r,
                             const struct view_call *call)
{
    if (!r->comparison) {
        buf_printf(out, " call hot%d", frame_hot(report_share(r, call->cost)));
        return;
    }
    const struct change *change = changes_of_call(r, call);
    buf_printf(out, " call %s",
               frame_change(change->is_real ? compare_difference(change) : 0));
}

/* Puts the end of the class attribute, and the title. */
static void put_function(struct buf *out, const struct svg *w, uint32_t f,
                         struct str more)
{
    struct str module =
        str_basename(w->report->profile->functions[f].is.module);
    frame_function_classes(out, w->report, f, w->max_self, w->most_changed);
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

static void put_call(struct buf *out, const struct svg *w,
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

/* Puts the lines of a text below each other. */
static void put_lines(struct svg *w, const struct dot_item *item, double x,
                      double top)
{
    struct str line, rest = item->text;
    while (str_take_part(&rest, S("\n"), &line)) {
        shapes_text(
            w->out, line, x, top,
            (struct text_style){ .size = item->size, .color = item->ink });
        top += metrics_height(item->size);
    }
}

static const struct dot_item *item_of(const struct svg *w, struct str id)
{
    uint32_t n = strings_find(&w->items.ids, id);
    return n == NO_ID ? NULL : &w->items.of.of[n];
}

/* ---- Groups ---- */

/* Begins the group of a node, an edge or a frame, with its id unless that is
   empty, its classes and its title, and the link with its tooltip. */
static void open_group(struct svg *w, struct placed_object *object,
                       struct str id, const char *class)
{
    struct buf *out = w->out;
    struct str more = placed_attribute(object, "class");
    struct str url = placed_attribute(object, "URL");
    struct str target = placed_attribute(object, "target");
    uint32_t n;
    buf_add(out, S("<g"));
    if (id.len) {
        buf_printf(out, " id=\"%s", w->id_prefix);
        shapes_escaped(out, id);
        buf_char(out, '"');
    }
    buf_printf(out, " class=\"%s", class);
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
        shapes_escaped(out, url);
        buf_char(out, '"');
    }
    if (target.len) {
        buf_add(out, S(" target=\""));
        shapes_escaped(out, target);
        buf_char(out, '"');
    }
    buf_add(out, S(" xlink:title=\""));
    shapes_escaped(out, placed_attribute(object, "tooltip"));
    buf_add(out, S("\">\n"));
}

static void close_group(struct svg *w)
{
    buf_add(w->out, S("</a>\n</g>\n"));
}

/* Puts the attributes of a line: its colour, width and dashes. */
static void put_stroke(struct svg *w, struct placed_object *object)
{
    struct str style = placed_attribute(object, "style");
    double pen = placed_number(object, "penwidth", 1);
    buf_add(w->out, S(" stroke=\""));
    shapes_escaped(w->out, placed_attribute(object, "color"));
    buf_char(w->out, '"');
    if (str_has(style, S("bold")))
        pen = 2;
    if (pen != 1)
        shapes_size(w->out, "stroke-width", pen);
    if (str_has(style, S("dashed")))
        buf_add(w->out, S(" stroke-dasharray=\"5,2\""));
    else if (str_has(style, S("dotted")))
        buf_add(w->out, S(" stroke-dasharray=\"1,4\""));
}

/* ---- Boxes ---- */

#define FRAME_MARGIN 8.  /* points from a frame to its title */
#define ROUND 5.         /* the radius of corners in points */
#define DOUBLE_BORDER 2. /* points between two borders */

static void put_bar(struct svg *w, const struct box *box, double x, double y)
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
        shapes_rect(w->out, parts[i].class, x, y, parts[i].share * width,
                    BOX_BAR);
        shapes_fill(w->out, parts[i].color);
    }
}

static void put_box(struct svg *w, const struct dot_item *item, double x,
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
            shapes_text(w->out, run->text, at, y + drop,
                        (struct text_style){
                            run->size, run->bold, run->muted ? "muted" : NULL,
                            box_ink(theme, item->fill, run->muted) });
            at += metrics_width(run->text, run->size, run->bold);
        }
        y += line->height;
    }
    if (box->has_bar)
        put_bar(w, box, x, y + 2);
}

/* Puts the outline of a box, `inset` points within its size. */
static void put_outline(struct svg *w, struct placed_object *node,
                        const struct box *box, struct point corner,
                        double inset)
{
    struct str style = placed_attribute(node, "style");
    bool is_filled = str_has(style, S("filled")) && inset <= 0;
    shapes_rect(w->out, inset > 0 ? "inner" : "box", corner.x + inset,
                corner.y + inset, box->width - 2 * inset,
                box->height - 2 * inset);
    if (str_has(style, S("rounded")))
        shapes_size(w->out, "rx", ROUND);
    buf_add(w->out, S(" fill=\""));
    buf_add(w->out,
            is_filled ? placed_attribute(node, "fillcolor") : S("none"));
    buf_char(w->out, '"');
    put_stroke(w, node);
    buf_add(w->out, S("/>\n"));
}

static void put_node(struct svg *w, struct placed_object *node)
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

/* Puts the head that points from the end of a line to its tip. Its kind is the
   value of the attribute. */
static void put_head(struct svg *w, struct placed_object *edge,
                     const char *attribute, struct point base, struct point tip)
{
    struct str kind = placed_attribute(edge, attribute);
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
    shapes_escaped(w->out, is_empty ? S("none") : color);
    buf_add(w->out, S("\" stroke=\""));
    shapes_escaped(w->out, is_empty ? color : S("none"));
    buf_add(w->out, S("\" points=\""));
    for (size_t i = 0; i < ROWS(points); i++) {
        if (i)
            buf_char(w->out, i % 2 ? ',' : ' ');
        shapes_number(w->out, points[i]);
    }
    buf_add(w->out, S("\"/>\n"));
}

static void put_line(struct svg *w, struct placed_object *edge,
                     const struct placed_line *line)
{
    buf_add(w->out, S("<path fill=\"none\""));
    put_stroke(w, edge);
    buf_add(w->out, S(" d=\""));
    for (size_t i = 0; i < line->n; i++) {
        buf_add(w->out, i == 0 ? S("M") : i == 1 ? S("C") : S(" "));
        shapes_number(w->out, line->points[i].x);
        buf_char(w->out, ',');
        shapes_number(w->out, line->points[i].y);
    }
    buf_add(w->out, S("\"/>\n"));
}

/* Returns the rightmost place of a line between two heights, or HUGE_VAL if it
   is elsewhere. */
static double rightmost(const struct placed_line *line, double top,
                        double bottom)
{
    enum { STEPS = 64 }; /* of each curve */
    double most = -HUGE_VAL;
    for (size_t i = 0; i + 3 < line->n; i += 3)
        for (int k = 0; k <= STEPS; k++) {
            const struct point *p = &line->points[i];
            double t = (double)k / STEPS, u = 1 - t;
            double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t;
            double d = t * t * t;
            double y = a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y;
            double x = a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x;
            if (y >= top && y <= bottom)
                most = fmax(most, x);
        }
    return most > -HUGE_VAL ? most : HUGE_VAL;
}

/* Points: what is above and below the digits of a text, and how far a text
   moves from the place that dot left for it towards other arrows. */
#define DIGITS_INSET 2
#define MOST_MOVED 12

/* Puts the text of an arrow at the right side of its line, which dot draws
   through other points than those that it left the place beside. An arrow to
   the right has no such side. */
static void put_edge_text(struct svg *w, const struct dot_item *item,
                          struct point at, const struct placed_line *line)
{
    double left = at.x - (item->width + item->gap) / 2 + item->gap;
    double top = at.y - item->height / 2;
    double side = rightmost(line, top + DIGITS_INSET,
                            top + item->height - DIGITS_INSET);
    if (side < HUGE_VAL && look_is_top_down(w->report->look))
        left = fmin(side + item->gap, left + MOST_MOVED);
    put_lines(w, item, left, top);
}

static void put_edge(struct svg *w, struct placed_object *edge)
{
    struct str id = placed_attribute(edge, "id");
    struct str text = placed_attribute(edge, "pos");
    const struct dot_item *item = item_of(w, id);
    struct placed_line line = { 0 }, next;
    struct point at;
    if (str_eq(placed_attribute(edge, "style"), S("invis")))
        return;
    open_group(w, edge, id, "edge");
    while (placed_line(&w->placed, &w->arena, &text, &next)) {
        line = next;
        put_line(w, edge, &line);
        if (line.has_start)
            put_head(w, edge, "arrowtail", line.points[0], line.start);
        if (line.has_end)
            put_head(w, edge, "arrowhead", line.points[line.n - 1], line.end);
    }
    if (item && placed_point(&w->placed, edge, "lp", &at))
        put_edge_text(w, item, at, &line);
    close_group(w);
}

/* ---- Frames ---- */

static void put_frame(struct svg *w, struct placed_object *frame)
{
    struct str id = placed_name(frame);
    struct point low, high;
    if (!str_take(&id, S("cluster_")) ||
        !placed_box(&w->placed, frame, &low, &high))
        return;
    open_group(w, frame, placed_attribute(frame, "id"), "cluster");
    shapes_rect(w->out, "box", low.x, high.y, high.x - low.x, low.y - high.y);
    shapes_size(w->out, "rx", ROUND);
    buf_add(w->out, S(" fill=\"none\""));
    put_stroke(w, frame);
    buf_add(w->out, S("/>\n"));
    close_group(w);
}

/* Puts the title of a frame on a ground of its own, over the arrows. */
static void put_frame_title(struct svg *w, struct placed_object *frame)
{
    struct str id = placed_name(frame);
    struct point low, high, at;
    const struct dot_item *item =
        str_take(&id, S("cluster_")) ? item_of(w, id) : NULL;
    if (!item || !placed_box(&w->placed, frame, &low, &high) ||
        !placed_point(&w->placed, frame, "lp", &at))
        return;
    double x = low.x + FRAME_MARGIN, y = at.y - item->height / 2;
    double height = metrics_height(item->size), top = y;
    struct str line, rest = item->text;
    buf_add(w->out, S("<g class=\"title\">\n"));
    while (str_take_part(&rest, S("\n"), &line)) {
        shapes_rect(w->out, "ground", x, top,
                    metrics_width(line, item->size, false), height);
        shapes_fill(w->out, theme_background(w->report->look->theme));
        top += height;
    }
    put_lines(w, item, x, y);
    buf_add(w->out, S("</g>\n"));
}

/* ---- The whole ---- */

/* The arrows come first: boxes cover their ends. */
static void put_graph(struct svg *w, double x, double y)
{
    const struct placed *placed = &w->placed;
    buf_add(w->out, S("<g transform=\"translate("));
    shapes_number(w->out, x);
    buf_char(w->out, ' ');
    shapes_number(w->out, y);
    buf_add(w->out, S(")\">\n"));
    for (size_t i = 0; i < placed->frames.n; i++)
        put_frame(w, placed->frames.of[i]);
    for (size_t i = 0; i < placed->edges.n; i++)
        put_edge(w, placed->edges.of[i]);
    for (size_t i = 0; i < placed->frames.n; i++)
        put_frame_title(w, placed->frames.of[i]);
    for (size_t i = 0; i < placed->nodes.n; i++)
        put_node(w, placed->nodes.of[i]);
    buf_add(w->out, S("</g>\n"));
}

static void put_picture(struct svg *w, bool in_page)
{
    struct frame frame =
        frame_of(&w->arena, w->report, w->placed.width, w->placed.height, NULL);
    frame_open(w->out, &frame, in_page);
    put_graph(w, frame.left, frame.top);
    frame_close(w->out, &frame);
}

bool svg_draw(struct buf *out, const struct report *report, bool in_page)
{
    struct svg w = {
        .out = out,
        .report = report,
        .id_prefix = frame_id_prefix(report, in_page),
        .max_self = report_max_self(report),
        .most_changed = report->comparison
                            ? changes_most(report, changes_by_total(report))
                            : 0
    };
    struct buf graph = { 0 }, text = { 0 };
    index_ids(&w);
    bool good = dot_write_layout(&graph, &w.arena, report, &w.items) &&
                draw_layout(&text, report, buf_text(&graph)) &&
                placed_read(&w.placed, &w.arena, buf_text(&text));
    if (good)
        put_picture(&w, in_page);
    placed_close(&w.placed);
    buf_free(&text);
    buf_free(&graph);
    arena_free(&w.arena);
    return good;
}

static bool write_svg(struct buf *out, const struct report *report)
{
    return report->look->bare ? draw_picture(out, report, false)
                              : svg_draw(out, report, false);
}

const struct writer writer_svg = {
    .name = "svg",
    .description = "picture for web pages, with tooltips",
    .kind = WRITES_BOXES,
    .runs_dot = true,
    .fits_column = true,
    .write = write_svg,
};
