#include "output/dot/caption.h"

#include "labels/shorten.h"
#include "labels/unique.h"
#include "labels/wrap.h"
#include "names/parts.h"
#include "names/strip.h"
#include "output/changes.h"
#include "output/dot/escape.h"
#include "output/members.h"
#include "output/place.h"
#include "output/recursion.h"
#include "util/ranked.h"
#include "util/text/number.h"
#include "util/text/utf8.h"
#include "view/chains.h"

enum {
    /* The most bytes in a tooltip, of which dot accepts 16381 in all. */
    NAME_LIMIT = 6500,    /* of the function's name */
    TEXT_LIMIT = 600,     /* of other texts */
    MEMBER_LIMIT = 600,   /* of the name of a member, and of its cost */
    MEMBERS_LIMIT = 7500, /* of everything up to the last member */
};

/* ---- Tooltips of boxes ---- */

/* `before` is escaped already. */
static void add_tip(struct buf *tip, const char *before, struct str text)
{
    buf_add(tip, str_of(before));
    escape_tooltip(tip, text, TEXT_LIMIT);
}

/* Appends the range of a cost if there is one: " (24 to 73%)" or, if no cost
   stands before it, a line "24 to 73%". */
static void add_range(const struct captions *c, struct buf *tip, double cost,
                      struct range range)
{
    struct str text = report_range_text(c->arena, c->report, range);
    if (text.len)
        buf_printf(tip, known(cost) ? " (%s)" : "\\n%s", text.s);
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
    const struct breakdown *b = c->report->breakdowns[f];
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
static void add_breakdown(const struct captions *c, struct buf *tip, uint32_t f)
{
    const struct breakdown *b = c->report->breakdowns[f];
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

static void add_recursion(const struct captions *c, struct buf *tip, uint32_t f)
{
    const struct costs *costs = c->report->costs;
    uint32_t cycle = costs->cycle[f];
    if (cycle)
        buf_printf(tip, "\\nrecursive: in cycle %u of %u functions", cycle,
                   costs->cycles[cycle - 1].n_members);
    else if (c->report->breakdowns[f]->recursive)
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
            buf_printf(tip, " %s×", number_grouped(c->arena, call->count).s);
        if (known(call->cost))
            add_tip(tip, known(call->count) ? ", " : ": ",
                    report_cost(c->arena, c->report, call->cost));
    }
}

/* Appends a line "self 12 s → 8.1 s, -3.9 s (-19.5%), within noise (p 0.3)", or
   "self 12 s before and after", or "self 12 s → unknown". For overlapping
   ranges it says so instead of "within noise". */
static void add_change_tip(const struct captions *c, struct buf *tip,
                           const char *what, const struct change *change)
{
    buf_printf(tip, "\\n%s", what);
    if (compare_difference(change) == 0) {
        add_tip(tip, "", changes_before(c->arena, c->report, change));
        buf_add(tip, S(" before and after"));
        return;
    }
    add_tip(tip, "", changes_values(c->arena, c->report, change));
    if (!known(compare_difference(change)))
        return;
    add_tip(tip, ", ", changes_difference(c->arena, c->report, change));
    if (compare_overlaps(change))
        buf_add(tip, S(", the ranges overlap"));
    else if (!change->is_real && change->p < 1)
        buf_printf(tip, ", within noise (p %.2g)", change->p);
    else if (!change->is_real)
        buf_add(tip, S(", within noise"));
}

/* Appends a line for each function of a chain, as long as there is room. */
static void add_chain(const struct captions *c, struct buf *tip,
                      const struct chain *chain)
{
    buf_printf(tip, "\\nbegins a chain of %u functions, each of which passes "
               "most of its cost to the next one:", chain->n);
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
    add_range(c, &tip, r->costs->total[f], costs_range(r->costs, f));
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
        add_tip(&tip, call->exact ? "\\n" : "\\n~",
                report_cost(c->arena, r, call->cost));
    add_range(c, &tip, call->cost, view_call_range(r->costs, call));
    if (known(call->count))
        buf_printf(&tip, "\\n%s\u00d7",
                   number_grouped(c->arena, call->count).s);
    if (call->indirect > call->lifted)
        add_tip(&tip, "\\nof this over functions left out: ",
                report_cost(c->arena, r, call->indirect - call->lifted));
    if (call->lifted > 0)
        add_tip(&tip, "\\nof this over other boxes: ",
                report_cost(c->arena, r, call->lifted));
    return buf_move(&tip, c->arena);
}

static bool is_bold(const struct report *r, const struct view_call *call)
{
    return r->look->theme->hot_path && r->hot_path.calls[call->id];
}

bool caption_is_small(const struct captions *c, const struct view_call *call)
{
    return c->report->whole > 0 && c->n_arrows > LOOK_FEW_ARROWS &&
           !is_bold(c->report, call) &&
           report_share(c->report, call->cost) < LOOK_LABELLED_SHARE;
}

struct str caption_edge_text(const struct captions *c,
                             const struct view_call *call)
{
    const struct report *r = c->report;
    double share = report_share(r, call->cost);
    struct str text = S("");
    if (r->comparison) {
        const struct change *change = changes_of_call(r, call);
        const struct change *total = &r->comparison->total[call->callee];
        text = change->is_real ? changes_points(c->arena, r, change) : S("");
        return total->is_real &&
                       str_eq(text, changes_points(c->arena, r, total))
                   ? S("")
                   : text;
    }
    if (caption_is_small(c, call))
        return S("");
    bool is_whole = str_eq(number_percent(c->arena, share),
                           number_percent(c->arena,
                                          report_total(r, call->callee)));
    bool leads_to_hottest = report_self(r, call->callee) >=
                            HOT_PATH_TIE * c->max_self;
    if (known(call->cost) && r->whole > 0 &&
        (!is_whole || share >= LOOK_THICK_SHARE || leads_to_hottest ||
         is_bold(r, call)))
        text = report_call_text(c->arena, r, call);
    if (known(call->count) &&
        call->count != r->profile->functions[call->callee].count)
        text =
            arena_printf(c->arena, "%s%s%s\u00d7", text.s, text.len ? "\n" : "",
                         number_grouped(c->arena, call->count).s);
    return text;
}

/* ---- All captions ---- */

/* Code points of a context, and in a picture that must fit a space. */
enum { CONTEXT_WIDTH = 36, CONTEXT_IN_SPACE = 28 };

/* Splits a name into its class or namespace and its own name; the first is ""
   if the form of the name is not known. */
static struct str split_context(struct arena *arena, struct str *name,
                                size_t width)
{
    static const struct str separators[] = { STR("::"), STR("->"), STR("."),
                                             STR("#"), STR("/") };
    struct name_parts parts = parts_of(*name);
    struct str before = parts.without_type;
    size_t length = (size_t)(parts.own.s - before.s);
    before = str_head(before, length);
    for (size_t i = 0; i < ROWS(separators); i++)
        if (before.len > separators[i].len && str_ends(before, separators[i])) {
            *name = str_skip(parts.without_type, length);
            before = str_head(before, before.len - separators[i].len);
            before = shorten_within(arena, before, width);
            return str_eq(before, S("\u2026")) ? S("") : before;
        }
    return S("");
}

/* Does a name begin with its place, as "Source map.h" of clang does? */
static bool repeats(struct str name, struct str place)
{
    return str_take(&name, place) && str_starts(name, S(" "));
}

/* Sets the contexts of names in boxes, and the names without them. The name of
   unresolved code is that of its module. */
static void set_contexts(const struct captions *c, struct arena *arena,
                         const struct report *report)
{
    const struct view *view = report->view;
    const struct space *space = report->look->space;
    size_t width = !space          ? CONTEXT_WIDTH
                   : space->is_low ? SPACE_LOW_COLUMNS
                                   : CONTEXT_IN_SPACE;
    struct str common = place_common(arena, report);
    bool has_functions = strcmp(report->granularity, "function") == 0 &&
                         !report->profile->has_plain_names;
    bool show_places = place_is_shown(report);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        const struct function *function = &report->profile->functions[f];
        struct caption *caption = c->of[f];
        struct str place = place_line(&function->is);
        caption->own = caption->name;
        if (has_functions && !function->is_tag && !function->nameless)
            caption->context = split_context(arena, &caption->own, width);
        bool is_unresolved = str_eq(function->is.name, UNRESOLVED);
        bool shows_place = is_unresolved
                               ? report->look->clusters != CLUSTERS_MODULE
                               : show_places && !str_eq(place, common);
        if (caption->context.len || !shows_place ||
            repeats(caption->own, place))
            continue;
        caption->context = utf8_shortened(arena, place, width);
        if (is_unresolved && place.len && str_eq(caption->own, UNRESOLVED)) {
            caption->own = caption->context;
            caption->context = S("[unknown] in");
        }
    }
}

