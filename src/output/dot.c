/*
 * Graphviz DOT through libcgraph. Node names are our own ids; user text goes
 * only into labels and tooltips, escaped by output/escape.c.
 */
#include <cgraph.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output/escape.h"
#include "output/label.h"
#include "output/legend.h"
#include "output/number.h"
#include "output/output.h"
#include "output/theme.h"
#include "util/diag.h"

enum {
    FEW_LABELS = 60,   /* with more calls, only the costly ones get labels */
    MANY_CALLS = 300,  /* with more calls, dot must not try too hard */
    NAME_LIMIT = 6500, /* bytes in a tooltip; dot takes 16381 in all */
    TEXT_LIMIT = 600,  /* of other texts */
    TITLE_LIMIT = 1000,
    WIDEST = 60, /* columns of a name that is not to be wrapped */
};

struct drawing {
    const struct report *report;
    struct arena *arena;
    Agraph_t *graph;
    double max_self;   /* share, at least THEME_LEAST_SCALE */
    bool show_modules; /* more than one is drawn */
    bool *ambiguous;   /* by function: another one drawn looks the same */
};

/* libcgraph takes char * and does not write there. */
static char *mut(const char *text)
{
    union {
        const char *constant;
        char *mutable;
    } u = { .constant = text };
    return u.mutable;
}

static void set(void *object, const char *attribute, const char *value)
{
    agsafeset(object, mut(attribute), mut(value), mut(""));
}

static void set_number(void *object, const char *attribute, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", value);
    set(object, attribute, text);
}

static void set_color(struct drawing *d, void *object, const char *attribute,
                      struct color color)
{
    set(object, attribute, color_text(d->arena, color).s);
}

static double share(const struct drawing *d, double cost)
{
    double whole = d->report->whole;
    return whole > 0 && known(cost) ? cost / whole : 0;
}

static double self_share(const struct drawing *d, uint32_t f)
{
    return share(d, d->report->profile->functions[f].self);
}

static double total_share(const struct drawing *d, uint32_t f)
{
    return share(d, d->report->costs->total[f]);
}

/* What stands behind an attribute's name here is its default. */
static const struct {
    int kind;
    const char *attribute, *value;
} defaults[] = {
    { AGRAPH, "linelength", "0" }, /* no lines broken with backslashes */
    { AGRAPH, "charset", "UTF-8" },
    { AGRAPH, "fontname", "Arial" },
    { AGRAPH, "ranksep", ".3" },
    { AGRAPH, "nodesep", ".2" },
    { AGRAPH, "pad", ".1" },
    { AGRAPH, "bgcolor", "white" },
    { AGRAPH, "tooltip", " " },
    { AGNODE, "fontname", "Arial" },
    { AGNODE, "label", "\\N" },
    { AGNODE, "shape", "box" },
    { AGNODE, "height", "0" },
    { AGNODE, "width", "0" },
    { AGNODE, "margin", ".09,.055" },
    { AGEDGE, "fontname", "Arial" },
};

static struct str title_text(struct arena *arena, const char *title)
{
    return escape_label(arena,
                        label_shorten(arena, str_of(title), TITLE_LIMIT));
}

static void set_defaults(struct drawing *d)
{
    const struct look *look = d->report->look;
    Agraph_t *g = d->graph;
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        agattr(g, defaults[i].kind, mut(defaults[i].attribute),
               mut(defaults[i].value));
    agattr(g, AGRAPH, mut("rankdir"), mut(look->rankdir));
    agattr(g, AGNODE, mut("style"),
           mut(look->theme->filled ? "filled" : "solid"));
    agattr(g, AGEDGE, mut("fontcolor"),
           mut(color_text(d->arena, look->theme->edge_text).s));
    if (d->report->view->n_calls > MANY_CALLS)
        agattr(g, AGRAPH, mut("nslimit"), mut("10"));
    if (look->title) {
        agattr(g, AGRAPH, mut("label"),
               mut(title_text(d->arena, look->title).s));
        agattr(g, AGRAPH, mut("labelloc"), mut("t"));
        agattr(g, AGRAPH, mut("fontsize"), mut("16"));
    }
}

