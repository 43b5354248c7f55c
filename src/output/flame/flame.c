/* A flame graph that stands still: the tree of stacks as SVG, or as what dot
   makes of it. */

#include "model/profile.h"
#include "model/stack_tree.h"
#include "names/parts.h"
#include "output/changes.h"
#include "output/describe.h"
#include "output/dot/dot.h"
#include "output/dot/link.h"
#include "output/dot/metrics.h"
#include "output/graphviz/draw.h"
#include "output/graphviz/flat.h"
#include "output/graphviz/frame.h"
#include "output/graphviz/shapes.h"
#include "output/writer.h"
#include "output/xml.h"
#include "util/array.h"
#include "util/diag.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

/* ---- Frames ---- */

/* The frames of a flame graph: the tree of stacks as rows of rectangles. */

struct flame_frame {
    uint32_t function;
    uint32_t row;       /* 0: on top */
    double start, cost; /* in the unit of the profile: where it begins in its
                           row, and what is spent in it */
};

struct flame_frames {
    LIST(struct flame_frame) list; /* a frame comes after the one above it */
    uint32_t n_rows;
    double left_out; /* cost of frames that are too narrow, of those right
                        below a frame that is not */
};

static void add_frame(struct arena *arena, struct flame_frames *frames,
                      struct flame_frame frame)
{
    *PUSH_IN(arena, &frames->list) = frame;
    if (frame.row >= frames->n_rows)
        frames->n_rows = frame.row + 1;
}

/* ---- Callers on top ---- */

/* Contexts with their parents, in the order of their functions. */
struct child {
    uint32_t parent, function, context;
};

static int by_parent(const void *left, const void *right)
{
    const struct child *a = left, *b = right;
    int order = COMPARE(a->parent, b->parent);
    return order ? order : COMPARE(a->function, b->function);
}

/* A parent's id is less than those of its children, so one pass places all
   frames. Roots have the parent NO_ID, the greatest id. */
static void place_contexts(struct arena *arena, struct flame_frames *frames,
                           const struct profile *profile, double least)
{
    LOCAL_ARENA(scratch);
    uint32_t n = profile->n_contexts;
    struct child *children = NEW_N(&scratch, struct child, n);
    const double *through = stack_tree_costs(&scratch, profile);
    double *free_from = NEW_N(&scratch, double, n + 1); /* by parent */
    uint32_t *row = NEW_N(&scratch, uint32_t, n + 1);   /* of its children */
    bool *is_placed = NEW_N(&scratch, bool, n + 1);
    for (uint32_t c = 0; c < n; c++) {
        const struct context *context = &profile->contexts[c];
        uint32_t parent = context->parent == NO_ID ? 0 : context->parent + 1;
        children[c] = (struct child){ parent, context->function, c };
    }
    SORT(children, n, by_parent);
    is_placed[0] = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t above = children[i].parent, c = children[i].context;
        double cost = through[c];
        if (!is_placed[above] || !(cost > 0))
            continue;
        if (cost < least) {
            frames->left_out += cost;
            continue;
        }
        add_frame(arena, frames,
                  (struct flame_frame){ children[i].function, row[above],
                                        free_from[above], cost });
        is_placed[c + 1] = true;
        row[c + 1] = row[above] + 1;
        free_from[c + 1] = free_from[above];
        free_from[above] += cost;
    }
}

/* ---- Callees on top ---- */

/* A stack of which the contexts from `at` outwards are not placed yet. */
struct pending {
    uint32_t at, function; /* a context and its function */
    double cost;
};

/* A frame, or the place above all frames, and the stacks that go on below it:
   those from `first` to `end`. */
struct open_frame {
    size_t first, end;
    uint32_t row; /* of the frames below */
    double start;
};

static int by_function(const void *left, const void *right)
{
    const struct pending *a = left, *b = right;
    int order = COMPARE(a->function, b->function);
    return order ? order : COMPARE(a->at, b->at);
}

static size_t list_stacks(const struct profile *profile, struct pending *stacks)
{
    size_t n = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        if (context->self > 0)
            stacks[n++] =
                (struct pending){ c, context->function, context->self };
    }
    return n;
}

