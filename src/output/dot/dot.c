/*
 * Writes DOT through libcgraph. Nodes are named by our own ids; user text
 * occurs only in labels, tooltips and links, escaped by escape.c and link.c.
 */
#include "output/dot/dot.h"

#include <cgraph.h>

#include "output/changes.h"
#include "output/dot/bare.h"
#include "output/dot/clusters.h"
#include "output/dot/drawing.h"
#include "output/dot/escape.h"
#include "output/dot/fit.h"
#include "output/dot/graph_label.h"
#include "output/dot/heap.h"
#include "output/dot/link.h"
#include "output/dot/metrics.h"
#include "output/recursion.h"
#include "output/writer.h"
#include "util/diag.h"
#include "view/chains.h"

enum {
    MANY_CALLS = 300,  /* with more, dot's network simplex gets a limit */
    CLUSTER_FONT = 11, /* points */
};

/* The width in points of unchanged calls in a comparison. */
#define LEAST_PEN .5
#define HOT_PATH_PEN 2.  /* of the boxes on the hot path, and at least of arrows */
#define BLANK_POINTS 2.2 /* width of a blank in a label */
#define LABEL_OVERHANG 8 /* points, of the text beside an arrow into the gaps
                            above and below it, where only arrows are */

static const struct {
    int kind;
    const char *attribute, *value;
} defaults[] = {
    { AGRAPH, "linelength", "0" }, /* do not break lines with backslashes */
    { AGRAPH, "charset", "UTF-8" },
    { AGRAPH, "fontname", DOT_FONT },
    { AGRAPH, "tooltip", " " },
    { AGRAPH, "outputorder", "edgesfirst" }, /* boxes cover the long tips of
                                                thick arrows */
    { AGNODE, "fontname", DOT_FONT },
    { AGNODE, "label", "\\N" },
    { AGNODE, "shape", "box" },
    { AGNODE, "height", "0" },
    { AGNODE, "width", "0" },
    { AGEDGE, "fontname", DOT_FONT },
};

/* Distances in inches, which are scaled with a picture. */
static const struct {
    int kind;
    const char *attribute, *value; /* the value as DOT has it */
    double x, y;                   /* the same; y is 0 if it is one number */
} distances[] = {
    { AGRAPH, "ranksep", ".26", .26, 0 },
    { AGRAPH, "nodesep", ".16", .16, 0 },
    { AGRAPH, "pad", ".12", DOT_PAD, 0 },
    { AGNODE, "margin", ".07,.042", .07, .042 },
};

static void scale_distances(struct drawing *d)
{
    for (size_t i = 0; i < ROWS(distances); i++) {
        double x = distances[i].x * d->scale, y = distances[i].y * d->scale;
        struct str scaled = y > 0 ? arena_printf(d->arena, "%.3f,%.3f", x, y)
                                  : arena_printf(d->arena, "%.3f", x);
        agattr(d->graph, distances[i].kind, mut(distances[i].attribute),
               mut(scaled.s));
    }
}

/* Sets what is different if dot draws the graph. */
static void set_drawn(struct drawing *d)
{
    for (int kind = AGRAPH; kind <= AGEDGE; kind++)
        agattr(d->graph, kind, mut("fontname"), mut(DOT_DRAWN_FONT));
    if (d->scale < 1)
        scale_distances(d);
}

/* Scales the picture down if it is too large. A sheet of paper keeps its size,
   with the picture in its centre. */
static void fit_space(struct drawing *d, const struct space *space)
{
    enum { NO_LIMIT = 10000 }; /* inches */
    double width = d->report->width, height = d->report->height;
    double scale = space_scale(space, width, height);
    double across = NO_LIMIT, down = NO_LIMIT;
    if (space->width > 0)
        across = space->width / SPACE_PIXELS_PER_INCH;
    if (space->height > 0)
        down = space->height / SPACE_PIXELS_PER_INCH;
    bool is_turned = space_is_turned(space, width, height);
    if (space->is_sheet) {
        agattr(d->graph, AGRAPH, mut("margin"), mut("0"));
        agattr(d->graph, AGRAPH, mut("viewport"),
               mut(arena_printf(d->arena, "%.0f,%.0f,%.4g",
                                72 * (is_turned ? down : across),
                                72 * (is_turned ? across : down),
                                scale).s));
    } else {
        agattr(d->graph, AGRAPH, mut("size"),
               mut(arena_printf(d->arena, "%.5g,%.5g", across, down).s));
    }
}

