/*
 * A table of functions; "~" stands before estimates:
 *
 *      self                  total                calls  function
 *    0.33 s   61.0%         0.52 s   ~96.3%       1,200  work (prog)
 */
#include "output/text.h"

#include "output/changes_table.h"
#include "output/deps/blind.h"
#include "output/deps/verdicts.h"
#include "output/members.h"
#include "output/place.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"

/* Cells leave the unit out because the summary has it, except for times and
   sizes, which a cell may show in milliseconds or in megabytes. */
static struct str cost_cell(struct arena *arena, const struct report *report,
                            double cost)
{
    struct str unit = report->profile->unit;
    const char *format = report->look->time_format;
    return format || unit_is_base(unit)
               ? number_cost(arena, cost, unit, format)
               : number_grouped(arena, cost);
}

static struct str share_cell(struct arena *arena, const struct report *report,
                             double cost, bool exact)
{
    if (report->whole <= 0)
        return S("-");
    struct str text = number_percent(arena, report_share(report, cost));
    return exact ? text : arena_printf(arena, "~%.*s", (int)text.len, text.s);
}

static struct str count_cell(struct arena *arena, double count)
{
    return known(count) ? number_grouped(arena, count) : S("-");
}

static void put_function(struct buf *out, const struct report *report,
                         uint32_t f, struct str place)
{
    struct arena scratch = { 0 };
    const struct function *function = &report->profile->functions[f];
    double total = report->costs->total[f];
    buf_printf(out, "%14s %7s %14s %8s %11s  ",
               cost_cell(&scratch, report, function->self).s,
               share_cell(&scratch, report, function->self, true).s,
               cost_cell(&scratch, report, total).s,
               share_cell(&scratch, report, total, report->costs->exact[f]).s,
               count_cell(&scratch, function->count).s);
    buf_add(out, report->labels[f]);
    if (place.len)
        buf_printf(out, " (%s)", place.s);
    buf_char(out, '\n');
    arena_free(&scratch);
}

/* Writes the members of a collapsed cycle with their self costs. */
static void put_members(struct buf *out, const struct report *report,
                        uint32_t f)
{
    struct arena scratch = { 0 };
    struct members members = members_of(&scratch, report, f);
    for (size_t i = 0; i < members.n; i++) {
        double self = members.ranked[i].cost;
        uint32_t member = members.ranked[i].id;
        double count = report->collapsed->before->functions[member].count;
        buf_printf(out, "%14s %7s %14s %8s %11s    ",
                   cost_cell(&scratch, report, self).s,
                   share_cell(&scratch, report, self, true).s, "", "",
                   count_cell(&scratch, count).s);
        buf_add(out, report->member_labels[member]);
        buf_char(out, '\n');
    }
    arena_free(&scratch);
}

/* Writes who enters a collapsed cycle, and which member calls which. */
static void put_member_calls(struct buf *out, const struct report *report,
                             uint32_t f)
{
    struct arena scratch = { 0 };
    struct member_calls calls = member_calls_of(&scratch, report, f);
    for (size_t i = 0; i < calls.n; i++) {
        const struct member_call *call = &calls.of[i];
        bool costs = known(call->cost);
        buf_printf(out, "%14s %7s %14s %8s %11s      ", "", "",
                   costs ? cost_cell(&scratch, report, call->cost).s : "",
                   costs ? share_cell(&scratch, report, call->cost, true).s
                         : "",
                   count_cell(&scratch, call->count).s);
        buf_add(out, member_call_text(&scratch, report, call));
        buf_char(out, '\n');
    }
    arena_free(&scratch);
}

static void put_table(struct buf *out, struct ranked *rows, size_t n,
                      const struct report *report)
{
    struct arena scratch = { 0 };
    const struct str *places = place_cells(&scratch, report);
    report_rank(rows, n);
    buf_printf(out, "%14s %7s %14s %8s %11s  %s\n", "self", "", "total", "",
               "calls", "function");
    for (size_t i = 0; i < n; i++) {
        put_function(out, report, rows[i].id, places[rows[i].id]);
        put_members(out, report, rows[i].id);
        put_member_calls(out, report, rows[i].id);
    }
    arena_free(&scratch);
}

