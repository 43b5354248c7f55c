/*
 * Functions with their callers above and their callees below:
 *
 *               cost  of all   of it       calls  function
 *            60.00 s   60.0%   75.0%           3  <- main
 *            20.00 s   20.0%   25.0%           1  <- test
 *            80.00 s   80.0%    100%           4  work (prog)
 *            10.00 s   10.0%   12.5%           -     (self)
 *            70.00 s   70.0%   87.5%          12  -> eval
 *
 * A comparison has the costs of both sides instead.
 */

#include "graph/counting_sort.h"
#include "output/changes.h"
#include "output/place.h"
#include "output/text/table.h"
#include "output/text/text.h"
#include "output/writer.h"
#include "util/ranked.h"
#include "util/text/number.h"

/* Callers, or callees, in an output of default size; fewer if their names are
   long. */
enum { MOST_ENDS = 10 };

struct peek {
    struct table table;
    const struct report *report;
    const struct str *places;
    size_t most_ends;             /* callers, or callees, of a function */
    struct sorted_groups in, out; /* the calls of the view by callee, and by
                                     caller */
};

/* ---- Rows ---- */

/* Fills in the cells of a row of a comparison. */
static void fill_change(struct table_row *row, struct arena *arena,
                        const struct report *report,
                        const struct change *change)
{
    table_change(row->cells, arena, report, change);
    row->cells[4] = change->is_real ? S("yes") : S("");
}

/* Fills in the cells of a row of costs of function f. */
static void fill_cost(struct table_row *row, struct arena *arena,
                      const struct report *report, uint32_t f, double cost,
                      bool exact, double count)
{
    row->cells[0] = table_cost(arena, report, cost);
    row->cells[1] = table_part(arena, cost, report->whole, exact);
    row->cells[2] = table_part(arena, cost, report->costs->total[f],
                               exact && report->costs->exact[f]);
    row->cells[3] = table_count(arena, count);
}

static void add_call(struct peek *peek, const struct view_call *call, bool in)
{
    const struct report *report = peek->report;
    struct arena *arena = peek->table.arena;
    uint32_t f = in ? call->callee : call->caller;
    uint32_t other = in ? call->caller : call->callee;
    bool recursive = call->caller == call->callee || call->back;
    struct table_row row = {
        .lead = arena_printf(arena, "%s %s", in ? "<-" : "->",
                             view_call_is_indirect(call) ? "... " : ""),
        .name = table_name(report, other),
        .place = report->look->columns &&
                         str_eq(table_name(report, other), UNRESOLVED)
                     ? peek->places[other]
                     : S(""),
        .mark = recursive ? S(" (recursive)") : S(""),
    };
    if (report->comparison) {
        fill_change(&row, arena, report, changes_of_call(report, call));
    } else {
        fill_cost(&row, arena, report, f, call->cost, call->exact, call->count);
        row.cells[1] = table_call(arena, report, call);
    }
    table_add(&peek->table, &row);
}

/* Adds a row that is no call: the function itself, its self cost, or what
   enters it from outside. The change is NULL without a comparison. */
static void add_part(struct peek *peek, uint32_t f, const struct change *change,
                     double cost, struct str name, struct str place)
{
    const struct report *report = peek->report;
    struct arena *arena = peek->table.arena;
    struct table_row row = { .name = name, .place = place };
    if (change)
        fill_change(&row, arena, report, change);
    else
        fill_cost(&row, arena, report, f, cost,
                  !place.s || report->costs->exact[f],
                  place.s ? report->profile->functions[f].count : UNKNOWN);
    if (!change && place.s)
        row.cells[1] = table_total(arena, report, f);
    table_add(&peek->table, &row);
}

/* Adds n calls by falling cost: all callers or all callees of a function. */
static void add_calls(struct peek *peek, const struct ranked *rows, size_t n,
                      bool in)
{
    const struct view *view = peek->report->view;
    size_t shown = n < peek->most_ends ? n : peek->most_ends;
    for (size_t i = 0; i < shown; i++)
        add_call(peek, &view->calls[rows[i].id], in);
    if (shown == n)
        return;
    table_add(&peek->table,
              &(struct table_row){
                  .cells = { S(""), S(""), S(""), S(""), S("") },
                  .name = arena_printf(peek->table.arena,
                                       "%s %zu more; -n 0 shows all",
                                       in ? "<-" : "->", n - shown),
              });
}

/* ---- Calls of a function ---- */

static double call_key(const struct report *report,
                       const struct view_call *call)
{
    if (!report->comparison)
        return known_or(call->cost, -1);
    const struct change *change = changes_of_call(report, call);
    return fmax(known_or(change->base, -1), known_or(change->new, -1));
}

/* Adds the callers or the callees of a function. Among the latter is the
   function itself if it calls itself. */
