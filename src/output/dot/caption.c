/* What boxes and arrows say. */
#include "output/dot/caption.h"

#include "labels/shorten.h"
#include "labels/unique.h"
#include "labels/wrap.h"
#include "output/dot/escape.h"
#include "output/dot/recursion.h"
#include "output/members.h"
#include "util/number.h"
#include "util/utf8.h"

enum {
    FEW_LABELS = 60,   /* with more calls, only the costly ones get labels */
    NAME_LIMIT = 6500, /* bytes in a tooltip; dot takes 16381 in all */
    TEXT_LIMIT = 600,  /* of other texts */
    TIP_LIMIT = 7500,  /* with the members of a cycle */
};

#define COSTLY_SHARE .05      /* of a call that gets a label among many */
#define NO_SELF_SHARE .0005   /* below this, a function's self is not shown */
#define BLANK_POINTS 2.2      /* width of a blank in the type of labels */

/* "8.2% of 23.0%", "total 23.0%" where the body costs nothing to speak of. */
static struct str share_line(const struct captions *c, uint32_t f)
{
    double self = report_self(c->report, f), total = report_total(c->report, f);
    if (c->report->whole <= 0)
        return S("");
    struct str total_text = number_percent(c->arena, total);
    if (self < NO_SELF_SHARE)
        return arena_printf(c->arena, "total %s", total_text.s);
    struct str self_text = number_percent(c->arena, self);
    if (str_eq(self_text, total_text))
        return self_text;
    return arena_printf(c->arena, "%s of %s", self_text.s, total_text.s);
}

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
    return arena_printf(c->arena, "%s %s", word,
                        number_percent(c->arena, report_share(r, cost)).s);
}

static void add_line(struct buf *label, struct str line)
{
    if (line.len == 0)
        return;
    if (label->len)
        buf_char(label, '\n');
    buf_add(label, line);
}

/* "12 of 34 samples", and where the unit may differ "3 ms of 1.5 s". */
static struct str samples_line(const struct captions *c, uint32_t f)
{
    const struct report *r = c->report;
    double cost = r->profile->functions[f].self;
    struct str total = report_cost(c->arena, r, r->costs->total[f]);
    struct str self = report_cost(c->arena, r, cost);
    if (!r->look->time_format && !str_eq(r->profile->unit, S("seconds")))
        self = number_grouped(c->arena, cost);
    return arena_printf(c->arena, "%s of %s", self.s, total.s);
}

static void add_measures(const struct captions *c, struct buf *label,
                         uint32_t f)
{
    const struct look *look = c->report->look;
    const struct function *function = &c->report->profile->functions[f];
    struct str shares = look->n_measures ? S("") : share_line(c, f);
    struct str count = S("");
    for (size_t i = 0; i < look->n_measures; i++)
        add_line(label, measure_line(c, f, look->measures[i]));
    if (known(function->count))
        count = arena_printf(c->arena, "%s%s\u00d7", shares.len ? "  " : "",
                             number_grouped(c->arena, function->count).s);
    add_line(label, arena_printf(c->arena, "%s%s", shares.s, count.s));
    if (look->show_samples)
        add_line(label, samples_line(c, f));
}

/* What tells a function from others that look the same. */
static struct str difference(const struct captions *c, uint32_t f)
{
    const struct identity *is = &c->report->profile->functions[f].is;
    struct str tag = is->tag.len ? arena_printf(c->arena, "#%s", is->tag.s)
                                 : str_head(c->report->ids[f], 5);
    return utf8_shortened(
        c->arena, is->file.len ? str_basename(is->file) : tag, LABEL_WIDTH);
}

