#include "output/dot/caption.h"

#include "labels/shorten.h"
#include "labels/unique.h"
#include "labels/wrap.h"
#include "names/strip.h"
#include "output/changes.h"
#include "output/dot/escape.h"
#include "output/members.h"
#include "output/place.h"
#include "output/recursion.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"
#include "view/chains.h"

enum {
    MOST_MEMBERS = 10,   /* lines for the members of a cycle in its box */

    /* Bytes in a tooltip: dot accepts 16381 in all. */
    NAME_LIMIT = 6500,   /* of the function's name */
    TEXT_LIMIT = 600,    /* of other texts */
    MEMBER_LIMIT = 600,  /* of the name of a member, and of its cost */
    MEMBERS_LIMIT = 7500, /* of everything up to the last member */
};

#define NO_SELF_SHARE .0005 /* a smaller self share is not shown */
#define NEARLY_SELF .98     /* of a total: self cost has no lines of its own */
#define BLANK_POINTS 2.2    /* width of a blank in a label */

/* ---- Boxes ---- */

/* Returns "8.2% of 23.0%", or "total 23.0%" if the self share is close to
   zero. */
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

/* Appends "12 s → 8.1 s" and, if it is no noise, "▼ -3.9 s (-19.5%)". One line
   "▲ new: 8.1 s (+40.5%)" is enough for costs on one side only. */
static void add_change(const struct captions *c, struct buf *label,
                       const char *before, const struct change *change)
{
    const struct report *r = c->report;
    const char *mark = compare_difference(change) > 0 ? "\u25b2" : "\u25bc";
    struct str values = changes_values(c->arena, r, change);
    if (change->is_real && !(change->a > 0 && change->b > 0)) {
        add_line(label, arena_printf(c->arena, "%s %s%s (%s)", mark, before,
                                     values.s,
                                     changes_points(c->arena, r, change).s));
        return;
    }
    add_line(label, arena_printf(c->arena, "%s%s", before, values.s));
    if (change->is_real)
        add_line(label,
                 arena_printf(c->arena, "%s %s", mark,
                              changes_difference(c->arena, r, change).s));
}

/* Does nearly all of the total cost arise in the function's own code, on both
   sides? */
static bool is_nearly_self(const struct change *self,
                           const struct change *total)
{
    return known_or(self->a, 0) >= NEARLY_SELF * known_or(total->a, 0) &&
           known_or(self->b, 0) >= NEARLY_SELF * known_or(total->b, 0);
}

