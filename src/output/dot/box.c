#include "output/dot/box.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "names/roots.h"
#include "names/strip.h"
#include "output/changes.h"
#include "output/dot/escape.h"
#include "output/dot/metrics.h"
#include "output/members.h"
#include "output/recursion.h"
#include "util/ranked.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"
#include "view/chains.h"

enum {
    MOST_MEMBERS = 10, /* lines for the members of a cycle in its box */
    LEAST_WIDTH = 52,  /* points, of the content of a box */
    CALLER_WIDTH = 28, /* code points of a name in these lines */
};

#define NO_SELF_SHARE .0005 /* a smaller self share is not shown */
#define NEARLY_SELF .98     /* of a total: self cost has no lines of its own */
#define MOSTLY .4           /* of a total: what is missing is worth a line */
#define PARTLY .15          /* the same for hot functions */
#define HOT .25             /* of the hottest one's self cost */
#define LEAST_CALLER .1    /* of a total: a caller is worth a line */
#define LEAST_UNCALLED .05  /* the same for no caller, of a hot one */
#define SPENT .25           /* of a total: time is spent in the function */
#define FIGURE_PART .85     /* of the size of the name, if that is smaller */
#define SMALLEST (9.5 * 72 / 96) /* points: letters of 9.5 pixels stay apart */

/* A box that is being filled. */
struct drafting {
    const struct captions *captions;
    struct arena *arena;
    struct box box;
    LIST(struct box_line) lines;
    double name, figure, small; /* sizes in points */
};

/* ---- Lines ---- */

static struct box_line *new_line(struct drafting *d)
{
    struct box_line *line = PUSH(&d->lines);
    *line = (struct box_line){ 0 };
    return line;
}

static void add_run(struct box_line *line, struct str text, double size,
                    bool bold, bool muted)
{
    if (text.len == 0 || line->n == ROWS(line->runs))
        return;
    line->runs[line->n++] = (struct box_run){ text, size, bold, muted };
    line->width += metrics_width(text, size, bold);
    line->height = fmax(line->height, metrics_height(size));
}

/* Adds a line for each line of the text. */
static void add_lines(struct drafting *d, struct str text, double size,
                      bool bold, bool muted)
{
    struct str line;
    while (str_take_part(&text, S("\n"), &line))
        if (line.len)
            add_run(new_line(d), arena_copy(d->arena, line), size, bold, muted);
}

static void add_name(struct drafting *d, struct str name)
{
    add_lines(d, wrap_name(d->arena, name, d->captions->columns), d->name, true,
              false);
}

static void add_figure(struct drafting *d, struct str line)
{
    add_lines(d, line, d->figure, false, false);
}

static void add_note(struct drafting *d, struct str line)
{
    add_lines(d, line, d->small, false, true);
}

/* ---- Costs ---- */

/* Adds "8.2% of 23.0%", or "23.0% below" if the self share is close to zero,
   and the count "5×". */
static void add_shares(struct drafting *d, uint32_t f, struct str count)
{
    const struct report *r = d->captions->report;
    double self = report_self(r, f), total = report_total(r, f);
    struct box_line *line = new_line(d);
    struct range range = costs_range(r->costs, f);
    struct str range_text = report_range_text(d->arena, r, range);
    struct str total_text = range_text.len ? range_text
                                           : number_percent(d->arena, total);
    struct str self_text = number_percent(d->arena, self);
    if (r->whole > 0 && self < NO_SELF_SHARE)
        add_run(line, arena_printf(d->arena, "%s below", total_text.s),
                d->figure, false, true);
    else if (r->whole > 0)
        add_run(line, self_text, d->figure, true, false);
    if (r->whole > 0 && self >= NO_SELF_SHARE && !str_eq(self_text, total_text))
        add_run(line, arena_printf(d->arena, " of %s", total_text.s), d->figure,
                false, true);
    if (count.len)
        add_run(line,
                arena_printf(d->arena, "%s%s", line->n ? "  " : "", count.s),
                d->figure, false, true);
    if (line->n == 0)
        d->lines.n--;
}