/* Returns all that identifies a box: context, name, the line that distinguishes
   it and, if modules have frames, the module. */
static struct str box_key(struct arena *arena, const struct report *report,
                          const struct caption *caption, uint32_t f)
{
    const struct identity *is = &report->profile->functions[f].is;
    struct str module = report->look->clusters == CLUSTERS_MODULE
                            ? str_basename(is->module)
                        : report->look->clusters == CLUSTERS_COMM ? is->tag
                                                                  : S("");
    struct buf key = { 0 };
    const struct str parts[] = { caption->context, caption->own,
                                 caption->distinction, module };
    for (size_t i = 0; i < ROWS(parts); i++) {
        buf_add(&key, parts[i]);
        buf_char(&key, '\n');
    }
    return buf_move(&key, arena);
}

/* Counts, by place in the view, in `others` the other boxes with the same text,
   and in `number` those of them that come before. */
static void count_equal_boxes(struct arena *arena, const struct report *report,
                              const struct captions *captions, uint32_t *others,
                              uint32_t *number)
{
    const struct view *view = report->view;
    uint32_t *key = NEW_N(arena, uint32_t, view->n_functions);
    uint32_t *boxes = NEW_N(arena, uint32_t, view->n_functions);
    struct strings keys = { 0 };
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        key[i] = strings_add(&keys, arena,
                             box_key(arena, report, captions->of[f], f));
        number[i] = boxes[key[i]]++;
    }
    for (uint32_t i = 0; i < view->n_functions; i++)
        others[i] = boxes[key[i]] - 1;
}