/* Appends the change of the total and, if it differs, of self cost. */
static void add_changes(const struct captions *c, struct buf *label,
                        uint32_t f)
{
    const struct comparison *comparison = c->report->comparison;
    const struct change *self = &comparison->self[f];
    const struct change *total = &comparison->total[f];
    if (c->report->whole <= 0)
        return;
    add_change(c, label, "", total);
    if (self->is_real && !(total->is_real && is_nearly_self(self, total)))
        add_change(c, label, "self ", self);
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

/* In a comparison, costs of members are those of the sum of all runs, which a
   picture does not show. */
static bool has_member_shares(const struct captions *c)
{
    return c->report->whole > 0 && !c->report->comparison;
}

/* Appends a line of plain text; "\l" ends a line that is aligned at the
   left. */
static void add_member_line(const struct captions *c, struct buf *label,
                            double cost, struct str text)
{
    if (has_member_shares(c)) {
        double share = report_share(c->report, cost);
        text = arena_printf(c->arena, "%s  %s",
                            number_percent(c->arena, share).s, text.s);
    }
    buf_add(label, escape_label(c->arena, text));
    buf_add(label, S("\\l"));
}

/* Appends a line "6.1%  parse" for each of the costliest members of a
   collapsed cycle, and one for the sum of the others. A comparison has no
   shares of members. */
static void add_member_lines(const struct captions *c, struct buf *label,
                             uint32_t f)
{
    struct members members = members_of(c->arena, c->report, f);
    size_t shown = members.n > MOST_MEMBERS ? MOST_MEMBERS - 1 : members.n;
    double rest = 0;
    if (members.n)
        buf_add(label, S("\\n"));
    for (size_t i = 0; i < shown; i++) {
        struct str name = c->report->member_labels[members.ranked[i].id];
        add_member_line(c, label, members.ranked[i].cost,
                        shorten_name(c->arena, name, LABEL_WIDTH));
    }
    for (size_t i = shown; i < members.n; i++)
        rest += members.ranked[i].cost;
    if (shown < members.n)
        add_member_line(c, label, rest,
                        arena_printf(c->arena, "%s %zu more",
                                     has_member_shares(c) ? "in" : "and",
                                     members.n - shown));
}

/* Returns the label of a chain: its first and last function, their number and
   the total, which all have within 1 %. */
static struct str chain_label(const struct captions *c,
                              const struct chain *chain)
{
    uint32_t first = chain->functions[0];
    uint32_t last = chain->functions[chain->n - 1];
    struct buf plain = { 0 };
    double total = report_total(c->report, first);
    buf_add(&plain, wrap_name(c->arena, c->names[first], c->columns));
    buf_printf(&plain, "\n\u22ee %u function%s between\n", chain->n - 2,
               chain->n == 3 ? "" : "s");
    buf_add(&plain, wrap_name(c->arena, c->names[last], c->columns));
    if (c->report->comparison)
        add_changes(c, &plain, first);
    else if (c->report->whole > 0)
        add_line(&plain, arena_printf(c->arena, "total %s",
                                      number_percent(c->arena, total).s));
    struct str label = escape_label(c->arena, buf_text(&plain));
    buf_free(&plain);
    return label;
}

struct str caption_node_label(const struct captions *c, uint32_t f)
{
    const struct chain *chain = chains_of(c->report->view->chains, f);
    if (chain)
        return chain_label(c, chain);

    const struct identity *is = &c->report->profile->functions[f].is;
    struct buf plain = { 0 }, label = { 0 };
    buf_add(&plain, wrap_name(c->arena, c->names[f], c->columns));
    struct str distinction = c->distinctions[f];
    struct str place = place_line(is);
    if (c->show_places && place.len && !str_eq(place, c->common_place) &&
        !str_has(distinction, place))
        add_line(&plain, utf8_shortened(c->arena, place, LABEL_WIDTH));
    add_line(&plain, distinction);
    if (c->report->comparison)
        add_changes(c, &plain, f);
    else
        add_measures(c, &plain, f);
    recursion_add_notes(&plain, c->arena, c->report, f);
    buf_add(&label, escape_label(c->arena, buf_text(&plain)));
    buf_free(&plain);
    add_member_lines(c, &label, f);
    return buf_move(&label, c->arena);
}

/* ---- Tooltips of boxes ---- */

/* `before` is our own text and already escaped. */
static void add_tip(struct buf *tip, const char *before, struct str text)
{
    buf_add(tip, str_of(before));
    escape_tooltip(tip, text, TEXT_LIMIT);
}

/* Returns "12.3%", or "~12.3%" for an estimate. */
static struct str percent_of(const struct captions *c, uint32_t f, double cost)
{
    double share = report_share(c->report, cost);
    return arena_printf(c->arena, "%s%s",
                        c->report->costs->exact[f] ? "" : "~",
                        number_percent(c->arena, share).s);
}

/* Returns "3 drawn calls" or "2 drawn, 1 noted call". */
static struct str count_calls(const struct captions *c, uint32_t f)
{
    const struct breakdown *b = &c->report->breakdowns[f];
    uint32_t noted = recursion_count_notes(c->report, f);
    const char *s = (noted ? noted : b->n_calls) == 1 ? "" : "s";
    if (noted == 0)
        return arena_printf(c->arena, "%u drawn call%s", b->n_calls, s);
    if (noted == b->n_calls)
        return arena_printf(c->arena, "%u noted call%s", noted, s);
    return arena_printf(c->arena, "%u drawn, %u noted call%s",
                        b->n_calls - noted, noted, s);
}

/* Appends "self 4.1%, 3 drawn calls 12.3%, +7 callees 3.4%", which sum to the
   total. */
static void add_breakdown(const struct captions *c, struct buf *tip,
                          uint32_t f)
{
    const struct breakdown *b = &c->report->breakdowns[f];
    if (c->report->whole <= 0 || (b->n_calls == 0 && b->rest <= 0))
        return;
    buf_printf(tip, "\\nself %s",
               number_percent(c->arena, report_self(c->report, f)).s);
    if (b->n_calls)
        buf_printf(tip, ", %s %s", count_calls(c, f).s,
                   percent_of(c, f, b->in_calls).s);
    if (b->rest > 0)
        buf_printf(tip, ", +%u callee%s %s", b->n_callees,
                   b->n_callees == 1 ? "" : "s", percent_of(c, f, b->rest).s);
}

static void add_recursion(const struct captions *c, struct buf *tip,
                          uint32_t f)
{
    const struct costs *costs = c->report->costs;
    uint32_t cycle = costs->cycle[f];
    if (cycle)
        buf_printf(tip, "\\nrecursive: in cycle %u of %u functions", cycle,
                   costs->cycles[cycle - 1].n_members);
    else if (c->report->breakdowns[f].recursive)
        buf_add(tip, S("\\nrecursive"));
}

/* Appends a line for each member of a collapsed cycle, by falling self cost,
   as long as there is room. */
static void add_members(const struct captions *c, struct buf *tip, uint32_t f)
{
    struct members members = members_of(c->arena, c->report, f);
    for (size_t i = 0; i < members.n; i++) {
        struct ranked member = members.ranked[i];
        if (tip->len + MEMBER_LIMIT > MEMBERS_LIMIT) {
            buf_printf(tip, "\\nand %zu more", members.n - i);
            return;
        }
        buf_add(tip, S("\\n"));
        escape_tooltip(tip, c->report->member_full_names[member.id],
                       MEMBER_LIMIT);
        buf_add(tip, S(": self "));
        escape_tooltip(tip, report_cost(c->arena, c->report, member.cost),
                       MEMBER_LIMIT);
    }
}

/* Appends a line "parse calls eval 20×" for each call into and inside of a
   collapsed cycle, as long as there is room. */
static void add_member_calls(const struct captions *c, struct buf *tip,
                             uint32_t f)
{
    struct member_calls calls = member_calls_of(c->arena, c->report, f);
    for (size_t i = 0; i < calls.n; i++) {
        const struct member_call *call = &calls.of[i];
        if (tip->len + MEMBER_LIMIT > MEMBERS_LIMIT) {
            buf_printf(tip, "\\nand %zu more calls", calls.n - i);
            return;
        }
        buf_add(tip, S("\\n"));
        escape_tooltip(tip, member_call_text(c->arena, c->report, call),
                       MEMBER_LIMIT);
        if (known(call->count))
            buf_printf(tip, " %s×",
                       number_grouped(c->arena, call->count).s);
        if (known(call->cost))
            add_tip(tip, known(call->count) ? ", " : ": ",
                    report_cost(c->arena, c->report, call->cost));
    }
}

/* Appends a line "self 12 s → 8.1 s, -3.9 s (-19.5%), within noise (p 0.3)", or
   "self 12 s before and after", or "self 12 s → unknown". */
static void add_change_tip(const struct captions *c, struct buf *tip,
                           const char *what, const struct change *change)
{
    buf_printf(tip, "\\n%s", what);
    if (compare_difference(change) == 0) {
        add_tip(tip, "", report_cost(c->arena, c->report, change->a));
        buf_add(tip, S(" before and after"));
        return;
    }
    add_tip(tip, "", changes_values(c->arena, c->report, change));
    if (!known(compare_difference(change)))
        return;
    add_tip(tip, ", ", changes_difference(c->arena, c->report, change));
    if (!change->is_real && change->p < 1)
        buf_printf(tip, ", within noise (p %.2g)", change->p);
    else if (!change->is_real)
        buf_add(tip, S(", within noise"));
}

/* Appends a line for each function of a chain, as long as there is room. */
static void add_chain(const struct captions *c, struct buf *tip,
                      const struct chain *chain)
{
    buf_printf(tip, "\\nbegins a chain of %u functions, each of which only "
               "calls the next one:", chain->n);
    for (uint32_t i = 0; i < chain->n; i++) {
        if (tip->len + MEMBER_LIMIT > MEMBERS_LIMIT) {
            buf_printf(tip, "\\nand %u more", chain->n - i);
            return;
        }
        buf_add(tip, S("\\n"));
        escape_tooltip(tip, c->report->full_names[chain->functions[i]],
                       MEMBER_LIMIT);
    }
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
    if (r->comparison) {
        add_change_tip(c, &tip, "total ", &r->comparison->total[f]);
        add_change_tip(c, &tip, "self ", &r->comparison->self[f]);
        return buf_move(&tip, c->arena);
    }
    add_tip(&tip, "\\nself ", report_cost(c->arena, r, function->self));
    add_tip(&tip, r->costs->exact[f] ? ", total " : ", total ~",
            report_cost(c->arena, r, r->costs->total[f]));
    add_breakdown(c, &tip, f);
    add_recursion(c, &tip, f);
    add_members(c, &tip, f);
    add_member_calls(c, &tip, f);
    const struct chain *chain = chains_of(r->view->chains, f);
    if (chain)
        add_chain(c, &tip, chain);
    return buf_move(&tip, c->arena);
}

/* ---- Arrows ---- */

struct str caption_edge_tooltip(const struct captions *c,
                                const struct view_call *call)
{
    const struct report *r = c->report;
    struct buf tip = { 0 };
    add_tip(&tip, "", r->labels[call->caller]);
    add_tip(&tip, " \u2192 ", r->labels[call->callee]);
    if (r->comparison) {
        add_change_tip(c, &tip, "", changes_of_call(r, call));
        return buf_move(&tip, c->arena);
    }
    if (known(call->cost))
        add_tip(&tip, "\\n", report_cost(c->arena, r, call->cost));
    if (known(call->count))
        buf_printf(&tip, "\\n%s\u00d7",
                   number_grouped(c->arena, call->count).s);
    if (call->indirect > 0)
        add_tip(&tip, "\\nof this over functions left out: ",
                report_cost(c->arena, r, call->indirect));
    return buf_move(&tip, c->arena);
}

/* dot puts a label right beside its line: leading blanks keep the text clear
   of a thick one. */
struct str caption_edge_label(const struct captions *c,
                              const struct view_call *call, double pen)
{
    int blanks = (int)(1 + pen / BLANK_POINTS);
    double share = report_share(c->report, call->cost);
    struct buf text = { 0 };
    if (c->report->comparison) {
        const struct change *change = changes_of_call(c->report, call);
        if (!change->is_real)
            return S("");
        return arena_printf(c->arena, "%*s%s", blanks, "",
                            changes_points(c->arena, c->report, change).s);
    }
    if (c->n_arrows > LOOK_FEW_ARROWS && share < LOOK_LABELLED_SHARE)
        return S("");
    if (known(call->cost) && c->report->whole > 0)
        buf_printf(&text, "%*s%s", blanks, "",
                   number_percent(c->arena, share).s);
    if (known(call->count))
        buf_printf(&text, "%s%*s%s\u00d7", text.len ? "\n" : "", blanks, "",
                   number_grouped(c->arena, call->count).s);
    struct str label = escape_label(c->arena, buf_text(&text));
    buf_free(&text);
    return label;
}

/* ---- All captions ---- */

/* Returns what the box of a function says: its name, its place and the line
   that distinguishes it. */
static struct str box_key(struct arena *arena, const struct report *report,
                          struct str name, uint32_t f, struct str line)
{
    const struct identity *is = &report->profile->functions[f].is;
    struct str place = report->look->by_module ? str_basename(is->module)
                                               : place_line(is);
    return arena_printf(arena, "%s\n%s\n%s", name.s, place.s, line.s);
}

/* Counts in others (by function) how many other boxes of the view say the same,
   and in number how many of these come before. */
static void count_equal_boxes(struct arena *arena, const struct report *report,
                              const struct str *names, const struct str *lines,
                              uint32_t *others, uint32_t *number)
{
    const struct view *view = report->view;
    uint32_t *key = NEW_N(arena, uint32_t, view->n_functions);
    uint32_t *boxes = NEW_N(arena, uint32_t, view->n_functions);
    struct strings keys = { 0 };
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        key[i] = strings_add(&keys, arena,
                             box_key(arena, report, names[f], f, lines[f]));
        number[f] = boxes[key[i]]++;
    }
    for (uint32_t i = 0; i < view->n_functions; i++)
        others[view->functions[i]] = boxes[key[i]] - 1;
}

