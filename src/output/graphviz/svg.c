#include "output/graphviz/svg.h"

#include <math.h>

#include "output/dot/escape.h"
#include "output/graphviz/describe.h"
#include "output/graphviz/draw.h"
#include "output/html/assets.h"
#include "util/diag.h"

enum { HOTTEST = 8 };

struct dress {
    const struct report *report;
    bool in_page; /* HTML: the page has style and words */
    double max_self;
    struct arena arena;
    struct strings functions; /* the ids of view->functions */
    struct strings calls;     /* "f1_f2" of view->calls */
};

static void note_ids(struct dress *d)
{
    const struct report *r = d->report;
    for (uint32_t i = 0; i < r->view->n_functions; i++)
        strings_add(&d->functions, &d->arena, r->ids[r->view->functions[i]]);
    for (uint32_t i = 0; i < r->view->n_calls; i++) {
        const struct view_call *call = &r->view->calls[i];
        strings_add(&d->calls, &d->arena,
                    arena_printf(&d->arena, "%s_%s", r->ids[call->caller].s,
                                 r->ids[call->callee].s));
    }
}

static int heat(double weight)
{
    return (int)(HOTTEST * fmin(fmax(weight, 0), 1) + .5);
}

/* What is no letter or digit becomes '-'. */
static void put_module(struct buf *out, struct str module)
{
    module = str_basename(module);
    for (size_t i = 0; i < module.len; i++) {
        char c = module.s[i];
        buf_char(out, ascii_is_letter(c) || ascii_is_digit(c) || c == '_' ? c : '-');
    }
}

static void put_function(struct buf *out, const struct dress *d, uint32_t f)
{
    struct str module = d->report->profile->functions[f].is.module;
    double self = report_self(d->report, f);
    buf_printf(out, " fn hot%d", heat(sqrt(self / d->max_self)));
    if (module.len) {
        buf_add(out, S(" mod-"));
        put_module(out, module);
    }
    buf_add(out, S("\">\n<title>"));
    escape_xml(out, d->report->labels[f]);
    buf_add(out, S("</title>\n"));
}

static void put_call(struct buf *out, const struct dress *d,
                     const struct view_call *call)
{
    const struct report *r = d->report;
    buf_printf(out, " call hot%d%s%s\">\n<title>",
               heat(report_share(r, call->cost)), call->back ? " back" : "",
               view_call_is_indirect(call) ? " indirect" : "");
    escape_xml(out, r->labels[call->caller]);
    buf_add(out, S(" \u2192 "));
    escape_xml(out, r->labels[call->callee]);
    buf_add(out, S("</title>\n"));
}

/* dot 2.43 writes a colour that SVG 1.1 does not have. */
static void put_plain(struct buf *out, struct str text)
{
    struct str before;
    while (str_cut(text, S("stroke=\"transparent\""), &before, &text)) {
        buf_add(out, before);
        buf_add(out, S("stroke=\"none\""));
    }
    buf_add(out, text);
}

/* The rest of a start tag, and the title that follows it: dot's are ids. */
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

/* text follows "<g id=": '"ID" class="node">...'. Returns what is left. */
static struct str put_group(struct buf *out, const struct dress *d,
                            struct str text)
{
    struct str rest = text, id, class;
    uint32_t n;
    buf_add(out, S("<g id="));
    if (!str_take(&rest, S("\"")) || !str_cut(rest, S("\""), &id, &rest) ||
        !str_take(&rest, S(" class=\"")) ||
        !str_cut(rest, S("\""), &class, &rest))
        return text;
    buf_add(out, str_head(text, (size_t)(rest.s - text.s) - 1));
    if ((n = strings_find(&d->functions, id)) != NO_ID) {
        put_function(out, d, d->report->view->functions[n]);
        return skip_title(rest);
    }
    if ((n = strings_find(&d->calls, id)) != NO_ID) {
        put_call(out, d, &d->report->view->calls[n]);
        return skip_title(rest);
    }
    buf_char(out, '"');
    struct str tag;
    if (!str_cut(rest, S(">"), &tag, &rest))
        return rest;
    buf_add(out, tag);
    buf_add(out, S(">\n"));
    return skip_title((struct str){ rest.s - 1, rest.len + 1 });
}