/* Returns "self 1.25 s" or "total 12.3%", as --node-label asks for. */
static struct str measure_line(const struct captions *c, uint32_t f,
                               enum measure measure)
{
    const struct report *r = c->report;
    bool self = measure == SELF_TIME || measure == SELF_TIME_PERCENTAGE;
    double cost = self ? r->profile->functions[f].self : r->costs->total[f];
    const char *word = self ? "self" : "total";
    if (measure == SELF_TIME || measure == TOTAL_TIME)
        return arena_printf(c->arena, "%s %s", word,
                            report_cost(c->arena, r, cost).s);
    if (r->whole <= 0)
        return S("");
    struct str range =
        self ? S("")
             : report_range_text(c->arena, r, costs_range(r->costs, f));
    return arena_printf(c->arena, "%s %s", word,
                        range.len ? range.s
                                  : number_percent(c->arena,
                                                   report_share(r, cost)).s);
}

/* Returns "12 of 34 samples", or "3 ms of 1.5 s" where the units may differ. */
static struct str samples_line(const struct captions *c, uint32_t f)
{
    const struct report *r = c->report;
    double cost = r->profile->functions[f].self;
    struct str total = report_cost(c->arena, r, r->costs->total[f]);
    struct str self = report_cost(c->arena, r, cost);
    if (!r->look->time_format && !unit_is_base(r->profile->unit))
        self = number_grouped(c->arena, cost);
    return arena_printf(c->arena, "%s of %s", self.s, total.s);
}

static void add_measures(struct drafting *d, uint32_t f)
{
    const struct captions *c = d->captions;
    const struct look *look = c->report->look;
    const struct function *function = &c->report->profile->functions[f];
    struct str count = S("");
    if (known(function->count))
        count = arena_printf(d->arena, "%s\u00d7",
                             number_grouped(d->arena, function->count).s);
    for (size_t i = 0; i < look->n_measures; i++)
        add_figure(d, measure_line(c, f, look->measures[i]));
    if (look->n_measures)
        add_figure(d, count);
    else
        add_shares(d, f, count);
    if (look->show_samples)
        add_figure(d, samples_line(c, f));
}

/* ---- Changes ---- */

/* Adds "12 s → 8.1 s" and, if it is no noise, "▼ -3.9 s (-19.5%)". One line
   "▲ new: 8.1 s (+40.5%)" is enough for costs on one side only. */
static void add_change(struct drafting *d, const char *before,
                       const struct change *change)
{
    const struct report *r = d->captions->report;
    const char *mark = compare_difference(change) > 0 ? "\u25b2" : "\u25bc";
    struct str values = changes_values(d->arena, r, change);
    if (change->is_real && !(change->base > 0 && change->new > 0)) {
        add_run(new_line(d),
                arena_printf(d->arena, "%s %s%s (%s)", mark, before, values.s,
                             changes_points(d->arena, r, change).s),
                d->figure, true, false);
        return;
    }
    add_figure(d, arena_printf(d->arena, "%s%s", before, values.s));
    if (change->is_real)
        add_run(new_line(d),
                arena_printf(d->arena, "%s %s", mark,
                             changes_difference(d->arena, r, change).s),
                d->figure, true, false);
}

/* Does nearly all of the total cost arise in the function's own code, on both
   sides? */
static bool is_nearly_self(const struct change *self,
                           const struct change *total)
{
    return known_or(self->base, 0) >= NEARLY_SELF * known_or(total->base, 0) &&
           known_or(self->new, 0) >= NEARLY_SELF * known_or(total->new, 0);
}

/* Adds the change of the total and, if it differs, of self cost. */
static void add_changes(struct drafting *d, uint32_t f)
{
    const struct comparison *comparison = d->captions->report->comparison;
    const struct change *self = &comparison->self[f];
    const struct change *total = &comparison->total[f];
    if (d->captions->report->whole <= 0)
        return;
    add_change(d, "", total);
    if (self->is_real && !(total->is_real && is_nearly_self(self, total)))
        add_change(d, "self ", self);
}

/* ---- Members of a cycle ---- */

/* Do boxes show shares of members? Not in a comparison, where they are sums
   over all runs. */
static bool has_member_shares(const struct captions *c)
{
    return c->report->whole > 0 && !c->report->comparison;
}

static void add_member(struct drafting *d, double cost, struct str text)
{
    const struct captions *c = d->captions;
    struct box_line *line = new_line(d);
    if (has_member_shares(c))
        add_run(line,
                arena_printf(
                    d->arena, "%s  ",
                    number_percent(d->arena, report_share(c->report, cost)).s),
                d->small, false, false);
    add_run(line, text, d->small, false, false);
}

/* Adds a line "6.1% parse" for each of the costliest members of a collapsed
   cycle, and one for the sum of the others. */