static void set_defaults(struct drawing *d)
{
    const struct look *look = d->report->look;
    Agraph_t *g = d->graph;
    for (size_t i = 0; i < ROWS(defaults); i++)
        agattr(g, defaults[i].kind, mut(defaults[i].attribute),
               mut(defaults[i].value));
    for (size_t i = 0; i < ROWS(distances); i++)
        agattr(g, distances[i].kind, mut(distances[i].attribute),
               mut(distances[i].value));
    agattr(g, AGRAPH, mut("bgcolor"),
           mut(color_text(d->arena, theme_background(look->theme)).s));
    agattr(g, AGRAPH, mut("rankdir"), mut(look->rankdir));
    agattr(g, AGNODE, mut("style"), mut("rounded,filled"));
    agattr(g, AGNODE, mut("fillcolor"), mut("white"));
    agattr(g, AGEDGE, mut("fontcolor"),
           mut(color_text(d->arena, look->theme->edge_text).s));
    if (d->scale > 0)
        set_drawn(d);
    if (d->captions.n_arrows > MANY_CALLS)
        agattr(g, AGRAPH, mut("nslimit"), mut("10"));
    if (look->name)
        agattr(g, AGRAPH, mut("id"), mut(look->name));
    /* A graph for layout does not depend on the space. */
    if (look->space && d->report->width > 0 && !d->items)
        fit_space(d, look->space);
}

/* Returns the weight for the colour and the size of a box: see theme.h. */
static double weight(const struct drawing *d, uint32_t f)
{
    const struct look *look = d->report->look;
    if (!look_by_self(look))
        return report_total(d->report, f);
    double self = report_self(d->report, f);
    return look->theme->relative ? self / d->max_self : self;
}

static void add_item(struct drawing *d, struct str id, struct dot_item item)
{
    strings_add(&d->items->ids, d->arena, id);
    *PUSH_IN(d->arena, &d->items->of) = item;
}

/* Sets an HTML-like text. */
static void set_html(struct drawing *d, void *object, const char *attribute,
                     struct str text)
{
    agsafeset(object, mut(attribute), agstrdup_html(d->graph, mut(text.s)),
              mut(""));
}

/* Makes the label of an edge or a frame an empty cell for its text, which may
   stick out of it. */
static void set_cell(struct drawing *d, void *object, struct str id,
                     struct dot_item item, double overhang)
{
    struct str line, rest = item.text;
    while (str_take_part(&rest, S("\n"), &line)) {
        item.width = fmax(item.width, metrics_width(line, item.size, false));
        item.height += metrics_height(item.size);
    }
    set_html(d, object, "label",
             arena_printf(d->arena,
                          "<table border=\"0\" cellspacing=\"0\" "
                          "cellpadding=\"0\"><tr><td fixedsize=\"true\" "
                          "width=\"%.0f\" height=\"%.0f\"></td></tr></table>",
                          ceil(item.gap + item.width),
                          item.height - overhang));
    add_item(d, id, item);
}

void dot_set_box(struct drawing *d, Agnode_t *node, const struct box *box,
                 struct color fill)
{
    if (d->items) {
        const char *borders = agget(node, mut("peripheries"));
        bool is_double = borders && strcmp(borders, "2") == 0;
        add_item(d, str_of(agnameof(node)),
                 (struct dot_item){
                     .box = *box, .fill = fill, .is_double = is_double });
        if (is_double)
            set(node, "peripheries", "1");
        set(node, "label", "");
        set(node, "fixedsize", "true");
        set_number(node, "width", box->width / 72);
        set_number(node, "height", box->height / 72);
        return;
    }
    set_html(d, node, "label",
             box_label(d->arena, box, d->report->look->theme, fill));
}