/* Moves the stacks outwards by one context and returns the end of those that
   have another one; they come first. */
static size_t step_outwards(const struct profile *profile,
                            struct pending *stacks, size_t first, size_t end)
{
    size_t n = first;
    for (size_t i = first; i < end; i++) {
        uint32_t parent = profile->contexts[stacks[i].at].parent;
        if (parent == NO_ID)
            continue;
        stacks[n++] =
            (struct pending){ parent, profile->contexts[parent].function,
                              stacks[i].cost };
    }
    return n;
}

static void place_inverted(struct arena *arena, struct flame_frames *frames,
                           const struct profile *profile, double least)
{
    LOCAL_ARENA(scratch);
    struct pending *stacks =
        NEW_N(&scratch, struct pending, profile->n_contexts);
    LIST(struct open_frame) open = { 0 };
    *PUSH_IN(&scratch, &open) =
        (struct open_frame){ 0, list_stacks(profile, stacks), 0, 0 };
    while (open.n) {
        struct open_frame top = open.of[--open.n];
        double start = top.start;
        if (top.first < top.end)
            qsort(stacks + top.first, top.end - top.first, sizeof *stacks,
                  by_function);
        for (size_t i = top.first, end; i < top.end; i = end) {
            double cost = 0;
            uint32_t function = stacks[i].function;
            for (end = i; end < top.end && stacks[end].function == function;
                 end++)
                cost += stacks[end].cost;
            if (cost < least) {
                frames->left_out += cost;
                continue;
            }
            add_frame(arena, frames,
                      (struct flame_frame){ function, top.row, start, cost });
            *PUSH_IN(&scratch, &open) =
                (struct open_frame){ i, step_outwards(profile, stacks, i, end),
                                     top.row + 1, start };
            start += cost;
        }
    }
}

/*
 * Returns the frames that cost at least `least`, in the arena, of a profile
 * from stacks. A frame is below that of its caller. If `inverted`, stacks are
 * merged from their innermost functions on: the rows on top have where cost is
 * spent, and the callers are below.
 *
 * Frames beside each other come in the order of their functions' ids, so the
 * same stacks make the same picture in any order.
 */
static struct flame_frames flame_frames_of(struct arena *arena,
                                           const struct profile *profile,
                                           double least, bool inverted)
{
    struct flame_frames frames = { 0 };
    (inverted ? place_inverted : place_contexts)(arena, &frames, profile,
                                                 least);
    return frames;
}

/* ---- The picture ---- */

enum {
    ROW = 15,         /* points, the height of a frame and the gap below it */
    WIDTH = 900,      /* pixels, of a picture without a space */
    SHEET_MARGIN = 77 /* pixels, of both margins of a sheet of paper */
};

#define GAP .5          /* points between frames */
#define LEAST_WIDTH .5  /* points: narrower frames are left out */
#define TEXT_MARGIN 2.5 /* points before and behind a name */
#define WIDE_FONT 1.2   /* what dot's font may be wider by */

struct flame {
    struct buf *out;
    const struct report *report;
    struct arena arena;
    struct flame_frames frames;
    double max_self, most_changed; /* as in box pictures */
    double scale;                  /* points for a unit of cost */
    bool by_dot;                   /* dot draws it, in its own font */
};

/* Returns the width that the picture may have, in points. */
static double width_of(const struct look *look)
{
    const struct space *space = look->space;
    double pixels = space && space->width > 0 ? space->width : WIDTH;
    if (space && space->is_sheet)
        pixels -= SHEET_MARGIN;
    return pixels / SPACE_PIXELS_PER_POINT - 2 * 72 * DOT_PAD;
}

/* ---- Frames ---- */

/* The colours of a frame are those of the function's box. */
struct colors {
    struct color fill, border, text;
};