/* The first polygon is the ground. */
static struct str put_ground(struct buf *out, struct str text)
{
    struct str before;
    if (str_cut(text, S("<polygon"), &before, &text)) {
        buf_add(out, before);
        buf_add(out, S("<polygon class=\"ground\""));
    }
    return text;
}

static const char *name_of(const struct dress *d)
{
    return d->report->look->name ? d->report->look->name : "callgraph";
}

static void put_words(struct buf *out, struct dress *d)
{
    buf_printf(out, "<title id=\"%s-title\">", name_of(d));
    escape_xml(out, describe_title(d->report));
    buf_printf(out, "</title>\n<desc id=\"%s-text\">", name_of(d));
    escape_xml(out, describe_text(&d->arena, d->report));
    buf_add(out, S("</desc>\n"));
    if (d->report->look->dark == DARK_AUTO) {
        buf_add(out, S("<style>\n@media (prefers-color-scheme: dark) {\n"));
        buf_add(out, ASSET(picture_dark_css));
        buf_add(out, S("}\n</style>\n"));
    }
}

/*
 * Heads of thick arrows are outlined as thickly as their lines, and before
 * Graphviz 7 their tips end where boxes begin without that: a mitre reaches
 * into the names in the boxes. head has the version.
 */
static bool has_long_tips(struct str head)
{
    struct str before, version;
    uint64_t major;
    return str_cut(head, S("graphviz version "), &before, &version) &&
           str_take_digits(&version, &major) && major < 7;
}

/* tag is ' width="100pt" height="200pt"\n viewBox="..." xmlns="..."'. */
static void put_root(struct buf *out, struct dress *d, struct str tag,
                     bool round)
{
    struct str before, box;
    buf_add(out, S("<svg"));
    if (round)
        buf_add(out, S(" stroke-linejoin=\"round\""));
    if (d->in_page) {
        if (str_cut(tag, S("viewBox="), &before, &box))
            tag = box;
        buf_add(out, S(" id=\"picture\" viewBox="));
    } else {
        buf_printf(out, " role=\"img\" aria-labelledby=\"%s-title %s-text\"",
                   name_of(d), name_of(d));
    }
    buf_add(out, tag);
    buf_add(out, S(">\n"));
    if (!d->in_page)
        put_words(out, d);
}

static bool put_picture(struct buf *out, struct dress *d, struct str svg)
{
    struct str head, rest, tag;
    if (!str_cut(svg, S("<svg"), &head, &rest) ||
        !str_cut(rest, S(">"), &tag, &rest))
        return diag_error("dot wrote no SVG");
    if (!d->in_page)
        buf_add(out, head);
    put_root(out, d, tag, has_long_tips(head));
    str_take(&rest, S("\n"));
    struct buf groups = { 0 };
    while (str_cut(rest, S("<g id="), &head, &rest)) {
        put_plain(&groups, head);
        rest = put_group(&groups, d, rest);
    }
    put_plain(&groups, rest);
    buf_add(out, put_ground(out, buf_text(&groups)));
    buf_free(&groups);
    return true;
}

bool svg_draw(struct buf *out, const struct report *report, bool in_page)
{
    struct dress d = { .report = report,
                       .in_page = in_page,
                       .max_self = report_max_self(report) };
    struct buf svg = { 0 };
    note_ids(&d);
    bool good = draw_picture(&svg, report, "svg") &&
                put_picture(out, &d, buf_text(&svg));
    buf_free(&svg);
    strings_free(&d.functions);
    strings_free(&d.calls);
    arena_free(&d.arena);
    return good;
}

bool write_svg(struct buf *out, const struct report *report)
{
    return svg_draw(out, report, false);
}