/* The ways to distinguish a function from others of the same name and place,
   from the shortest to the longest. */
enum distinction { BY_FILE, BY_PATH, BY_PLACE, BY_NUMBER, N_DISTINCTIONS };

static struct str distinction(struct arena *arena, const struct identity *is,
                              enum distinction by, uint32_t number)
{
    struct str file = is->file, tag = is->tag;
    switch (by) {
    case BY_FILE:
        return str_skip(file, strip_folders_length(file));
    case BY_PATH:
        return file.len ? file : is->module;
    case BY_PLACE:
        if (file.len && tag.len && ascii_is_digit(tag.s[0]))
            return arena_printf(arena, "%s:%s", file.s, tag.s);
        return tag.len ? arena_printf(arena, "#%s", tag.s) : file;
    case BY_NUMBER:
    case N_DISTINCTIONS:
        break;
    }
    return arena_printf(arena, "instance %u", number + 1);
}

/* Returns, by function of the view, a line that distinguishes its box from
   others of the same name and place; "" if there are none. Instances of a
   generic function of Rust differ only in a hash: they are numbered. */
static struct str *find_distinctions(struct arena *arena,
                                     const struct report *report,
                                     const struct str *names)
{
    const struct view *view = report->view;
    uint32_t n = report->profile->n_functions;
    struct str *lines = NEW_N(arena, struct str, n);
    uint32_t *others = NEW_N(arena, uint32_t, n);
    uint32_t *number = NEW_N(arena, uint32_t, n);
    for (uint32_t i = 0; i < view->n_functions; i++)
        lines[view->functions[i]] = S("");
    for (int by = 0; by < N_DISTINCTIONS; by++) {
        count_equal_boxes(arena, report, names, lines, others, number);
        for (uint32_t i = 0; i < view->n_functions; i++) {
            uint32_t f = view->functions[i];
            const struct identity *is = &report->profile->functions[f].is;
            if (others[f])
                lines[f] = utf8_shortened(
                    arena,
                    distinction(arena, is, (enum distinction)by, number[f]),
                    LABEL_WIDTH);
        }
    }
    return lines;
}

/* Returns the names of boxes by function of the view. */
static struct str *box_names(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    long length = report->look->label_length;
    if (length == 0 || length > SHORTEN_LIMIT)
        length = SHORTEN_LIMIT;
    struct str *uncut = NEW_N(arena, struct str, view->n_functions);
    struct str *names = NEW_N(arena, struct str, report->profile->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        uncut[i] = report->uncut_labels[view->functions[i]];
    struct str *unique =
        unique_names(arena, uncut, view->n_functions, (size_t)length);
    for (uint32_t i = 0; i < view->n_functions; i++)
        names[view->functions[i]] = unique[i];
    return names;
}

struct captions captions_of(struct arena *arena, const struct report *report,
                            const struct report *folded)
{
    const struct str *names = box_names(arena, report);
    return (struct captions){
        .report = folded,
        .arena = arena,
        .show_places = place_is_shown(report),
        .common_place = place_common(arena, report),
        .columns = report->look->wrap ? LABEL_WIDTH : LABEL_UNWRAPPED,
        .n_arrows = recursion_count_arrows(folded),
        .names = names,
        .distinctions = find_distinctions(arena, report, names),
    };
}