struct str caption_node_label(const struct captions *c, uint32_t f)
{
    const struct identity *is = &c->report->profile->functions[f].is;
    struct buf label = { 0 };
    buf_add(&label, wrap_name(c->arena, c->names[f], c->columns));
    if (c->show_modules && !str_eq(is->module, is->name))
        add_line(&label, utf8_shortened(c->arena, str_basename(is->module),
                                   LABEL_WIDTH));
    if (c->ambiguous[f])
        add_line(&label, difference(c, f));
    add_measures(c, &label, f);
    recursion_add_notes(&label, c->arena, c->report, f);
    struct str text = escape_label(c->arena, buf_text(&label));
    buf_free(&label);
    buf_add(&label, text);
    members_label(&label, c->arena, c->report, f);
    return buf_move(&label, c->arena);
}

/* before is our own text. */
static void add_tip(struct buf *tip, const char *before, struct str text)
{
    buf_add(tip, str_of(before));
    escape_tooltip(tip, text, TEXT_LIMIT);
}

/* "~12.3%": the tilde where it is an estimate. */
static struct str part(const struct captions *c, uint32_t f, double cost)
{
    return arena_printf(c->arena, "%s%s",
                        c->report->costs->exact[f] ? "" : "~",
                        number_percent(c->arena, report_share(c->report, cost)).s);
}

/* "3 drawn calls", "2 drawn, 1 noted call" */
static struct str shown_calls_of(const struct captions *c,
                                 const struct breakdown *a)
{
    uint32_t noted = c->report->look->recursion == RECURSION_EDGES ? 0 : a->back;
    const char *s = (noted ? noted : a->calls) == 1 ? "" : "s";
    if (noted == 0)
        return arena_printf(c->arena, "%u drawn call%s", a->calls, s);
    if (noted == a->calls)
        return arena_printf(c->arena, "%u noted call%s", noted, s);
    return arena_printf(c->arena, "%u drawn, %u noted call%s",
                        a->calls - noted, noted, s);
}

/* "self 4.1%, 3 drawn calls 12.3%, +7 callees 3.4%": together the total. */
static void add_account(const struct captions *c, struct buf *tip, uint32_t f)
{
    const struct breakdown *a = &c->report->accounts[f];
    if (c->report->whole <= 0 || (a->calls == 0 && a->rest <= 0))
        return;
    buf_printf(tip, "\\nself %s",
               number_percent(c->arena, report_self(c->report, f)).s);
    if (a->calls)
        buf_printf(tip, ", %s %s", shown_calls_of(c, a).s,
                   part(c, f, a->in_calls).s);
    if (a->rest > 0)
        buf_printf(tip, ", +%u callee%s %s", a->callees,
                   a->callees == 1 ? "" : "s", part(c, f, a->rest).s);
}

static void add_recursion(const struct captions *c, struct buf *tip,
                          uint32_t f)
{
    const struct costs *costs = c->report->costs;
    uint32_t cycle = costs->cycle[f];
    if (cycle)
        buf_printf(tip, "\\nrecursive: in cycle %u of %u functions", cycle,
                   costs->cycles[cycle - 1].n_members);
    else if (c->report->accounts[f].recursive)
        buf_add(tip, S("\\nrecursive"));
}

struct str caption_node_tooltip(const struct captions *c, uint32_t f)
{
    const struct report *r = c->report;
    const struct function *function = &r->profile->functions[f];
    struct buf tip = { 0 };
    escape_tooltip(&tip, r->full_names[f], NAME_LIMIT);
    if (!str_eq(r->full_names[f], function->is.name))
        add_tip(&tip, "\\n", function->is.name);
    if (function->is.module.len)
        add_tip(&tip, "\\n", function->is.module);
    if (function->is.file.len)
        add_tip(&tip, "\\n", function->is.file);
    if (function->is.file.len && function->line)
        buf_printf(&tip, ":%llu", (unsigned long long)function->line);
    add_tip(&tip, "\\nself ", report_cost(c->arena, r, function->self));
    add_tip(&tip, r->costs->exact[f] ? ", total " : ", total ~",
            report_cost(c->arena, r, r->costs->total[f]));
    add_account(c, &tip, f);
    add_recursion(c, &tip, f);
    members_tooltip(&tip, c->arena, r, f, TIP_LIMIT);
    return buf_move(&tip, c->arena);
}

