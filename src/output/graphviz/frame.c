#include "output/graphviz/frame.h"

#include "output/changes.h"
#include "output/describe.h"
#include "output/dot/dot.h"
#include "output/dot/metrics.h"
#include "output/graphviz/shapes.h"
#include "output/html/assets.h"
#include "output/xml.h"
#include "util/text/utf8.h"

/* Fonts whose letters are as wide as those of Arial, for which boxes are made.
   A viewer without Arial may choose a wider font unless these are named. */
#define FONTS                                                                  \
    " font-family=\"Arial,Helvetica,'Liberation Sans',Arimo,'Nimbus Sans',"    \
    "sans-serif\""

/* Points */
enum { RAMP_HEIGHT = 10, LEGEND_GAP = 8 };
#define NUMBER_GAP 4. /* between the ramp and a number */

/* Lines of the legend are at least so wide before they are broken, in sizes of
   their text: a narrow picture becomes wider for them. */
enum { LEAST_LEGEND = 66 };

static double text_size(const struct frame *frame)
{
    return theme_edge_font_size(frame->report->look->theme, 0);
}

static struct text_style text_style(const struct frame *frame)
{
    return (struct text_style){ .size = text_size(frame),
                                .color =
                                    frame->report->look->theme->edge_text };
}

/* Returns the width of the legend, and breaks its lines. */
static double measure_legend(struct frame *frame)
{
    struct legend *legend = &frame->legend;
    double size = text_size(frame), width = 0;
    frame->ramp_width = legend_ramp_width(legend, frame->report, size);
    if (frame->ramp_width > 0)
        frame->ramp_width += 2 * NUMBER_GAP + LEGEND_GAP;
    legend_wrap(legend, frame->arena,
                fmax(LEAST_LEGEND * size, frame->graph_width),
                frame->ramp_width, size);
    for (size_t i = 0; i < legend->shown.n; i++)
        width = fmax(width, metrics_width(legend->shown.of[i], size, false) +
                                (i == 0 ? frame->ramp_width : 0));
    return width;
}

struct frame frame_of(struct arena *arena, const struct report *report,
                      double graph_width, double graph_height,
                      const struct frame_words *words)
{
    struct frame frame = { .report = report,
                           .words = words,
                           .arena = arena,
                           .graph_width = graph_width,
                           .graph_height = graph_height };
    const struct look *look = report->look;
    double pad = 72 * DOT_PAD, inner = graph_width, below = 0;
    if (look->legend) {
        frame.legend = legend_of(arena, report);
        if (words)
            frame.legend.shown.of[0] = words->look;
        inner = fmax(inner, measure_legend(&frame));
        below = LEGEND_GAP + (double)frame.legend.shown.n *
                                 metrics_height(text_size(&frame));
    }
    frame.left = pad + (inner - graph_width) / 2;
    frame.top =
        pad + (look->title ? metrics_height(DOT_TITLE) + LEGEND_GAP : 0);
    frame.width = inner + 2 * pad;
    frame.height = frame.top + graph_height + below + pad;
    return frame;
}

/* ---- Classes ---- */

enum { HOTTEST = 8 }; /* the number of the last class "hot" */

int frame_hot(double weight)
{
    return (int)(HOTTEST * fmin(fmax(weight, 0), 1) + .5);
}

const char *frame_change(double difference)
{
    return difference > 0 ? "more" : difference < 0 ? "less" : "noise";
}

void frame_function_classes(struct buf *out, const struct report *report,
                            uint32_t function, double max_self,
                            double most_changed)
{
    const struct comparison *c = report->comparison;
    double weight = report_self(report, function) / max_self;
    if (!c)
        buf_printf(out, " fn hot%d", frame_hot(sqrt(weight)));
    else
        buf_printf(out, " fn %s%s",
                   frame_change(changes_weight(report, function, most_changed)),
                   compare_has_changed(c, function) ? " changed" : "");
}

/* ---- Legend ---- */