static void add_ends(struct peek *peek, uint32_t f, bool in)
{
    const struct report *report = peek->report;
    const struct sorted_groups *groups = in ? &peek->in : &peek->out;
    uint32_t first = groups->first[f], n = groups->first[f + 1] - first;
    struct ranked *rows = NEW_N(peek->table.arena, struct ranked, n);
    size_t n_rows = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = groups->ids[first + i];
        const struct view_call *call = &report->view->calls[id];
        if (!in || call->caller != call->callee)
            rows[n_rows++] = (struct ranked){ id, call_key(report, call) };
    }
    ranked_sort(rows, n_rows);
    add_calls(peek, rows, n_rows, in);
}

static void index_calls(struct peek *peek)
{
    struct arena *arena = peek->table.arena;
    const struct view *view = peek->report->view;
    uint32_t n = peek->report->profile->n_functions;
    uint32_t *callers = NEW_N(arena, uint32_t, view->n_calls);
    uint32_t *callees = NEW_N(arena, uint32_t, view->n_calls);
    for (uint32_t c = 0; c < view->n_calls; c++) {
        callers[c] = view->calls[c].caller;
        callees[c] = view->calls[c].callee;
    }
    peek->in = counting_sort(arena, callees, view->n_calls, n);
    peek->out = counting_sort(arena, callers, view->n_calls, n);
}

/* ---- Functions ---- */

static void add_function(struct peek *peek, uint32_t f)
{
    const struct report *report = peek->report;
    const struct comparison *c = report->comparison;
    const struct function *function = &report->profile->functions[f];
    const struct str none = { NULL, 0 };
    if (peek->table.rows.n > 1)
        table_add(&peek->table,
                  &(struct table_row){ .name = S(""), .is_gap = true });
    if (!c && report->profile->kind == FROM_STACKS && function->entry > 0)
        add_part(peek, f, NULL, function->entry, S("<- (no caller)"), none);
    add_ends(peek, f, true);
    add_part(peek, f, c ? &c->total[f] : NULL, report->costs->total[f],
             table_name(report, f), peek->places[f]);
    if (c ? c->self[f].base > 0 || c->self[f].new > 0 : function->self > 0)
        add_part(peek, f, c ? &c->self[f] : NULL, function->self,
                 S("   (self)"), none);
    add_ends(peek, f, false);
}

/* Adds functions while there is room, and at least one. Returns how many. */
static size_t add_functions(struct peek *peek, const struct ranked *rows,
                            size_t n)
{
    peek->most_ends = peek->table.look->shows_all ? SIZE_MAX : MOST_ENDS;
    for (size_t i = 0; i < n;) {
        size_t before = peek->table.rows.n;
        add_function(peek, rows[i].id);
        if (table_has_room(&peek->table) || (i == 0 && peek->most_ends == 1)) {
            i++;
            continue;
        }
        table_cut(&peek->table, before);
        if (i)
            return i;
        peek->most_ends /= 2;
    }
    return n;
}

static struct table new_table(struct arena *arena, const struct report *report)
{
    static const int widths[] = { 14, 8, 8, 11 };
    static const int compared_widths[] = { 14, 14, 14, 8, 7 };
    bool compares = report->comparison != NULL;
    struct table table = {
        .arena = arena,
        .look = report->look,
        .markdown = report->look->markdown,
        .widths = compares ? compared_widths : widths,
        .n_columns = compares ? ROWS(compared_widths) : ROWS(widths),
        .n_left = compares ? 1 : 0,
    };
    struct table_row row = {
        .cells = { S("cost"), S("of all"), S("of it"), S("calls") },
        .name = S("function"),
    };
    if (compares) {
        const struct str titles[] = { S("base"), S("new"), S("difference"),
                                      S("of base"), S("changed") };
        memcpy(row.cells, titles, sizeof titles);
    }
    table_add(&table, &row);
    return table;
}

static void put_head(struct buf *out, const struct report *report, size_t n)
{
    LOCAL_ARENA(scratch);
    struct buf line = { 0 };
    text_put_whole(&line, report);
    buf_printf(&line, "; %s of %s functions match",
               number_grouped(&scratch, (double)n).s,
               number_grouped(&scratch, report->n_functions).s);
    table_put_head(out, report->look, buf_move(&line, &scratch));
    struct str too_low = report_cut_totals(&scratch, report);
    if (too_low.len)
        table_put_line(out, report->look, too_low);
}

static bool write_peek(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    size_t n;
    struct peek peek = { .table = new_table(&scratch, report),
                         .report = report };
    const struct ranked *rows = text_find_listed(&scratch, report, &n);
    peek.places = place_cells(&scratch, report);
    index_calls(&peek);
    if (n) {
        size_t shown = add_functions(&peek, rows, n);
        put_head(out, report, n);
        if (report->look->markdown)
            buf_char(out, '\n');
        table_put(out, &peek.table);
        if (shown < n && report->look->markdown)
            buf_char(out, '\n');
        table_put_more(out, report->look, n - shown, " that match", "-n 0");
    }
    return n > 0;
}

const struct writer writer_peek = {
    .name = "peek",
    .description = "the callers and callees of the functions of --list",
    .kind = WRITES_REPORT,
    .takes_names = true,
    .is_complete = true,
    .write = write_peek,
};