/* "8.2% of 23.0%", "total 23.0%" where the body costs nothing to speak of. */
static struct str share_line(struct drawing *d, uint32_t f)
{
    double self = self_share(d, f), total = total_share(d, f);
    if (d->report->whole <= 0)
        return S("");
    struct str total_text = percent(d->arena, total);
    if (self < .0005)
        return arena_printf(d->arena, "total %s", total_text.s);
    struct str self_text = percent(d->arena, self);
    if (str_eq(self_text, total_text))
        return self_text;
    return arena_printf(d->arena, "%s of %s", self_text.s, total_text.s);
}

static struct str measure_line(struct drawing *d, uint32_t f,
                               enum measure measure)
{
    const struct report *r = d->report;
    bool self = measure == SELF_TIME || measure == SELF_TIME_PERCENTAGE;
    double cost = self ? r->profile->functions[f].self : r->costs->total[f];
    const char *word = self ? "self" : "total";
    if (measure == SELF_TIME || measure == TOTAL_TIME)
        return arena_printf(d->arena, "%s %s", word,
                            cost_text(d->arena, cost, r->profile->unit,
                                      r->look->time_format)
                                .s);
    if (r->whole <= 0)
        return S("");
    return arena_printf(d->arena, "%s %s", word,
                        percent(d->arena, cost / r->whole).s);
}

static void add_line(struct buf *label, struct str line)
{
    if (line.len == 0)
        return;
    if (label->len)
        buf_char(label, '\n');
    buf_add(label, line);
}

static void add_measures(struct drawing *d, struct buf *label, uint32_t f)
{
    const struct look *look = d->report->look;
    const struct function *function = &d->report->profile->functions[f];
    struct str shares = look->n_measures ? S("") : share_line(d, f);
    struct str count = S("");
    for (size_t i = 0; i < look->n_measures; i++)
        add_line(label, measure_line(d, f, look->measures[i]));
    if (known(function->count))
        count = arena_printf(d->arena, "%s%s\u00d7", shares.len ? "  " : "",
                             grouped(d->arena, function->count).s);
    add_line(label, arena_printf(d->arena, "%s%s", shares.s, count.s));
    if (look->show_samples)
        add_line(label,
                 arena_printf(d->arena, "%s of %s",
                              grouped(d->arena, function->self).s,
                              cost_text(d->arena, d->report->costs->total[f],
                                        d->report->profile->unit, NULL)
                                  .s));
}

/* What tells a function from others that look the same. */
static struct str difference(struct drawing *d, uint32_t f)
{
    const struct identity *is = &d->report->profile->functions[f].is;
    struct str tag = is->tag.len ? arena_printf(d->arena, "#%s", is->tag.s)
                                 : str_head(d->report->ids[f], 5);
    return label_shorten(
        d->arena, is->file.len ? str_basename(is->file) : tag, LABEL_WIDTH);
}

static struct str node_label(struct drawing *d, uint32_t f)
{
    const struct identity *is = &d->report->profile->functions[f].is;
    struct str name = d->report->labels[f];
    struct buf label = { 0 };
    buf_add(&label,
            label_wrap(d->arena, name,
                       d->report->look->wrap ? LABEL_WIDTH : WIDEST));
    if (d->show_modules)
        add_line(&label, label_shorten(d->arena, str_basename(is->module),
                                       LABEL_WIDTH));
    if (d->ambiguous[f])
        add_line(&label, difference(d, f));
    add_measures(d, &label, f);
    struct str text = escape_label(d->arena, buf_text(&label));
    buf_free(&label);
    return text;
}

