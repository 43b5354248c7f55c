/*
 * A page with the picture and the numbers behind it, to look around in. It
 * loads nothing. Its Content-Security-Policy allows only its own script and
 * styles, by hashes that were computed when the program was built; the data
 * are in an element that is not executed and needs no hash.
 *
 * page.html is the template: it has placeholders such as {{title}}.
 */
#include "output/change_list.h"
#include "output/changes.h"
#include "output/describe.h"
#include "output/graphviz/frame.h"
#include "output/graphviz/svg.h"
#include "output/html/assets.h"
#include "output/html/data.h"
#include "output/html/live.h"
#include "output/legend.h"
#include "output/writer.h"
#include "output/xml.h"
#include "util/text/number.h"

struct page {
    const struct report *report;
    struct arena arena;
    struct str picture;
};

/* ---- Policy, script and style ---- */

static bool shows_source(const struct page *page)
{
    return page->report->look->source || page->report->look->assembly;
}

static void put_script_source(struct buf *out, struct page *page)
{
    buf_printf(out, "'sha256-%s'", page_js_sha256);
    if (page->report->look->live)
        buf_printf(out, " 'sha256-%s'", live_js_sha256);
    if (shows_source(page))
        buf_printf(out, " 'sha256-%s'", source_js_sha256);
}

/* A page that is served asks its own server for other pictures. */
static void put_own_source(struct buf *out, struct page *page)
{
    buf_add(out, page->report->look->live ? S("'self'") : S("'none'"));
}

static void put_live(struct buf *out, struct page *page)
{
    if (page->report->look->live)
        html_live_form(out, page->report->look->live);
}

static void put_live_script(struct buf *out, struct page *page)
{
    if (page->report->look->live)
        html_live_script(out);
}

static void put_source_script(struct buf *out, struct page *page)
{
    if (!shows_source(page))
        return;
    buf_add(out, S("<script id=\"source-script\">"));
    buf_add(out, ASSET(source_js));
    buf_add(out, S("</script>\n"));
}

static void put_script(struct buf *out, struct page *page)
{
    (void)page;
    buf_add(out, ASSET(page_js));
}

static void put_style_sources(struct buf *out, struct page *page)
{
    buf_printf(out, "'sha256-%s' 'sha256-%s' 'sha256-%s'", page_css_sha256,
               page_dark_css_sha256, picture_dark_css_sha256);
    if (page->report->comparison)
        buf_printf(out, " 'sha256-%s'", changes_dark_css_sha256);
    if (frame_has_dark_boxes(page->report))
        buf_printf(out, " 'sha256-%s'", boxes_dark_css_sha256);
    if (page->report->look->live)
        buf_printf(out, " 'sha256-%s'", live_css_sha256);
    if (shows_source(page))
        buf_printf(out, " 'sha256-%s'", source_css_sha256);
}

/* `class` is "dark" for what the script leaves out on paper. */
static void put_style(struct buf *out, const char *class, const char *media,
                      struct str style)
{
    buf_printf(out, "<style class=\"%s\" media=\"%s\">", class, media);
    buf_add(out, style);
    buf_add(out, S("</style>\n"));
}

/* A theme with a dark background makes the whole page dark, whatever the
   reader's system asks for. */
static bool is_dark(const struct page *page)
{
    return page->report->look->theme->background;
}

static void put_styles(struct buf *out, struct page *page)
{
    const char *media = is_dark(page)
                            ? "screen"
                            : "screen and (prefers-color-scheme: dark)";
    put_style(out, "light", "all", ASSET(page_css));
    if (page->report->look->live)
        put_style(out, "light", "all", ASSET(live_css));
    if (shows_source(page))
        put_style(out, "light", "all", ASSET(source_css));
    if (page->report->look->dark == DARK_NEVER && !is_dark(page))
        return;
    put_style(out, "dark", media, ASSET(page_dark_css));
    put_style(out, "dark", media, ASSET(picture_dark_css));
    if (page->report->comparison)
        put_style(out, "dark", media, ASSET(changes_dark_css));
    if (frame_has_dark_boxes(page->report)) {
        /* The script colours boxes by itself. */
        buf_add(out, S("<noscript>"));
        put_style(out, "dark", media, ASSET(boxes_dark_css));
        buf_add(out, S("</noscript>\n"));
    }
}