static void add_members(struct drafting *d, uint32_t f)
{
    const struct captions *c = d->captions;
    struct members members = members_of(d->arena, c->report, f);
    size_t shown = members.n > MOST_MEMBERS ? MOST_MEMBERS - 1 : members.n;
    double rest = 0;
    for (size_t i = 0; i < shown; i++) {
        struct str name = c->report->member_labels[members.ranked[i].id];
        add_member(d, members.ranked[i].cost,
                   shorten_name(d->arena, name, LABEL_WIDTH));
    }
    for (size_t i = shown; i < members.n; i++)
        rest += members.ranked[i].cost;
    if (shown < members.n)
        add_member(d, rest,
                   arena_printf(d->arena, "%s %zu more",
                                has_member_shares(c) ? "in" : "and",
                                members.n - shown));
}

/* ---- The whole box ---- */

static void set_bar(struct drafting *d, double own, double total)
{
    d->box.has_bar =
        d->captions->report->whole > 0 && !d->captions->report->comparison;
    d->box.own = fmin(fmax(own, 0), 1);
    d->box.total = fmin(fmax(total, d->box.own), 1);
}

/* Adds the first and last function of a chain, the number of those between them
   and the total of the first one. Functions that were left out before chains
   were found may be between them as well. */
static void add_chain(struct drafting *d, const struct chain *chain)
{
    const struct captions *c = d->captions;
    uint32_t first = chain->functions[0];
    uint32_t last = chain->functions[chain->n - 1];
    double total = report_total(c->report, first);
    add_name(d, c->of[first]->name);
    add_note(d, chain->n == 2
                    ? S("\u22ee leads to")
                    : arena_printf(d->arena, "\u22ee %s%u function%s between",
                                   chain->is_indirect ? "at least " : "",
                                   chain->n - 2, chain->n == 3 ? "" : "s"));
    add_name(d, c->of[last]->name);
    if (c->report->comparison)
        add_changes(d, first);
    else if (c->report->whole > 0)
        add_lines(d,
                  arena_printf(d->arena, "%s below",
                               number_percent(d->arena, total).s),
                  d->figure, false, true);
    set_bar(d, 0, total);
}

/* Adds the `leaf` of a function: the costliest one that was merged into it. */
static void add_leaf(struct drafting *d, const struct function *function)
{
    struct str leaf = function->leaf;
    if (str_ends(leaf, S("_[k]")))
        leaf.len -= S("_[k]").len;
    if (leaf.len)
        add_note(d, arena_printf(d->arena, "mostly %s",
                                 utf8_shortened(d->arena, leaf,
                                                LABEL_WIDTH).s));
}

/* Does an arrow to the function come from higher up in the picture? */
static bool is_lifted(const struct view *view, uint32_t f)
{
    bool any = false;
    for (uint32_t i = 0; i < view->n_calls; i++)
        any |= view->calls[i].callee == f && view->calls[i].lifted > 0;
    return any;
}

/* Returns the name of a caller, which of unresolved code is that of its box. */
static struct str caller_name(const struct drafting *d, uint32_t f)
{
    const struct captions *c = d->captions;
    struct str name = report_label(d->arena, c->report, f);
    if (str_eq(name, UNRESOLVED) && c->of[f])
        name = c->of[f]->own;
    return shorten_within(d->arena, strip_name(d->arena, name), CALLER_WIDTH);
}

/* Returns the cost of the samples in which the callee is not already higher on
   the stack. */
static double first_cost(const struct view_call *call)
{
    return call->cost - call->again;
}

/* Returns "12 callers", the name of a single one, or "others" below lines with
   names or if their number is not known. */
static struct str other_callers(const struct drafting *d, uint32_t f,
                                bool has_names)
{
    const struct breakdown *b = d->captions->report->breakdowns[f];
    if (has_names || b->n_callers == 0)
        return S("others");
    return b->n_callers == 1
               ? caller_name(d, b->caller)
               : arena_printf(d->arena, "%u callers", b->n_callers);
}

/* Is time spent in the function, and not only in what it calls? */
static bool is_spent(const struct report *r, uint32_t f)
{
    return r->profile->functions[f].self >= SPENT * r->costs->total[f] &&
           report_self(r, f) >= NO_SELF_SHARE;
}

static bool has_arrow(const struct report *r, uint32_t f)
{
    const struct breakdown *b = r->breakdowns[f];
    return b->elsewhere + b->uncalled <
           (1 - NO_SELF_SHARE) * r->costs->total[f];
}

/* Is the function worth lines about its callers? A box at the top of the
   picture needs none unless time is spent in it, and neither does a profile
   without calls. */
