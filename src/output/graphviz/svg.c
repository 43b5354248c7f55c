#include "output/graphviz/svg.h"

#include <math.h>

#include "output/changes.h"
#include "output/describe.h"
#include "output/graphviz/draw.h"
#include "output/html/assets.h"
#include "output/writer.h"
#include "output/xml.h"
#include "util/diag.h"

/* Fonts whose letters are as wide as those of Arial, for which dot makes the
   boxes. A viewer without Arial may choose a wider font unless these are
   named. */
#define FONTS \
    " font-family=\"Arial,Helvetica,'Liberation Sans',Arimo,'Nimbus Sans'," \
    "sans-serif\""

enum { HOTTEST = 8 }; /* the number of the last class "hot" */

/* The state while dot's SVG is rewritten. */
struct rewriter {
    const struct report *report;
    bool in_page;
    double max_self; /* share */
    double most_changed; /* share; 0 unless the report is a comparison */
    struct arena arena;
    struct strings functions; /* ids of view->functions */
    struct strings calls;     /* ids of view->calls: "f1_f2" */
};

static void index_ids(struct rewriter *w)
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
static void put_function_classes(struct buf *out, const struct rewriter *w,
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
        buf_printf(out, " call hot%d",
                   hot_class(report_share(r, call->cost)));
        return;
    }
    const struct change *change = changes_of_call(r, call);
    buf_printf(out, " call %s",
               change_class(change->is_real ? compare_difference(change) : 0));
}

/* Puts the end of the class attribute, and the title. */
static void put_function(struct buf *out, const struct rewriter *w, uint32_t f)
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
    buf_add(out, S("\">\n<title>"));
    xml_escape(out, w->report->labels[f]);
    buf_add(out, S("</title>\n"));
}

static void put_call(struct buf *out, const struct rewriter *w,
                     const struct view_call *call)
{
    const struct report *r = w->report;
    put_call_classes(out, r, call);
    buf_printf(out, "%s%s\">\n<title>", call->back ? " back" : "",
               view_call_is_indirect(call) ? " indirect" : "");
    xml_escape(out, r->labels[call->caller]);
    buf_add(out, S(" \u2192 "));
    xml_escape(out, r->labels[call->callee]);
    buf_add(out, S("</title>\n"));
}

/* Replaces all occurrences of a text. */
static void replace_all(struct buf *svg, struct str old, struct str new)
{
    struct buf changed = { 0 };
    struct str before, rest = buf_text(svg);
    while (str_cut(rest, old, &before, &rest)) {
        buf_add(&changed, before);
        buf_add(&changed, new);
    }
    buf_add(&changed, rest);
    buf_free(svg);
    *svg = changed;
}

/* Replaces a colour that dot 2.43 writes and SVG 1.1 does not have, and removes
   the font of each text, because the root element has a list of fonts. */
static void clean(struct buf *svg)
{
    replace_all(svg, S("stroke=\"transparent\""), S("stroke=\"none\""));
    replace_all(svg, S(" font-family=\"Arial\""), S(""));
}

/* `text` begins with the '>' of a start tag. Skips it and dot's title behind
   it, which is an id. */
static struct str skip_title(struct str text)
{
    struct str rest = str_skip(text, 1), before;
    str_take(&rest, S("\n"));
    if (!str_take(&rest, S("<title>")) ||
        !str_cut(rest, S("</title>"), &before, &rest))
        return str_skip(text, 1);
    str_take(&rest, S("\n"));
    return rest;
}

/* Rewrites the start tag of a group and its title. `text` is what follows
   "<g id=", '"ID" class="node">...'; returns what is left of it. */
static struct str put_group(struct buf *out, const struct rewriter *w,
                            struct str text)
{
    struct str rest = text, id, class, tag;
    uint32_t n;
    buf_add(out, S("<g id="));
    if (!str_take(&rest, S("\"")) || !str_cut(rest, S("\""), &id, &rest) ||
        !str_take(&rest, S(" class=\"")) ||
        !str_cut(rest, S("\""), &class, &rest))
        return text;
    buf_add(out, str_head(text, (size_t)(rest.s - text.s) - 1));
    if ((n = strings_find(&w->functions, id)) != NO_ID) {
        put_function(out, w, w->report->view->functions[n]);
        return skip_title(rest);
    }
    if ((n = strings_find(&w->calls, id)) != NO_ID) {
        put_call(out, w, &w->report->view->calls[n]);
        return skip_title(rest);
    }
    buf_char(out, '"');
    if (!str_cut(rest, S(">"), &tag, &rest))
        return rest;
    buf_add(out, tag);
    buf_add(out, S(">\n"));
    return skip_title((struct str){ rest.s - 1, rest.len + 1 });
}