/* Puts the colours of the ramp between the numbers that they stand for. */
static void put_ramp(struct buf *out, const struct frame *frame, double x,
                     double y)
{
    const struct theme *theme = frame->report->look->theme;
    const struct legend *legend = &frame->legend;
    struct text_style style = text_style(frame);
    struct color colors[LEGEND_COLORS];
    double top = y + (metrics_height(style.size) - RAMP_HEIGHT) / 2;
    legend_fill_ramp(frame->report, colors);
    shapes_text(out, legend->low, x, y, style);
    x += metrics_width(legend->low, style.size, false) + NUMBER_GAP;
    for (int i = 0; i < LEGEND_COLORS; i++) {
        struct str class = arena_printf(frame->arena, "hot%d", i);
        shapes_rect(out, frame->report->comparison ? NULL : class.s,
                    x + i * LEGEND_CELL, top, LEGEND_CELL, RAMP_HEIGHT);
        shapes_fill(out, colors[i]);
    }
    shapes_rect(out, NULL, x, top, LEGEND_CELL * LEGEND_COLORS, RAMP_HEIGHT);
    buf_printf(out, " fill=\"none\" stroke=\"%s\"/>\n",
               color_text(frame->arena, theme_frame(theme)).s);
    shapes_text(out, legend->high, x + LEGEND_CELL * LEGEND_COLORS + NUMBER_GAP,
                y, style);
}

/* Puts the lines that are shown, and all lines as the tooltip. */
static void put_legend(struct buf *out, const struct frame *frame)
{
    const struct legend *legend = &frame->legend;
    struct text_style style = text_style(frame);
    double x = 72 * DOT_PAD;
    double y = frame->top + frame->graph_height + LEGEND_GAP;
    buf_add(out, S("<g class=\"legend\">\n<title>"));
    for (size_t i = 0; i < legend->lines.n; i++) {
        buf_add(out, i ? S("&#10;") : S(""));
        xml_escape(out, legend->lines.of[i]);
    }
    buf_add(out, S("</title>\n"));
    if (frame->ramp_width > 0)
        put_ramp(out, frame, x, y);
    for (size_t i = 0; i < legend->shown.n; i++)
        shapes_text(out, legend->shown.of[i],
                    x + (i == 0 ? frame->ramp_width : 0),
                    y + (double)i * metrics_height(style.size), style);
    buf_add(out, S("</g>\n"));
}

/* ---- The root element ---- */

static const char *picture_id(const struct report *report)
{
    return report->look->name ? report->look->name : FRAME_ID;
}

const char *frame_id_prefix(const struct report *report, bool in_page)
{
    return report->look->name || in_page ? "" : FRAME_ID "_";
}

static void put_text_alternative(struct buf *out, const struct frame *frame)
{
    const char *id = picture_id(frame->report);
    struct str shapes = frame->words ? frame->words->shapes : S("");
    buf_printf(out, "<title id=\"%s-title\">", id);
    if (frame->words && !frame->report->look->title)
        xml_escape(out, str_of(frame->words->title));
    else
        xml_escape(out, describe_title(frame->arena, frame->report));
    buf_printf(out, "</title>\n<desc id=\"%s-text\">", id);
    xml_escape(out, describe_text(frame->arena, frame->report, shapes));
    buf_add(out, S("</desc>\n"));
}

bool frame_has_dark_boxes(const struct report *report)
{
    return !report->comparison && look_by_self(report->look) &&
           str_eq(str_of(report->look->theme->name), S("heat"));
}

/* Puts rules for this picture alone: each selector of the list before a brace
   begins with the id of the picture. Each rule is a line. */
static void put_rules(struct buf *out, const char *id, struct str css)
{
    struct str line;
    while (str_take_part(&css, S("\n"), &line)) {
        bool begins = true, in_list = true;
        int depth = 0; /* of parentheses, as in ":is(.box, .inner)" */
        for (size_t i = 0; i < line.len; i++) {
            char c = line.s[i];
            in_list = in_list && c != '{';
            depth += (c == '(') - (c == ')');
            if (begins && c != ' ') {
                buf_printf(out, "#%s-picture ", id);
                begins = false;
            }
            begins = begins || (in_list && depth == 0 && c == ',');
            buf_char(out, c);
        }
        buf_char(out, '\n');
    }
}