static void put_color_schemes(struct buf *out, struct page *page)
{
    bool both = page->report->look->dark != DARK_NEVER;
    buf_add(out, is_dark(page) ? S("dark")
                 : both        ? S("light dark")
                               : S("light"));
}

/* ---- Content ---- */

/* Returns "calc, cpu-clock", the file and the event, unless --title or a
   comparison gives another title. The date of the file is no part of it,
   because the same input makes the same page. */
static struct str title(struct arena *arena, const struct report *report)
{
    struct str event = report->profile->event;
    if (report->look->title || report->comparison || !report->n_inputs)
        return describe_title(arena, report);
    struct str file = str_basename(str_of(report->inputs[0]));
    if (str_eq(file, S("-")))
        file = describe_title(arena, report);
    if (report->n_inputs > 1)
        file = arena_printf(arena, "%s and %zu more", file.s,
                            report->n_inputs - 1);
    return event.len ? arena_printf(arena, "%s, %s", file.s, event.s) : file;
}

static void put_title(struct buf *out, struct page *page)
{
    xml_escape(out, title(&page->arena, page->report));
}

static void put_description(struct buf *out, struct page *page)
{
    xml_escape(out, describe_text(&page->arena, page->report, S("")));
}

/* Writes " of cpu-clock", unless the event is the unit of the costs. */
static void put_event(struct buf *out, const struct profile *profile)
{
    if (profile->event.len == 0 || str_eq(profile->event, profile->unit))
        return;
    buf_add(out, S(" of "));
    xml_escape(out, profile->event);
}

/* Writes "120 → 81 samples of cpu-clock, -39 samples (-32.5%) · 2 of 20
   functions changed; the others are within noise". */
static void put_changes(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    const struct comparison *c = r->comparison;
    struct arena *a = &page->arena;
    xml_escape(out, changes_values(a, r, &c->whole));
    put_event(out, r->profile);
    buf_add(out, S(", "));
    xml_escape(out, changes_difference(a, r, &c->whole));
    buf_add(out, str_of(changes_doubt(c)));
    buf_add(out, S(" \u00b7 "));
    xml_escape(out, changes_summary(a, c));
    buf_add(out, S(" \u00b7 "));
    xml_escape(out, changes_match(a, c));
}

/* Writes "132 samples of cpu-clock · 16 of 20 functions drawn". */
static void put_summary(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct arena *a = &page->arena;
    if (r->comparison) {
        put_changes(out, page);
        return;
    }
    if (r->whole > 0) {
        xml_escape(out, report_cost(a, r, r->whole));
        put_event(out, r->profile);
    } else {
        buf_add(out, S("no cost recorded"));
    }
    buf_printf(out, " \u00b7 %s of %s functions drawn",
               number_grouped(a, r->view->n_functions - r->view->n_tags).s,
               number_grouped(a, r->n_functions).s);
}

static void put_picture(struct buf *out, struct page *page)
{
    buf_add(out, page->picture);
}

static void put_data(struct buf *out, struct page *page)
{
    html_data(out, page->report);
}

/* The line about the ramp is left out: the script of the page has one that
   follows the reader's choice of colours. */
static void put_legend(struct buf *out, struct page *page)
{
    struct legend legend = legend_of(&page->arena, page->report);
    for (size_t i = 0; page->report->look->legend && i < legend.lines.n; i++) {
        buf_add(out, S("<li>"));
        xml_escape(out, legend.lines.of[i]);
        buf_add(out, S("</li>\n"));
    }
}

static void put_top_title(struct buf *out, struct page *page)
{
    buf_add(out, page->report->comparison ? S("Largest changes")
                                          : S("Hottest functions"));
}

/* Writes the changes as a table for readers without script. */
static void put_changes_table(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct arena *a = &page->arena;
    struct change_list list = change_list_of(a, r, r->view->functions,
                                             r->view->n_functions);
    if (!list.n)
        return;
    buf_add(out, S("<table><tr><th>Function</th><th>Cost</th>"
                   "<th>Before \u2192 after</th><th>Change</th></tr>\n"));
    for (uint32_t i = 0; i < list.n; i++) {
        const struct listed_change *row = &list.of[i];
        buf_add(out, S("<tr><td>"));
        xml_escape(out, report_label(a, r, row->function));
        buf_add(out, change_list_callers(a, row));
        buf_printf(out, "</td><td class=\"number\">%s</td><td>",
                   row->is_self ? "self" : "total");
        xml_escape(out, changes_values(a, r, row->change));
        buf_printf(out, "</td><td class=\"number\">%s</td></tr>\n",
                   changes_points(a, r, row->change).s);
    }
    buf_add(out, S("</table>"));
}