static struct colors colors_of(const struct flame *w, uint32_t f)
{
    const struct report *r = w->report;
    const struct look *look = r->look;
    const struct theme *theme = look->theme;
    struct colors colors;
    double weight = look_by_self(look) ? report_self(r, f) : report_total(r, f);
    if (look_by_self(look) && theme->relative)
        weight /= w->max_self;
    if (r->comparison) {
        double change = changes_weight(r, f, w->most_changed);
        colors.fill = theme_change_fill(theme, change);
        colors.border = theme->noise_line;
    } else {
        colors.fill = theme_fill(theme, weight, look->skew);
        colors.border = theme_border(theme, weight, look->skew);
    }
    if (!theme->filled)
        colors.fill = theme_background(theme);
    colors.text = theme_text(colors.fill);
    return colors;
}

/* Returns the name, or its last part, or as much of that as fits, or "". */
static struct str fitting(struct flame *w, struct str name, double room,
                          double size)
{
    enum { LEAST = 3 }; /* code points that say something */
    if (metrics_width(name, size, false) <= room)
        return name;
    struct name_parts parts = { 0 }; /* gcc's analyzer asks for it */
    parts = parts_of(name);
    struct str own = parts.own, cut = own;
    size_t columns = utf8_length(own);
    while (columns >= LEAST && metrics_width(cut, size, false) > room)
        cut = arena_printf(&w->arena, "%.*s\u2026",
                           (int)utf8_bytes(own, --columns), own.s);
    return columns >= LEAST || metrics_width(cut, size, false) <= room ? cut
                                                                       : S("");
}

/* Puts "12.5%", or "<0.1%" escaped, between two texts. */
static void put_share(struct flame *w, const char *before, double share,
                      const char *after)
{
    buf_add(w->out, str_of(before));
    xml_escape(w->out, number_percent(&w->arena, share));
    buf_add(w->out, str_of(after));
}

/* Puts what a reader sees above the frame: the function with what it costs
   here and in all. */
static void put_title(struct flame *w, const struct flame_frame *frame)
{
    const struct report *r = w->report;
    uint32_t f = frame->function;
    const struct identity *is = &r->profile->functions[f].is;
    buf_add(w->out, S("<title>"));
    xml_escape(w->out, report_full_name(&w->arena, r, f));
    if (is->module.len || is->file.len) {
        buf_add(w->out, S("&#10;"));
        xml_escape(w->out, is->module.len ? is->module : is->file);
    }
    buf_add(w->out, S("&#10;"));
    xml_escape(w->out, report_cost(&w->arena, r, frame->cost));
    put_share(w, " (", report_share(r, frame->cost), ") here");
    if (r->comparison) {
        buf_add(w->out, S(", both sides&#10;function: total "));
        xml_escape(w->out,
                   changes_values(&w->arena, r, &r->comparison->total[f]));
        buf_add(w->out, S(", self "));
        xml_escape(w->out,
                   changes_values(&w->arena, r, &r->comparison->self[f]));
    } else {
        put_share(w, "&#10;function: self ", report_self(r, f), "");
        put_share(w, ", total ", report_total(r, f), "");
    }
    buf_add(w->out, S("</title>\n"));
}

static bool open_link(struct flame *w, uint32_t f)
{
    const struct look *look = w->report->look;
    struct str url = S("");
    if (look->url)
        url = link_to(&w->arena, str_of(look->url),
                      &w->report->profile->functions[f]);
    if (url.len == 0)
        return false;
    buf_add(w->out, S("<a xlink:href=\""));
    shapes_escaped(w->out, url);
    if (look->url_target) {
        buf_add(w->out, S("\" target=\""));
        xml_escape(w->out, str_of(look->url_target));
    }
    buf_add(w->out, S("\">\n"));
    return true;
}

static void put_frame(struct flame *w, const struct flame_frame *frame)
{
    uint32_t f = frame->function;
    const struct report *r = w->report;
    double size = theme_edge_font_size(r->look->theme, 0);
    double x = frame->start * w->scale, y = (double)frame->row * ROW;
    double width = fmax(frame->cost * w->scale - GAP, LEAST_WIDTH / 2);
    struct colors colors = colors_of(w, f);
    struct str name =
        fitting(w, report_label(&w->arena, r, f),
                (width - 2 * TEXT_MARGIN) / (w->by_dot ? WIDE_FONT : 1), size);
    buf_add(w->out, S("<g class=\"node"));
    frame_function_classes(w->out, r, f, w->max_self, w->most_changed);
    buf_add(w->out, S("\">\n"));
    put_title(w, frame);
    bool has_link = open_link(w, f);
    shapes_rect(w->out, "box", x, y, width, ROW - GAP);
    buf_printf(w->out, " stroke=\"%s\" stroke-width=\".3\"",
               color_text(&w->arena, colors.border).s);
    shapes_fill(w->out, colors.fill);
    shapes_text(w->out, name, x + TEXT_MARGIN,
                y + (ROW - GAP - metrics_height(size)) / 2,
                (struct text_style){ .size = size, .color = colors.text });
    buf_add(w->out, has_link ? S("</a>\n</g>\n") : S("</g>\n"));
}