/* ---- The root element ---- */

static void put_text_alternative(struct buf *out, struct rewriter *w,
                                 const char *name)
{
    buf_printf(out, "<title id=\"%s-title\">", name);
    xml_escape(out, describe_title(&w->arena, w->report));
    buf_printf(out, "</title>\n<desc id=\"%s-text\">", name);
    xml_escape(out, describe_text(&w->arena, w->report));
    buf_add(out, S("</desc>\n"));
}

/*
 * Graphviz outlines the heads of thick arrows with the pen of their lines.
 * Before version 7 it puts the tip of a head at the edge of the box without
 * counting the outline, whose mitre then reaches into the name in the box.
 * `head` is the start of the document, which has the version.
 */
static bool has_long_tips(struct str head)
{
    struct str before, version;
    uint64_t major;
    return str_cut(head, S("graphviz version "), &before, &version) &&
           str_take_digits(&version, &major) && major < 7;
}

/* `attributes` are dot's, ' width="100pt" height="200pt"\n viewBox="..."
   xmlns="..."'. In a page the picture has the size of its element. */
static void put_root(struct buf *out, struct rewriter *w,
                     struct str attributes, bool round)
{
    const struct look *look = w->report->look;
    const char *name = look->name ? look->name : "callgraph";
    struct str before, box;
    buf_add(out, S("<svg"));
    if (round)
        buf_add(out, S(" stroke-linejoin=\"round\""));
    buf_add(out, S(FONTS));
    if (w->in_page) {
        if (str_cut(attributes, S("viewBox="), &before, &box))
            attributes = box;
        buf_add(out, S(" id=\"picture\" viewBox="));
    } else {
        buf_printf(out, " role=\"img\" aria-labelledby=\"%s-title %s-text\"",
                   name, name);
    }
    buf_add(out, attributes);
    buf_add(out, S(">\n"));
    if (w->in_page)
        return;
    put_text_alternative(out, w, name);
    if (look->dark == DARK_AUTO) {
        buf_add(out, S("<style>\n@media (prefers-color-scheme: dark) {\n"));
        buf_add(out, ASSET(picture_dark_css));
        if (w->report->comparison)
            buf_add(out, ASSET(changes_dark_css));
        else if (svg_has_dark_boxes(w->report))
            buf_add(out, ASSET(boxes_dark_css));
        buf_add(out, S("}\n</style>\n"));
    }
}

/* Copies the groups. The first polygon is the background, which gets the class
   "ground". */
static void put_groups(struct buf *out, const struct rewriter *w,
                       struct str text)
{
    struct buf groups = { 0 };
    struct str before, rest = text;
    while (str_cut(rest, S("<g id="), &before, &rest)) {
        buf_add(&groups, before);
        rest = put_group(&groups, w, rest);
    }
    buf_add(&groups, rest);
    clean(&groups);
    rest = buf_text(&groups);
    if (str_cut(rest, S("<polygon"), &before, &rest)) {
        buf_add(out, before);
        buf_add(out, S("<polygon class=\"ground\""));
    }
    buf_add(out, rest);
    buf_free(&groups);
}

static bool rewrite(struct buf *out, struct rewriter *w, struct str svg)
{
    struct str head, rest, attributes;
    if (!str_cut(svg, S("<svg"), &head, &rest) ||
        !str_cut(rest, S(">"), &attributes, &rest))
        return diag_error("dot wrote no SVG; --dot names another program, and "
                          "-T dot does without");
    if (!w->in_page)
        buf_add(out, head);
    put_root(out, w, attributes, has_long_tips(head));
    str_take(&rest, S("\n"));
    put_groups(out, w, rest);
    return true;
}

bool svg_draw(struct buf *out, const struct report *report, bool in_page)
{
    struct rewriter w = { .report = report,
                          .in_page = in_page,
                          .max_self = report_max_self(report),
                          .most_changed = report->comparison
                              ? changes_most(report, changes_by_total(report))
                              : 0 };
    struct buf svg = { 0 };
    index_ids(&w);
    bool good = draw_picture(&svg, report, "svg") &&
                rewrite(out, &w, buf_text(&svg));
    buf_free(&svg);
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