/* Writes the functions of the view as a table for readers without script. */
static void put_functions_table(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct arena *a = &page->arena;
    const uint32_t *functions = report_by_total(a, r);
    buf_add(out, S("<table><tr><th>Function</th><th>Self</th><th>Total</th>"
                   "</tr>\n"));
    for (uint32_t i = 0; i < r->view->n_functions; i++) {
        uint32_t f = functions[i];
        buf_add(out, S("<tr><td>"));
        xml_escape(out, report_label(a, r, f));
        buf_add(out, S("</td><td class=\"number\">"));
        xml_escape(out, number_percent(a, report_self(r, f)));
        buf_add(out, S("</td><td class=\"number\">"));
        xml_escape(out, report_total_text(a, r, f));
        buf_add(out, S("</td></tr>\n"));
    }
    buf_add(out, S("</table>"));
}

static void put_static_table(struct buf *out, struct page *page)
{
    if (page->report->comparison)
        put_changes_table(out, page);
    else
        put_functions_table(out, page);
}

/* Says which functions and calls the page contains, unless it contains all of
   them. */
static void put_table_note(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct arena *a = &page->arena;
    uint32_t all = r->profile->n_functions, listed = html_data_functions(r);
    uint32_t calls = r->profile->n_calls;
    if (listed < all)
        buf_printf(out,
                   "The %s functions of the largest total cost, of %s. ",
                   number_grouped(a, listed).s, number_grouped(a, all).s);
    if (calls > HTML_CALLS)
        buf_printf(out,
                   "The lists of callers and callees have the %s costliest "
                   "calls at most, of %s. ",
                   number_grouped(a, HTML_CALLS).s, number_grouped(a, calls).s);
    if (r->comparison)
        buf_add(out, S("Costs are totals, and percentages are of the base's "
                       "whole. "));
    if (r->view->n_functions < listed)
        buf_add(out, S("Grey functions are not in the picture."));
}

/* ---- The template ---- */

static const struct {
    const char *name;
    void (*put)(struct buf *out, struct page *page);
} placeholders[] = {
    { "color-schemes", put_color_schemes },
    { "data", put_data },
    { "description", put_description },
    { "legend", put_legend },
    { "live", put_live },
    { "live-script", put_live_script },
    { "own-source", put_own_source },
    { "picture", put_picture },
    { "script", put_script },
    { "script-source", put_script_source },
    { "source-script", put_source_script },
    { "static-table", put_static_table },
    { "style-sources", put_style_sources },
    { "styles", put_styles },
    { "summary", put_summary },
    { "table-note", put_table_note },
    { "title", put_title },
    { "top-title", put_top_title },
};

static void put_placeholder(struct buf *out, struct page *page, struct str name)
{
    for (size_t i = 0; i < ROWS(placeholders); i++)
        if (str_eq(name, str_of(placeholders[i].name)))
            placeholders[i].put(out, page);
}

static void put_page(struct buf *out, struct page *page)
{
    struct str rest = ASSET(page_html), before, name;
    while (str_cut(rest, S("{{"), &before, &rest) &&
           str_cut(rest, S("}}"), &name, &rest)) {
        buf_add(out, before);
        put_placeholder(out, page, name);
    }
    buf_add(out, rest);
}

/* The picture is drawn without legend and title, because the page has its
   own. */
static bool write_html(struct buf *out, const struct report *report)
{
    struct look look = *report->look;
    struct report without_legend = *report;
    struct page page = { .report = report };
    struct buf picture = { 0 };
    look.has_outer_legend = look.legend;
    look.legend = false;
    look.title = NULL;
    without_legend.look = &look;
    bool good = svg_draw(&picture, &without_legend, true);
    page.picture = buf_text(&picture);
    if (good)
        put_page(out, &page);
    buf_free(&picture);
    arena_free(&page.arena);
    return good;
}

const struct writer writer_html = {
    .name = "html",
    .ending = "htm",
    .description = "interactive page with search and a table",
    .kind = WRITES_PAGE,
    .runs_dot = true,
    .write = write_html,
};