/* ---- The whole ---- */

/* Says what widths and colours are, in place of the words on boxes. */
static struct str look_line(struct flame *w)
{
    const struct report *r = w->report;
    const char *cost = look_by_self(r->look) ? "self" : "total";
    const char *width =
        r->look->invert ? "callers are below" : "callers are above";
    if (r->comparison)
        return arena_printf(&w->arena,
                            "change of %s cost; grey: noise; width: cost of "
                            "both sides in a stack; %s",
                            changes_by_total(r) ? "total" : "self", width);
    return arena_printf(
        &w->arena, "%s cost of the function; width: cost in a stack; %s%s",
        cost, width,
        w->frames.left_out > 0 ? "; frames below half a point are left out"
                               : "");
}

/* Says what is drawn, for those who cannot see it. */
static struct str shapes_sentence(struct flame *w)
{
    const struct view *view = w->report->view;
    return arena_printf(
        &w->arena, "%s of %s; each frame is as wide as its cost and %s.",
        describe_number(&w->arena, (double)w->frames.list.n, "frame").s,
        describe_number(&w->arena, view->n_functions - view->n_tags, "function")
            .s,
        w->report->look->invert ? "stands above its callers"
                                : "stands below its caller");
}

extern const struct writer writer_flame;

static void draw_frames(struct buf *out, const struct report *report,
                        bool by_dot)
{
    struct flame w = { .out = out,
                       .report = report,
                       .by_dot = by_dot,
                       .max_self = report_max_self(report),
                       .most_changed =
                           report->comparison
                               ? changes_most(report, changes_by_total(report))
                               : 0 };
    double width = width_of(report->look),
           whole = profile_whole(report->profile);
    w.scale = width / whole;
    w.frames = flame_frames_of(&w.arena, report->profile, LEAST_WIDTH / w.scale,
                               report->look->invert);
    const struct frame_words words = { "Flame graph", look_line(&w),
                                       shapes_sentence(&w) };
    struct frame frame = frame_of(&w.arena, report, width,
                                  (double)w.frames.n_rows * ROW, &words);
    frame_open(out, &frame, false);
    buf_add(out, S("<g transform=\"translate("));
    shapes_number(out, frame.left);
    buf_char(out, ' ');
    shapes_number(out, frame.top);
    buf_add(out, S(")\">\n"));
    for (size_t i = 0; i < w.frames.list.n; i++)
        put_frame(&w, &w.frames.list.of[i]);
    buf_add(out, S("</g>\n"));
    frame_close(out, &frame);
    arena_free(&w.arena);
}

static bool write_flame(struct buf *out, const struct report *report)
{
    if (report->profile->kind != FROM_STACKS)
        return diag_error("-T flame: the input has calls, not stacks, and a "
                          "flame graph shows stacks; -T svg draws calls");
    if (!(report->whole > 0))
        return diag_error("-T flame: no cost was recorded, and the frames of "
                          "a flame graph are as wide as their cost");
    if (strcmp(report->layout->format, writer_flame.name) == 0) {
        draw_frames(out, report, false);
        return true;
    }
    LOCAL_BUF(svg);
    draw_frames(&svg, report, true);
    return flat_draw(out, report, buf_text(&svg));
}

const struct writer writer_flame = {
    .name = "flame",
    .also = "flamegraph",
    .description =
        "flame graph of stacks: SVG without a script, or as -o x.png or x.pdf",
    .kind = WRITES_FLAME,
    .is_complete = true,
    .written = "svg",
    .write = write_flame,
};