static void put_summary(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct view *view = report->view;
    struct str whole = report_cost(&scratch, report, report->whole);
    double dropped = report_share(report, view->dropped_cost);
    if (report_is_relative(report))
        buf_printf(out, "%s of ", whole.s);
    buf_printf(out, "%s in all", report_cost(&scratch, report, report->read).s);
    if (report->profile->event.len &&
        !str_eq(report->profile->event, report->profile->unit)) {
        buf_add(out, S(" of event "));
        utf8_clean(out, report->profile->event);
    }
    if (report->profile->selected_threads.len) {
        buf_add(out, S(", "));
        utf8_clean(out, report->profile->selected_threads);
    }
    buf_printf(out, "; %u of %u functions", view->n_functions - view->n_tags,
               report->n_functions);
    if (report->whole > 0)
        buf_printf(out, "; %s of the cost dropped",
                   number_percent(&scratch, dropped).s);
    buf_char(out, '\n');
    struct str too_low = report_cut_totals(&scratch, report);
    if (too_low.len)
        buf_printf(out, "%s\n", too_low.s);
    arena_free(&scratch);
}

/* Writes the statements of functions under study and what their dependences
   say. */
static void put_verdicts(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    struct verdicts *verdicts = verdicts_of(&scratch, report);
    uint32_t before = NO_ID;
    struct str note = verdicts_note(&scratch, verdicts);
    if (verdicts->n && note.len)
        buf_printf(out, "\n%s\n", note.s);
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct verdict *verdict = &verdicts->of[i];
        const struct statement *s = verdict->statement;
        if (s->function != before) {
            buf_printf(out, "\n%14s %7s  statements of ", "cost", "");
            buf_add(out, report->labels[s->function]);
            buf_char(out, '\n');
        }
        before = s->function;
        buf_printf(out, "%14s %7s  ", cost_cell(&scratch, report, s->cost).s,
                   share_cell(&scratch, report, s->cost, true).s);
        utf8_clean(out, str_basename(s->place));
        buf_add(out, S(": "));
        utf8_clean(out, verdict->text);
        buf_char(out, '\n');
    }
    struct str bound = verdicts_bound(&scratch, report, verdicts);
    if (bound.len)
        buf_printf(out, "%s\n", bound.s);
    struct str hint = verdicts_hint(&scratch, report);
    if (hint.len)
        buf_printf(out, "%s\n", hint.s);
    struct str blind = blind_text(&scratch, report, 0);
    if (blind.len) {
        utf8_clean(out, blind);
        buf_char(out, '\n');
    }
    arena_free(&scratch);
}

static bool write_text(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct view *view = report->view;
    if (report->comparison) {
        changes_table_put(out, report, false);
        return true;
    }
    struct ranked *rows = NEW_N(&scratch, struct ranked, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        rows[i] = (struct ranked){ f, report->profile->functions[f].self };
    }
    put_summary(out, report);
    put_table(out, rows, view->n_functions, report);
    put_verdicts(out, report);
    arena_free(&scratch);
    return true;
}

bool text_list_functions(struct buf *out, const struct report *report,
                         const char *pattern)
{
    struct arena scratch = { 0 };
    const struct profile *profile = report->profile;
    bool *marked = NEW_N(&scratch, bool, profile->n_functions);
    const struct view *view = report->view;
    struct ranked *rows = NEW_N(&scratch, struct ranked, view->n_functions);
    bool all = str_eq(str_of(pattern), S("+"));
    struct patterns patterns = { &pattern, all ? 0 : 1, report->demangler };
    size_t n = 0;
    bool good = patterns_match_names(profile, report->limits->aliases,
                                     &patterns, "--list-functions", marked);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if ((all || marked[f]) && !profile->functions[f].is_tag)
            rows[n++] = (struct ranked){ f, report->costs->total[f] };
    }
    if (good && n == 0)
        good = diag_error("--list-functions: the selection leaves out all "
                          "functions that match '%s'; list them without "
                          "--root, --leaf, --depth, -n and --nodecount",
                          pattern);
    if (good)
        put_table(out, rows, n, report);
    arena_free(&scratch);
    return good;
}

const struct writer writer_text = {
    .name = "text",
    .ending = "txt",
    .description = "a table of functions, sorted by self cost",
    .write = write_text,
};