static void color_node(struct drawing *d, Agnode_t *node, uint32_t f)
{
    const struct look *look = d->report->look;
    const struct theme *theme = look->theme;
    double heat = weight(d, f);
    struct color fill = theme_fill(theme, heat, look->skew);
    bool is_hot_path = theme->hot_path && d->report->hot_path.functions[f];
    struct box box = box_of(&d->captions, f, theme_font_size(theme, heat));
    if (theme->filled)
        set_color(d, node, "fillcolor", fill);
    set_color(d, node, "color",
              is_hot_path ? *theme->hot_path
                          : theme_border(theme, heat, look->skew));
    set_number(node, "penwidth",
               is_hot_path ? HOT_PATH_PEN : theme->border_width);
    if (is_hot_path)
        set(node, "class", "way");
    dot_set_box(d, node, &box, fill);
}

/* Shows the change of a function by colours, size and outline: bold for new
   functions, and dashed for those that are gone. */
static void color_change(struct drawing *d, Agnode_t *node, uint32_t f)
{
    const struct theme *theme = d->report->look->theme;
    const struct comparison *c = d->report->comparison;
    double change = changes_weight(d->report, f, d->most_changed);
    struct color fill = theme_change_fill(theme, change);
    bool has_changed = compare_has_changed(c, f);
    bool is_new = has_changed && c->presence[f] == ONLY_NEW;
    bool is_gone = has_changed && c->presence[f] == ONLY_BASE;
    bool is_bold = is_new || is_gone || (!theme->filled && change > 0);
    struct box box =
        box_of(&d->captions, f, theme_change_font_size(theme, change));
    if (theme->filled)
        set_color(d, node, "fillcolor", fill);
    set_color(d, node, "color",
              has_changed ? theme->edge_text : theme->noise_line);
    set_number(node, "penwidth", is_bold ? 3 : theme->border_width);
    if (is_gone)
        set(node, "style", "rounded,filled,dashed");
    if (theme->less_doubled && change < 0)
        set(node, "peripheries", "2");
    dot_set_box(d, node, &box, fill);
}

/* Finds or adds the node of a function. */
static Agnode_t *node_of(struct drawing *d, uint32_t f)
{
    return agnode(d->graph, mut(d->report->ids[f].s), 1);
}

static void set_link(struct drawing *d, Agnode_t *node, uint32_t f)
{
    const struct look *look = d->report->look;
    struct str url = S("");
    if (look->url && !d->report->profile->functions[f].is_tag)
        url = link_to(d->arena, str_of(look->url),
                      &d->report->profile->functions[f]);
    if (url.len)
        set(node, "URL", url.s);
    if (url.len && look->url_target)
        set(node, "target", escape_label(d->arena, str_of(look->url_target)).s);
}

static void draw_node(struct drawing *d, uint32_t f)
{
    Agnode_t *node = node_of(d, f);
    set(node, "id", d->report->ids[f].s);
    set_link(d, node, f);
    set(node, "tooltip", caption_node_tooltip(&d->captions, f).s);
    if (d->report->profile->functions[f].is_under_study)
        set(node, "peripheries", "2");
    if (d->report->profile->functions[f].is_tag)
        set(node, "style", "filled");
    if (d->report->comparison)
        color_change(d, node, f);
    else
        color_node(d, node, f);
}