static bool needs_origin(const struct report *r, uint32_t f)
{
    return r->whole > 0 && r->costs->total[f] > 0 &&
           !r->profile->functions[f].is_tag && r->profile->n_calls &&
           (has_arrow(r, f) || is_spent(r, f));
}

static bool is_hot(const struct captions *c, uint32_t f)
{
    return report_self(c->report, f) >= HOT * c->max_self;
}

/* Returns the cost over no arrow that is worth lines: most of the total, or a
   part of that of a hot function. */
static double least_missing(const struct captions *c, uint32_t f)
{
    return (is_hot(c, f) ? PARTLY : MOSTLY) * c->report->costs->total[f];
}

uint32_t box_callers(const struct captions *c, uint32_t f,
                     struct view_call callers[BOX_CALLERS])
{
    const struct report *r = c->report;
    const struct view *view = r->view;
    LIST(struct ranked) small = { 0 };
    if (!is_hot(c, f) || !needs_origin(r, f) ||
        r->breakdowns[f]->elsewhere < least_missing(c, f))
        return 0;
    for (uint32_t i = 0; i < view->n_small_calls; i++)
        if (view->small_calls[i].callee == f &&
            first_cost(&view->small_calls[i]) >=
                LEAST_CALLER * r->costs->total[f])
            *PUSH_IN(c->arena, &small) =
                (struct ranked){ i, first_cost(&view->small_calls[i]) };
    if (small.n == 0 || is_lifted(view, f))
        return 0;
    ranked_sort(small.of, small.n);
    uint32_t n = small.n < BOX_CALLERS ? (uint32_t)small.n : BOX_CALLERS;
    for (uint32_t i = 0; i < n; i++) {
        callers[i] = view->small_calls[small.of[i].id];
        callers[i].cost = small.of[i].cost;
    }
    return n;
}

/* Adds lines "4.1% from parse" for the costliest callers without an arrow, and
   "3.0% from others" for the others, if their cost is not small. */
static void add_callers(struct drafting *d, uint32_t f)
{
    const struct captions *c = d->captions;
    const struct report *r = c->report;
    double rest = r->breakdowns[f]->elsewhere;
    struct view_call callers[BOX_CALLERS];
    uint32_t n = box_callers(c, f, callers);
    for (uint32_t i = 0; i < n; i++) {
        rest -= callers[i].cost;
        add_note(d, arena_printf(d->arena, "%s from %s",
                                 report_call_text(d->arena, r, &callers[i]).s,
                                 caller_name(d, callers[i].caller).s));
    }
    if (n == 0 || rest >= LEAST_CALLER * r->costs->total[f])
        add_note(d, arena_printf(
                        d->arena, "%s from %s",
                        number_percent(d->arena, report_share(r, rest)).s,
                        other_callers(d, f, n > 0).s));
}

/* Adds "3.0% caller not recorded" with the share of what comes from no caller. */
static void add_uncalled(struct drafting *d, double uncalled)
{
    double share = report_share(d->captions->report, uncalled);
    add_note(d, arena_printf(d->arena, "%s caller not recorded",
                             number_percent(d->arena, share).s));
}

/* Adds lines if most of what the box gets comes over no arrow, or a part of
   what a hot one gets. */
static void add_origin(struct drafting *d, uint32_t f)
{
    const struct captions *c = d->captions;
    const struct report *r = c->report;
    const struct breakdown *b = r->breakdowns[f];
    double least = least_missing(c, f);
    if (!needs_origin(r, f))
        return;
    if (b->elsewhere >= least)
        add_callers(d, f);
    if (!is_spent(r, f) ||
        roots_rank(r->profile->functions[f].is.name) != NO_ROOT)
        return;
    if (b->elsewhere >= least) {
        if (is_hot(c, f) && b->uncalled >= LEAST_UNCALLED * r->costs->total[f])
            add_uncalled(d, b->uncalled);
    } else if (b->uncalled >= least) {
        if (has_arrow(r, f) || b->elsewhere > 0)
            add_uncalled(d, b->uncalled);
        else
            add_note(d, S("caller not recorded"));
    }
}

static void add_function(struct drafting *d, uint32_t f)
{
    const struct captions *c = d->captions;
    struct buf notes = { 0 };
    add_note(d, c->of[f]->context);
    add_name(d, c->of[f]->own);
    add_note(d, c->of[f]->distinction);
    if (c->report->comparison) {
        add_changes(d, f);
    } else {
        add_measures(d, f);
        add_origin(d, f);
    }
    add_leaf(d, &c->report->profile->functions[f]);
    recursion_add_notes(&notes, d->arena, c->report, f);
    add_note(d, buf_text(&notes));
    buf_free(&notes);
    add_members(d, f);
    set_bar(d, report_self(c->report, f), report_total(c->report, f));
}