static struct str node_tooltip(struct drawing *d, uint32_t f)
{
    const struct report *r = d->report;
    const struct function *function = &r->profile->functions[f];
    struct buf text = { 0 };
    escape_tooltip(&text, function->is.name, NAME_LIMIT);
    if (function->is.module.len) {
        buf_add(&text, S("\\n"));
        escape_tooltip(&text, function->is.module, TEXT_LIMIT);
    }
    if (function->is.file.len) {
        buf_add(&text, S("\\n"));
        escape_tooltip(&text, function->is.file, TEXT_LIMIT);
        if (function->line)
            buf_printf(&text, ":%llu", (unsigned long long)function->line);
    }
    struct str self = cost_text(d->arena, function->self, r->profile->unit,
                                r->look->time_format);
    struct str total = cost_text(d->arena, r->costs->total[f],
                                 r->profile->unit, r->look->time_format);
    buf_add(&text, S("\\nself "));
    escape_tooltip(&text, self, TEXT_LIMIT);
    buf_add(&text, S(", total "));
    escape_tooltip(&text, total, TEXT_LIMIT);
    struct str copy = arena_copy(d->arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

/* What a function is coloured and sized by, 0 to 1: see theme.h. */
static double weight(const struct drawing *d, uint32_t f)
{
    if (!look_by_self(d->report->look))
        return total_share(d, f);
    return d->report->look->theme->relative ? self_share(d, f) / d->max_self
                                            : self_share(d, f);
}

static void color_node(struct drawing *d, Agnode_t *node, double heat)
{
    const struct look *look = d->report->look;
    const struct theme *theme = look->theme;
    struct color fill = { 255, 255, 255 };
    if (theme->filled) {
        fill = theme_fill(theme, heat, look->skew);
        set_color(d, node, "fillcolor", fill);
    }
    set_color(d, node, "color", theme_border(theme, heat, look->skew));
    set_color(d, node, "fontcolor", theme_text(fill));
    set_number(node, "fontsize", theme_font_size(theme, heat));
    set_number(node, "penwidth", theme->border_width);
}

static void draw_node(struct drawing *d, uint32_t f)
{
    const char *id = d->report->ids[f].s;
    Agnode_t *node = agnode(d->graph, mut(id), 1);
    set(node, "id", id);
    set(node, "label", node_label(d, f).s);
    set(node, "tooltip", node_tooltip(d, f).s);
    color_node(d, node, weight(d, f));
}

/* Leading blanks keep the text off the line. */
static struct str edge_label(struct drawing *d, const struct view_call *call,
                             double pen)
{
    int blanks = (int)(1 + pen / 2.2);
    struct buf text = { 0 };
    bool many = d->report->view->n_calls > FEW_LABELS;
    double part = share(d, call->cost);
    if (known(call->cost) && d->report->whole > 0 && (!many || part >= .05))
        buf_printf(&text, "%*s%s", blanks, "", percent(d->arena, part).s);
    if (known(call->count) && (!many || part >= .05 || text.len))
        buf_printf(&text, "%s%*s%s\u00d7", text.len ? "\n" : "", blanks, "",
                   grouped(d->arena, call->count).s);
    struct str label = escape_label(d->arena, buf_text(&text));
    buf_free(&text);
    return label;
}

static struct str edge_tooltip(struct drawing *d,
                               const struct view_call *call)
{
    const struct report *r = d->report;
    struct str unit = r->profile->unit;
    struct buf text = { 0 };
    escape_tooltip(&text, r->labels[call->caller], TEXT_LIMIT);
    buf_add(&text, S(" \u2192 "));
    escape_tooltip(&text, r->labels[call->callee], TEXT_LIMIT);
    if (known(call->cost)) {
        buf_add(&text, S("\\n"));
        escape_tooltip(&text, cost_text(d->arena, call->cost, unit,
                                        r->look->time_format),
                       TEXT_LIMIT);
    }
    if (known(call->count))
        buf_printf(&text, "\\n%s\u00d7", grouped(d->arena, call->count).s);
    if (call->indirect > 0) {
        buf_add(&text, S("\\nof this over functions not drawn: "));
        escape_tooltip(&text, cost_text(d->arena, call->indirect, unit,
                                        r->look->time_format),
                       TEXT_LIMIT);
    }
    struct str copy = arena_copy(d->arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

static const char *edge_style(const struct view_call *call)
{
    if (call->back)
        return "dashed";
    return call->indirect > call->cost / 2 ? "dotted" : "";
}

static void draw_edge(struct drawing *d, const struct view_call *call)
{
    const struct look *look = d->report->look;
    const struct report *r = d->report;
    double part = fmin(share(d, call->cost), 1);
    double pen = theme_pen_width(look->theme, part);
    const char *caller = r->ids[call->caller].s;
    const char *callee = r->ids[call->callee].s;
    Agedge_t *edge = agedge(d->graph, agnode(d->graph, mut(caller), 1),
                            agnode(d->graph, mut(callee), 1), NULL, 1);
    struct str tooltip = edge_tooltip(d, call);
    set(edge, "id", arena_printf(d->arena, "%s_%s", caller, callee).s);
    set(edge, "label", edge_label(d, call, pen).s);
    set(edge, "tooltip", tooltip.s);
    set(edge, "labeltooltip", tooltip.s);
    set(edge, "style", edge_style(call));
    set_color(d, edge, "color", theme_edge(look->theme, part, look->skew));
    set_number(edge, "fontsize", theme_edge_font_size(look->theme, part));
    set_number(edge, "penwidth", pen);
    set_number(edge, "arrowsize", theme_arrow_size(look->theme, part));
    set(edge, "weight",
        arena_printf(d->arena, "%d", 1 + (int)(100 * part)).s);
}

struct hot {
    double total;
    uint32_t function;
};

static int by_total(const void *left, const void *right)
{
    const struct hot *a = left, *b = right;
    if (a->total != b->total)
        return a->total < b->total ? 1 : -1;
    return (a->function > b->function) - (a->function < b->function);
}

/*
 * dot's layout depends on the order of the nodes, and agwrite writes the
 * members of a subgraph first: so all nodes go into one, hottest first.
 */
static void draw_nodes(struct drawing *d)
{
    const struct view *view = d->report->view;
    Agraph_t *group = agsubg(d->graph, mut("nodes"), 1);
    struct hot *hot = NEW_N(d->arena, struct hot, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        hot[i] = (struct hot){
            d->report->costs->total[view->functions[i]], view->functions[i]
        };
    qsort(hot, view->n_functions, sizeof *hot, by_total);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        draw_node(d, hot[i].function);
        agsubnode(group,
                  agnode(d->graph, mut(d->report->ids[hot[i].function].s), 1),
                  1);
    }
}

static void draw_ramp(struct drawing *d, Agraph_t *box)
{
    Agnode_t *ramp = agnode(box, mut("ramp"), 1);
    set(ramp, "id", "ramp");
    set(ramp, "label", "");
    set(ramp, "tooltip", " ");
    set(ramp, "style", "striped");
    set(ramp, "width", "1");
    set(ramp, "height", ".15");
    set(ramp, "fillcolor", legend_ramp(d->arena, d->report->look).s);
    set(ramp, "color", "#d0d7de");
}

/* The colours, cold to hot, and what everything means. */
static void draw_legend(struct drawing *d)
{
    Agraph_t *box = agsubg(d->graph, mut("cluster_legend"), 1);
    set(box, "label", "");
    set(box, "color", "#d0d7de");
    draw_ramp(d, box);
    Agnode_t *text = agnode(box, mut("legend"), 1);
    set(text, "id", "legend");
    set(text, "label", legend_text(d->arena, d->report, d->max_self).s);
    set(text, "tooltip", " ");
    set(text, "style", "solid");
    set(text, "shape", "plaintext");
    set(text, "fontsize", "9");
}

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

static void find_shown(struct drawing *d)
{
    const struct report *r = d->report;
    struct strings modules = { 0 }, looks = { 0 };
    uint32_t *owner = NEW_N(d->arena, uint32_t, r->view->n_functions);
    d->max_self = THEME_LEAST_SCALE;
    d->ambiguous = NEW_N(d->arena, bool, r->profile->n_functions);
    for (uint32_t i = 0; i < r->view->n_functions; i++) {
        uint32_t f = r->view->functions[i], n = looks.n;
        struct str module = r->profile->functions[f].is.module;
        struct str look = arena_printf(d->arena, "%s\n%s", r->labels[f].s,
                                       str_basename(module).s);
        uint32_t id = strings_add(&looks, d->arena, look);
        strings_add(&modules, d->arena, module);
        d->max_self = fmax(d->max_self, self_share(d, f));
        if (id == n)
            owner[id] = f;
        else
            d->ambiguous[f] = d->ambiguous[owner[id]] = true;
    }
    d->show_modules = modules.n > 1;
    strings_free(&modules);
    strings_free(&looks);
}

bool write_dot(struct buf *out, const struct report *report)
{
    struct arena arena = { 0 };
    Agiodisc_t io = { .putstr = put, .flush = flush };
    Agdisc_t discipline = { .io = &io };
    struct drawing d = { .report = report,
                         .arena = &arena,
                         .graph = agopen(mut("callgraph"), Agdirected,
                                         &discipline) };
    set_defaults(&d);
    find_shown(&d);
    draw_nodes(&d);
    for (uint32_t i = 0; i < report->view->n_calls; i++)
        draw_edge(&d, &report->view->calls[i]);
    if (report->look->legend)
        draw_legend(&d);
    bool good = agwrite(d.graph, out) == 0;
    agclose(d.graph);
    arena_free(&arena);
    return good || diag_error("libcgraph could not write the graph");
}