void dot_set_edge_text(struct drawing *d, Agedge_t *edge, struct str id,
                       struct str text, struct color ink, double size,
                       double pen)
{
    int blanks = (int)(1 + pen / BLANK_POINTS);
    LOCAL_BUF(label);
    struct str line, rest = text;
    if (d->items && text.len) {
        set_cell(d, edge, id,
                 (struct dot_item){ .text = text,
                                    .ink = ink,
                                    .size = size,
                                    .gap = BLANK_POINTS + pen },
                 look_is_top_down(d->report->look) ? LABEL_OVERHANG
                                                             : 0);
        return;
    }
    while (str_take_part(&rest, S("\n"), &line)) {
        buf_printf(&label, "%s%*s", label.len ? "\n" : "", blanks, "");
        buf_add(&label, line);
    }
    set(edge, "label", escape_label(d->arena, buf_text(&label)).s);
}

/* How a call is drawn. */
struct edge_look {
    double share, pen;
    bool is_turned, is_indirect, is_hot_path;
    struct color color;
};

/* A back call is an edge from the callee to the caller whose arrow is at its
   tail: dot then has no cycle to break, so that every other call points down
   and each back call up. */
static struct edge_look edge_look(const struct drawing *d,
                                  const struct view_call *call,
                                  const struct view_call *drawn)
{
    const struct report *r = d->report;
    const struct theme *theme = r->look->theme;
    const struct change *change =
        r->comparison ? changes_of_call(r, call) : NULL;
    double share = fmin(change ? changes_share(r, change)
                               : report_share(r, call->cost), 1);
    double pen = theme_pen_width(theme, share);
    bool is_hot_path = theme->hot_path && !change &&
                       r->hot_path.calls[drawn->id];
    return (struct edge_look){
        .share = share,
        .pen = change        ? fmax(pen, LEAST_PEN)
               : call->back  ? fmin(pen, LOOK_BACK_PEN)
               : is_hot_path ? fmax(pen, HOT_PATH_PEN)
                             : pen,
        .is_turned = call->back && drawn->caller != drawn->callee,
        .is_indirect = view_call_is_indirect(call),
        .is_hot_path = is_hot_path,
        .color = change ? theme_change_line(
                              theme,
                              change->is_real ? compare_difference(change) : 0)
                 : is_hot_path ? *theme->hot_path
                               : theme_edge(theme, share, r->look->skew),
    };
}

/* Draws a call between boxes. `span` is the least number of ranks that the
   arrow spans. The head of an indirect call is open, because its dots do not
   show in a short or thick line. */
static void draw_edge(struct drawing *d, const struct view_call *drawn,
                      uint32_t span)
{
    const struct report *r = d->report;
    const struct theme *theme = r->look->theme;
    const struct view_call *call = &d->unfolded->view->calls[drawn->id];
    struct edge_look look = edge_look(d, call, drawn);
    uint32_t from = look.is_turned ? drawn->callee : drawn->caller;
    uint32_t to = look.is_turned ? drawn->caller : drawn->callee;
    Agnode_t *tail = node_of(d, from);
    Agedge_t *edge = agedge(d->graph, tail, node_of(d, to), NULL, 1);
    double font = theme_edge_font_size(theme, look.share);
    struct str tooltip = caption_edge_tooltip(&d->captions, call);
    struct str id = arena_printf(d->arena, "%s_%s", r->ids[call->caller].s,
                                 r->ids[call->callee].s);
    set(edge, "id", id.s);
    dot_set_edge_text(d, edge, id, caption_edge_text(&d->captions, call),
                      theme->edge_text, font, look.pen);
    set(edge, "tooltip", tooltip.s);
    set(edge, "labeltooltip", tooltip.s);
    set(edge, "style", call->back         ? "dashed"
                       : look.is_indirect ? "dotted"
                                          : "");
    if (look.is_turned)
        set(edge, "dir", "back");
    if (look.is_indirect)
        set(edge, look.is_turned ? "arrowtail" : "arrowhead", "empty");
    if (look.is_hot_path)
        set(edge, "class", "way");
    set_color(d, edge, "color", look.color);
    set_number(edge, "fontsize", font);
    set_number(edge, "penwidth", look.pen);
    set_number(edge, "arrowsize", theme_arrow_size(theme, look.share));
    if (span > 1)
        set_number(edge, "minlen", span);
    set(edge, "weight",
        arena_printf(d->arena, "%d", 1 + (int)(100 * look.share)).s);
}