/* Returns the finished box. */
static struct box finish(struct drafting *d)
{
    struct box *box = &d->box;
    box->n = d->lines.n;
    box->lines = NEW_N(d->arena, struct box_line, box->n);
    box->width = LEAST_WIDTH;
    for (size_t i = 0; i < box->n; i++) {
        box->lines[i] = d->lines.of[i];
        box->width = fmax(box->width, ceil(box->lines[i].width));
        box->height += box->lines[i].height;
    }
    if (box->has_bar)
        box->height += 2 + BOX_BAR;
    box->width += 2 * BOX_MARGIN_X;
    box->height += 2 * BOX_MARGIN_Y;
    LIST_FREE(&d->lines);
    return *box;
}

struct box box_of(const struct captions *captions, uint32_t function,
                  double size)
{
    const struct chain *chain =
        chains_of(captions->report->view->chains, function);
    double least = theme_edge_font_size(captions->report->look->theme, 0);
    struct drafting d = { .captions = captions,
                          .arena = captions->arena,
                          .name = size,
                          .figure = fmax(least, FIGURE_PART * size),
                          .small = fmax(least * 8 / 9,
                                        fmin(least, SMALLEST)) };
    if (chain)
        add_chain(&d, chain);
    else
        add_function(&d, function);
    return finish(&d);
}

struct box box_of_text(struct arena *arena, struct str text, double size)
{
    struct drafting d = { .arena = arena };
    add_lines(&d, text, size, false, false);
    return finish(&d);
}

/* ---- Colours ---- */

/* Text is grey only if its contrast, by WCAG 2, is at least this. */
#define LEAST_CONTRAST 4.5

struct color box_ink(const struct theme *theme, struct color fill, bool muted)
{
    return muted && color_contrast(theme->muted, fill) >= LEAST_CONTRAST
               ? theme->muted
               : theme_text(fill);
}

/* ---- HTML-like labels ---- */

static void put_run(struct buf *out, struct arena *arena,
                    const struct box_run *run, struct color color)
{
    buf_printf(out, "<font point-size=\"%.4g\" color=\"%s\">%s", run->size,
               color_text(arena, color).s, run->bold ? "<b>" : "");
    escape_html(out, run->text);
    buf_printf(out, "%s</font>", run->bold ? "</b>" : "");
}

static void put_bar(struct buf *out, struct arena *arena, const struct box *box,
                    const struct theme *theme)
{
    double width = box->width - 2 * BOX_MARGIN_X;
    double ends[3] = { box->own * width, box->total * width, width };
    double at = 0;
    buf_printf(out,
               "<tr><td height=\"2\"></td></tr><tr><td align=\"left\">"
               "<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" "
               "cellpadding=\"0\" align=\"left\" fixedsize=\"true\" "
               "width=\"%.0f\" height=\"%.0f\"><tr>",
               width, BOX_BAR);
    for (int i = 0; i < 3; i++) {
        double part = round(ends[i]) - at;
        if (part < 1)
            continue;
        buf_printf(out,
                   "<td fixedsize=\"true\" width=\"%.0f\" height=\"%.0f\" "
                   "bgcolor=\"%s\"></td>",
                   part, BOX_BAR, color_text(arena, theme->bar[i]).s);
        at += part;
    }
    buf_add(out, S("</tr></table></td></tr>"));
}

struct str box_label(struct arena *arena, const struct box *box,
                     const struct theme *theme, struct color fill)
{
    struct buf out = { 0 };
    buf_add(&out, S("<table border=\"0\" cellborder=\"0\" cellspacing=\"0\" "
                    "cellpadding=\"0\">"));
    for (size_t i = 0; i < box->n; i++) {
        const struct box_line *line = &box->lines[i];
        buf_printf(&out,
                   "<tr><td align=\"left\" width=\"%.0f\" "
                   "height=\"%.0f\">",
                   box->width - 2 * BOX_MARGIN_X, line->height);
        for (size_t k = 0; k < line->n; k++)
            put_run(&out, arena, &line->runs[k],
                    box_ink(theme, fill, line->runs[k].muted));
        buf_add(&out, S("</td></tr>"));
    }
    if (box->has_bar)
        put_bar(&out, arena, box, theme);
    buf_add(&out, S("</table>"));
    return buf_move(&out, arena);
}