static void put_dark_style(struct buf *out, const struct report *report)
{
    const char *id = picture_id(report);
    buf_add(out, S("<style>\n@media (prefers-color-scheme: dark) {\n"));
    put_rules(out, id, ASSET(picture_dark_css));
    if (report->comparison)
        put_rules(out, id, ASSET(changes_dark_css));
    else if (frame_has_dark_boxes(report))
        put_rules(out, id, ASSET(boxes_dark_css));
    buf_add(out, S("}\n</style>\n"));
}

static void put_view_box(struct buf *out, double x, double y, double width,
                         double height)
{
    const double numbers[] = { x, y, width, height };
    buf_add(out, S(" viewBox=\""));
    for (size_t i = 0; i < ROWS(numbers); i++) {
        if (i)
            buf_char(out, ' ');
        shapes_number(out, numbers[i]);
    }
    buf_char(out, '"');
}

/* Puts the size of the picture in points. On a sheet of paper it is in the
   centre and no larger than it is by itself. */
static void put_extent(struct buf *out, const struct frame *frame)
{
    const struct space *space = frame->report->look->space;
    double width = frame->width, height = frame->height;
    double scale = space ? space_scale(space, width / 72, height / 72) : 1;
    double across = width * scale, down = height * scale;
    if (space && space->is_sheet) {
        const double points = 72. / SPACE_PIXELS_PER_INCH;
        bool is_turned = space_is_turned(space, width / 72, height / 72);
        across = points * (is_turned ? space->height : space->width);
        down = points * (is_turned ? space->width : space->height);
    }
    buf_printf(out, " width=\"%.0fpt\" height=\"%.0fpt\"", across, down);
    across /= scale;
    down /= scale;
    put_view_box(out, (width - across) / 2, (height - down) / 2, across, down);
}

static void put_root(struct buf *out, const struct frame *frame, bool in_page)
{
    const struct look *look = frame->report->look;
    const char *id = picture_id(frame->report);
    const struct str root =
        S("<svg xmlns=\"http://www.w3.org/2000/svg\" "
          "xmlns:xlink=\"http://www.w3.org/1999/xlink\"" FONTS);
    if (in_page) {
        buf_add(out, root);
        buf_add(out, S(" id=\"picture\""));
        put_view_box(out, 0, 0, frame->width, frame->height);
        buf_add(out, S(">\n"));
        return;
    }
    buf_add(out, S("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
    buf_add(out, root);
    put_extent(out, frame);
    buf_printf(out,
               " id=\"%s-picture\" role=\"img\" "
               "aria-labelledby=\"%s-title %s-text\">\n",
               id, id, id);
    put_text_alternative(out, frame);
    if (look->dark == DARK_AUTO)
        put_dark_style(out, frame->report);
}

void frame_open(struct buf *out, struct frame *frame, bool in_page)
{
    const struct look *look = frame->report->look;
    double pad = 72 * DOT_PAD;
    frame->start = out->len;
    put_root(out, frame, in_page);
    buf_printf(out, "<g id=\"%s\" class=\"graph\">\n",
               in_page && !look->name ? "graph0" : picture_id(frame->report));
    shapes_rect(out, "ground", 0, 0, frame->width, frame->height);
    shapes_fill(out, theme_background(look->theme));
    if (look->title)
        shapes_text(
            out,
            utf8_shortened(frame->arena, str_of(look->title), DOT_TITLE_LIMIT),
            pad, pad,
            (struct text_style){ .size = DOT_TITLE,
                                 .color = look->theme->edge_text });
}

/* Replaces FRAME_ID by an id that depends on all that the picture shows. */
static void set_id(struct buf *out, size_t start)
{
    LOCAL_BUF(picture);
    struct str part, rest = str_skip(buf_text(out), start);
    unsigned long long hash = str_stable_hash(rest) >> 16;
    bool more = true;
    while (more) {
        more = str_cut(rest, S(FRAME_ID), &part, &rest);
        buf_add(&picture, more ? part : rest);
        if (more)
            buf_printf(&picture, "g%012llx", hash);
    }
    out->len = start;
    buf_add(out, buf_text(&picture));
}

void frame_close(struct buf *out, const struct frame *frame)
{
    if (frame->report->look->legend)
        put_legend(out, frame);
    buf_add(out, S("</g>\n</svg>\n"));
    set_id(out, frame->start);
}
