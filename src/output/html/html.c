/*
 * A page of its own: the picture and the numbers behind it, to look around in.
 * The folder html has its parts; page.html says what goes where in words like
 * {{title}}. It loads nothing, and its Content-Security-Policy allows only its
 * own script and style, by their hashes.
 */
#include "output/dot/escape.h"
#include "output/dot/legend.h"
#include "output/dot/theme.h"
#include "output/graphviz/describe.h"
#include "output/graphviz/svg.h"
#include "output/html/assets.h"
#include "output/html/data.h"
#include "util/number.h"
#include "util/sha256.h"

struct page {
    const struct report *report;
    struct arena arena;
    struct buf style, picture;
};

static void put_hash(struct buf *out, struct str text)
{
    buf_add(out, S("sha256-"));
    sha256_base64(out, text);
}

static void put_script_hash(struct buf *out, struct page *page)
{
    (void)page;
    put_hash(out, ASSET(page_js));
}

static void put_script(struct buf *out, struct page *page)
{
    (void)page;
    buf_add(out, ASSET(page_js));
}

static void put_style_hash(struct buf *out, struct page *page)
{
    put_hash(out, buf_text(&page->style));
}

static void put_style(struct buf *out, struct page *page)
{
    buf_add(out, buf_text(&page->style));
}

/* A theme for a dark ground wants one, whatever the reader does. */
static bool is_dark(const struct page *page)
{
    return page->report->look->theme->ground;
}

static void put_schemes(struct buf *out, struct page *page)
{
    bool choice = page->report->look->dark != DARK_NEVER;
    buf_add(out, is_dark(page)  ? S("dark")
                 : choice ? S("light dark")
                          : S("light"));
}

static void put_title(struct buf *out, struct page *page)
{
    escape_xml(out, describe_title(page->report));
}

static void put_description(struct buf *out, struct page *page)
{
    escape_xml(out, describe_text(&page->arena, page->report));
}

/* "132 samples of cpu-clock, 16 of 20 functions drawn" */
static void put_summary(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct arena *a = &page->arena;
    if (r->whole > 0) {
        escape_xml(out, report_cost(a, r, r->whole));
        buf_add(out, r->profile->event.len ? S(" of ") : S(""));
        escape_xml(out, r->profile->event);
    } else {
        buf_add(out, S("no cost recorded"));
    }
    buf_printf(out, " \u00b7 %s of %s functions drawn",
               number_grouped(a, r->view->n_functions).s,
               number_grouped(a, r->n_functions).s);
}

static void put_picture(struct buf *out, struct page *page)
{
    buf_add(out, buf_text(&page->picture));
}

static void put_data(struct buf *out, struct page *page)
{
    html_data(out, page->report);
}

/* A line of DOT, its backslashes doubled and its ampersands entities. */
static void put_legend_line(struct buf *out, struct str line)
{
    buf_add(out, S("<li>"));
    for (; line.len; line = str_skip(line, 1)) {
        if (str_starts(line, S("\\\\")))
            line = str_skip(line, 1);
        if (line.s[0] == '<')
            buf_add(out, S("&lt;"));
        else if (line.s[0] == '>')
            buf_add(out, S("&gt;"));
        else
            buf_char(out, line.s[0]);
    }
    buf_add(out, S("</li>\n"));
}

/* The page's script says what colours mean. */
static void put_legend(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct str line, text = legend_text(&page->arena, r, report_max_self(r));
    while (r->look->legend && str_cut(text, S("\\l"), &line, &text))
        if (!str_starts(line, S("colour: ")))
            put_legend_line(out, line);
}

/* What the table holds, where that is not all. */
static void put_listed(struct buf *out, struct page *page)
{
    const struct report *r = page->report;
    struct arena *a = &page->arena;
    uint32_t all = r->profile->n_functions, listed = html_data_listed(r);
    if (listed < all)
        buf_printf(out,
                   "The %s functions of the largest total cost, of %s. ",
                   number_grouped(a, listed).s, number_grouped(a, all).s);
    if (r->view->n_functions < listed)
        buf_add(out, S("Grey functions are not in the picture."));
}

static const struct {
    const char *word;
    void (*put)(struct buf *out, struct page *page);
} words[] = {
    { "data", put_data },
    { "description", put_description },
    { "legend", put_legend },
    { "listed", put_listed },
    { "picture", put_picture },
    { "schemes", put_schemes },
    { "script", put_script },
    { "script-hash", put_script_hash },
    { "style", put_style },
    { "style-hash", put_style_hash },
    { "summary", put_summary },
    { "title", put_title },
};

static void put_word(struct buf *out, struct page *page, struct str word)
{
    for (size_t i = 0; i < ROWS(words); i++)
        if (str_eq(word, str_of(words[i].word)))
            words[i].put(out, page);
}

static void put_page(struct buf *out, struct page *page)
{
    struct str rest = ASSET(page_html), before, word;
    while (str_cut(rest, S("{{"), &before, &rest) &&
           str_cut(rest, S("}}"), &word, &rest)) {
        buf_add(out, before);
        put_word(out, page, word);
    }
    buf_add(out, rest);
}

static void make_style(struct page *page)
{
    struct buf *style = &page->style;
    buf_add(style, ASSET(page_css));
    if (page->report->look->dark == DARK_NEVER && !is_dark(page))
        return;
    buf_add(style, is_dark(page)
                       ? S("@media screen {\n")
                       : S("@media screen and (prefers-color-scheme: dark) {\n"));
    buf_add(style, ASSET(page_dark_css));
    buf_add(style, ASSET(picture_dark_css));
    buf_add(style, S("}\n"));
}

/* The page has a legend of its own, and its title. */
bool write_html(struct buf *out, const struct report *report)
{
    struct look look = *report->look;
    struct report inner = *report;
    struct page page = { .report = report };
    look.legend = false;
    look.title = NULL;
    inner.look = &look;
    make_style(&page);
    bool good = svg_draw(&page.picture, &inner, true);
    if (good)
        put_page(out, &page);
    buf_free(&page.style);
    buf_free(&page.picture);
    arena_free(&page.arena);
    return good;
}