/* Draws the functions by falling total: dot's layout depends on the order of
   the nodes. They are in no subgraph, because some programs that read DOT
   ignore the attributes of nodes in subgraphs. */
static void draw_nodes(struct drawing *d)
{
    const struct view *view = d->report->view;
    const uint32_t *hot = report_by_total(d->arena, d->report);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        draw_node(d, hot[i]);
        d->in_view[hot[i]] = true;
    }
}

/* Puts functions without arrows into rows by invisible edges; dot would draw
   one long row. */
static void stack_loose(struct drawing *d)
{
    struct fit_loose loose = fit_find_loose(d->arena, &d->captions);
    for (uint32_t i = 0; i < loose.n; i++) {
        if (loose.above[i] == NO_ID)
            continue;
        Agedge_t *edge = agedge(d->graph, node_of(d, loose.above[i]),
                                node_of(d, loose.functions[i]), NULL, 1);
        set(edge, "style", "invis");
    }
}

/*
 * libcgraph writes subgraphs in the order of their internal ids. For a
 * subgraph with a name that is the address of the name, which differs between
 * builds; anonymous subgraphs are numbered, and are written if they have an
 * attribute. To keep the output the same, each cluster is put into an anonymous
 * subgraph.
 */
static Agraph_t *add_group(struct drawing *d, Agraph_t *parent, const char *id)
{
    Agraph_t *group = agsubg(parent, NULL, 1);
    set_id(d, group, arena_printf(d->arena, "%s_group", id).s);
    return group;
}

/* Escapes lines of text for a label and aligns them at the left, which DOT
   does for lines that end in "\l". */
static struct str left_aligned(struct arena *arena, struct str text)
{
    struct buf out = { 0 };
    struct str line;
    bool more = true;
    while (more) {
        more = str_cut(text, S("\n"), &line, &text);
        buf_add(&out, escape_label(arena, more ? line : text));
        buf_add(&out, S("\\l"));
    }
    return buf_move(&out, arena);
}

static void draw_cluster(struct drawing *d, Agraph_t *parent,
                         const struct cluster *cluster)
{
    struct arena *arena = d->arena;
    const char *id = cluster->id.s;
    Agraph_t *group = add_group(d, parent, id);
    Agraph_t *box =
        agsubg(group, mut(arena_printf(arena, "cluster_%s", id).s), 1);
    set_id(d, box, id);
    if (d->items)
        set_cell(d, box, cluster->id,
                 (struct dot_item){ .text = cluster->title,
                                    .ink = d->report->look->theme->edge_text,
                                    .size = CLUSTER_FONT }, 0);
    else
        set(box, "label", left_aligned(d->arena, cluster->title).s);
    set(box, "tooltip", " ");
    set(box, "style", "rounded");
    set(box, "labeljust", "l");
    set(box, "labelloc", "b");
    set_number(box, "fontsize", CLUSTER_FONT);
    set_color(d, box, "color", d->report->look->theme->edge_text);
    set_color(d, box, "fontcolor", d->report->look->theme->edge_text);
    for (uint32_t m = 0; m < cluster->n; m++)
        agsubnode(box, node_of(d, cluster->members[m]), 1);
}

/*
 * libcgraph asks each subgraph of a graph about each node and edge when it
 * writes the graph. So a graph has at most MOST_SUBGRAPHS of them: more
 * clusters are the leaves of a tree of anonymous subgraphs.
 */