/* The ways to distinguish a function from others of the same name and place,
   from the shortest to the longest. */
enum distinction {
    BY_MODULE,
    BY_FILE,
    BY_PATH,
    BY_LINE,
    BY_PLACE,
    BY_NUMBER,
    N_DISTINCTIONS
};

/* Returns the end of a path that fits a box, such as
   "…/site-packages/re/_parser.py". */
static struct str path_end(struct arena *arena, struct str path)
{
    struct str rest = path, folder;
    while (rest.len > LABEL_WIDTH && str_cut(rest, S("/"), &folder, &rest))
        continue;
    return rest.len < path.len && rest.len
               ? arena_printf(arena, "\u2026/%.*s", (int)rest.len, rest.s)
               : path;
}

static bool has_line(const struct identity *is)
{
    return is->file.len && is->tag.len && ascii_is_digit(is->tag.s[0]);
}

static struct str distinction(struct arena *arena, const struct identity *is,
                              enum distinction by, uint32_t number)
{
    struct str file = is->file, tag = is->tag;
    switch (by) {
    case BY_MODULE:
        return place_line(is);
    case BY_FILE:
        return str_skip(file, strip_folders_length(file));
    case BY_PATH:
        return path_end(arena, file.len ? file : is->module);
    case BY_LINE:
        file = str_skip(file, strip_folders_length(file));
        return has_line(is)
                   ? arena_printf(arena, "%s:%s", file.s, tag.s)
                   : path_end(arena, is->file.len ? is->file : is->module);
    case BY_PLACE:
        if (has_line(is))
            return arena_printf(arena, "%s:%s", file.s, tag.s);
        return tag.len ? arena_printf(arena, "#%s", tag.s) : file;
    case BY_NUMBER:
    case N_DISTINCTIONS:
        break;
    }
    return arena_printf(arena, "instance %u", number + 1);
}

/* Sets the lines that distinguish boxes from others of the same name and place.
   Instances of a generic function of Rust, which differ only in a hash, are
   numbered. */
static void set_distinctions(const struct captions *c, struct arena *arena,
                             const struct report *report)
{
    const struct view *view = report->view;
    uint32_t *others = NEW_N(arena, uint32_t, view->n_functions);
    uint32_t *number = NEW_N(arena, uint32_t, view->n_functions);
    for (int by = 0; by < N_DISTINCTIONS; by++) {
        count_equal_boxes(arena, report, c, others, number);
        for (uint32_t i = 0; i < view->n_functions; i++) {
            uint32_t f = view->functions[i];
            const struct identity *is = &report->profile->functions[f].is;
            if (others[i])
                c->of[f]->distinction = utf8_shortened(
                    arena,
                    distinction(arena, is, (enum distinction)by, number[i]),
                    LABEL_WIDTH);
        }
    }
}

static void set_names(const struct captions *c, struct arena *arena,
                      const struct report *report)
{
    const struct view *view = report->view;
    long length = report->look->label_length;
    if (length == 0 || length > SHORTEN_LIMIT)
        length = SHORTEN_LIMIT;
    struct str *uncut = NEW_N(arena, struct str, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        uncut[i] = report->uncut_labels[view->functions[i]];
    const struct str *unique =
        unique_names(arena, uncut, view->n_functions, (size_t)length);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        struct caption *caption = NEW(arena, struct caption);
        *caption = (struct caption){ unique[i], S(""), S(""), S(""), 0 };
        c->of[view->functions[i]] = caption;
    }
}

struct captions captions_of_arrows(struct arena *arena,
                                   const struct report *report)
{
    struct captions captions = {
        .report = report,
        .arena = arena,
        .columns = report->look->wrap ? LABEL_WIDTH : LABEL_UNWRAPPED,
        .n_arrows = recursion_count_arrows(report),
    };
    for (uint32_t i = 0; i < report->view->n_functions; i++)
        captions.max_self =
            fmax(captions.max_self,
                 report_self(report, report->view->functions[i]));
    return captions;
}

struct captions captions_of(struct arena *arena, const struct report *report,
                            const struct report *folded)
{
    struct captions captions = captions_of_arrows(arena, folded);
    captions.of =
        NEW_N(arena, struct caption *, report->profile->n_functions);
    set_names(&captions, arena, report);
    set_contexts(&captions, arena, report);
    set_distinctions(&captions, arena, report);
    return captions;
}