struct str caption_edge_tooltip(const struct captions *c, const struct view_call *call)
{
    const struct report *r = c->report;
    struct buf tip = { 0 };
    add_tip(&tip, "", r->labels[call->caller]);
    add_tip(&tip, " \u2192 ", r->labels[call->callee]);
    if (known(call->cost))
        add_tip(&tip, "\\n", report_cost(c->arena, r, call->cost));
    if (known(call->count))
        buf_printf(&tip, "\\n%s\u00d7", number_grouped(c->arena, call->count).s);
    if (call->indirect > 0)
        add_tip(&tip, "\\nof this over functions left out: ",
                report_cost(c->arena, r, call->indirect));
    return buf_move(&tip, c->arena);
}

/* Leading blanks keep the text off the line. */
struct str caption_edge_label(const struct captions *c, const struct view_call *call,
                      double pen)
{
    int blanks = (int)(1 + pen / BLANK_POINTS);
    struct buf text = { 0 };
    double share = report_share(c->report, call->cost);
    if (c->n_arrows > FEW_LABELS && share < COSTLY_SHARE)
        return S("");
    if (known(call->cost) && c->report->whole > 0)
        buf_printf(&text, "%*s%s", blanks, "", number_percent(c->arena, share).s);
    if (known(call->count))
        buf_printf(&text, "%s%*s%s\u00d7", text.len ? "\n" : "", blanks, "",
                   number_grouped(c->arena, call->count).s);
    struct str label = escape_label(c->arena, buf_text(&text));
    buf_free(&text);
    return label;
}

/* Functions whose name and module look like another's. */
static bool *find_ambiguous(struct arena *arena, const struct report *report,
                            const struct str *names)
{
    const struct view *view = report->view;
    bool *ambiguous = NEW_N(arena, bool, report->profile->n_functions);
    uint32_t *owner = NEW_N(arena, uint32_t, view->n_functions);
    struct strings looks = { 0 };
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i], n = looks.n;
        struct str module = report->profile->functions[f].is.module;
        struct str look = arena_printf(arena, "%s\n%s", names[f].s,
                                       str_basename(module).s);
        uint32_t id = strings_add(&looks, arena, look);
        if (id == n)
            owner[id] = f;
        else
            ambiguous[f] = ambiguous[owner[id]] = true;
    }
    strings_free(&looks);
    return ambiguous;
}

/* By function, of those in view. */
static struct str *box_names(struct arena *arena,
                             const struct report *report)
{
    const struct view *view = report->view;
    long length = report->look->label_length;
    if (length == 0 || length > SHORTEN_LIMIT)
        length = SHORTEN_LIMIT;
    struct str *whole = NEW_N(arena, struct str, view->n_functions);
    struct str *names = NEW_N(arena, struct str, report->profile->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        whole[i] = report->whole_labels[view->functions[i]];
    struct str *made = unique_names(arena, whole, view->n_functions,
                                    (size_t)length);
    for (uint32_t i = 0; i < view->n_functions; i++)
        names[view->functions[i]] = made[i];
    return names;
}

static bool has_modules(const struct report *report)
{
    const struct view *view = report->view;
    const struct function *functions = report->profile->functions;
    for (uint32_t i = 1; i < view->n_functions; i++)
        if (!str_eq(functions[view->functions[i]].is.module,
                    functions[view->functions[0]].is.module))
            return true;
    return false;
}

struct captions captions_of(struct arena *arena, const struct report *report)
{
    const struct str *names = box_names(arena, report);
    return (struct captions){
        .report = report,
        .arena = arena,
        .show_modules = has_modules(report) && !report->look->by_module,
        .names = names,
        .ambiguous = find_ambiguous(arena, report, names),
        .columns = report->look->wrap ? LABEL_WIDTH : LABEL_UNWRAPPED,
        .n_arrows = recursion_count_arrows(report),
    };
}