static void draw_clusters(struct drawing *d)
{
    enum { MOST_SUBGRAPHS = 64, MOST_LEVELS = 6 };
    struct clusters clusters = clusters_of(d->arena, d->report);
    Agraph_t *open[MOST_LEVELS];
    uint32_t top = 1; /* clusters in each subgraph of the whole graph */
    while (clusters.n / top >= MOST_SUBGRAPHS)
        top *= MOST_SUBGRAPHS;
    for (uint32_t i = 0; i < clusters.n; i++) {
        Agraph_t *parent = d->graph;
        int level = 0;
        for (uint32_t n = top; n > 1; n /= MOST_SUBGRAPHS, level++) {
            if (i % n == 0)
                open[level] = add_group(
                    d, parent,
                    arena_printf(d->arena, "clusters%u_%u", n, i / n).s);
            parent = open[level];
        }
        draw_cluster(d, parent, &clusters.list[i]);
    }
}

/* ---- Writing ---- */

static int put(void *out, const char *text)
{
    buf_add(out, str_of(text));
    return 0;
}

static int flush(void *out)
{
    (void)out;
    return 0;
}

/* Removes the last semicolon: pydot reads a line end between it and the brace
   as a node. */
static void drop_last_semicolon(struct buf *out)
{
    struct str text = buf_text(out);
    if (!str_ends(text, S(";\n}\n")))
        return;
    out->len -= strlen(";\n}\n");
    buf_add(out, S("\n}\n"));
}

/* `scale` is that of drawing.h. */
static bool write_graph(struct buf *out, struct arena *arena,
                        const struct report *report, struct dot_items *items,
                        double scale)
{
    struct report folded = *report;
    if (report->view->chains)
        folded.view = chains_fold(arena, report->view, report->view->chains);
    Agiodisc_t io = { .putstr = put, .flush = flush };
    struct heap heap = { .discipline.io = &io };
    heap_set(&heap);
    struct drawing d = {
        .unfolded = report,
        .report = &folded,
        .arena = arena,
        .captions = captions_of(arena, report, &folded),
        .items = items,
        .scale = scale,
        .in_view = NEW_N(arena, bool, report->profile->n_functions),
        .max_self = report_max_self(report),
        .most_changed = report->comparison
                            ? changes_most(report, changes_by_total(report))
                            : 0,
        .graph =
            agopen(mut(report->look->name ? report->look->name : "callgraph"),
                   Agdirected, &heap.discipline)
    };
    d.captions.columns = fit_columns(&d.captions);
    set_defaults(&d);
    draw_nodes(&d);
    draw_clusters(&d);
    const uint32_t *spans = fit_rank_spans(arena, &d.captions);
    for (uint32_t i = 0; i < folded.view->n_calls; i++)
        if (!recursion_is_noted(report, &folded.view->calls[i]))
            draw_edge(&d, &folded.view->calls[i], spans[i]);
    deps_draw(&d);
    if (!report->look->clusters)
        stack_loose(&d);
    if (!items)
        graph_label_set(&d);
    bool good = agwrite(d.graph, out) == 0;
    agclose(d.graph);
    drop_last_semicolon(out);
    return good || diag_error("libcgraph could not write the graph");
}

bool dot_write(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(arena);
    if (report->look->bare) {
        bare_write(out, report);
        return true;
    }
    return write_graph(out, &arena, report, NULL, 0);
}

/* A sheet of paper scales its picture itself. */
bool dot_write_drawn(struct buf *out, const struct report *report,
                     bool is_bitmap)
{
    LOCAL_ARENA(arena);
    const struct space *space = report->look->space;
    struct theme theme = *report->look->theme;
    struct look look = *report->look;
    struct report small = *report;
    double scale = 1;
    if (is_bitmap && space && !space->is_sheet && report->width > 0)
        scale = space_scale(space, report->width, report->height);
    theme_scale(&theme, scale);
    look.theme = &theme;
    small.look = &look;
    return write_graph(out, &arena, &small, NULL, scale);
}

bool dot_write_layout(struct buf *out, struct arena *arena,
                      const struct report *report, struct dot_items *items)
{
    return write_graph(out, arena, report, items, 0);
}

const struct writer writer_dot = {
    .name = "dot",
    .ending = "gv",
    .description = "Graphviz DOT",
    .kind = WRITES_BOXES,
    .write = dot_write,
};
