/*
 * The table of -T top and --list-functions; "~" stands before estimates:
 *
 *      self                  total                calls  function
 *    0.33 s   61.0%         0.52 s   ~96.3%       1,200  work (prog)
 */
#include "output/text/text.h"

#include "filter/regex.h"
#include "output/changes.h"
#include "output/members.h"
#include "output/place.h"
#include "output/text/changes_table.h"
#include "output/text/table.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

enum { SUM = 2 }; /* the column of self costs so far, for people */

/* ---- Rows ---- */

/* Returns what the table says of the place of a function: its file and line, if
   they are known and its name does not say them, or else `place`. */
static struct str place_of(struct arena *arena, const struct report *report,
                           uint32_t f, struct str place)
{
    const struct function *function = &report->profile->functions[f];
    struct str file = function->is.file;
    if (!file.len || !function->line)
        return place;
    struct str line =
        arena_printf(arena, "%s:%llu", utf8_cleaned(arena, file).s,
                     (unsigned long long)function->line);
    return str_has(report->uncut_labels[f], str_basename(line)) ? place : line;
}

/* Adds a row. `sum` is the self cost of the rows so far and this one. */
static void add_function(struct table *table, const struct report *report,
                         uint32_t f, struct str place, double sum)
{
    struct arena *arena = table->arena;
    const struct function *function = &report->profile->functions[f];
    double total = report->costs->total[f];
    table_add(table, &(struct table_row){
                         .cells = { table_cost(arena, report, function->self),
                                    table_part(arena, function->self,
                                               report->whole, true),
                                    table_part(arena, sum, report->whole, true),
                                    table_cost(arena, report, total),
                                    table_total(arena, report, f),
                                    table_count(arena, function->count) },
                         .name = table_name(report, f),
                         .place = place_of(arena, report, f, place),
                     });
}

/* Adds the members of a collapsed cycle with their self costs. */
static void add_members(struct table *table, const struct report *report,
                        uint32_t f)
{
    struct arena *arena = table->arena;
    struct members members = members_of(arena, report, f);
    for (size_t i = 0; i < members.n; i++) {
        double self = members.ranked[i].cost;
        uint32_t member = members.ranked[i].id;
        double count = report->collapsed->before->functions[member].count;
        struct str name = report->member_labels[member];
        table_add(table,
                  &(struct table_row){
                      .cells = { table_cost(arena, report, self),
                                 table_part(arena, self, report->whole, true),
                                 S(""), S(""), S(""),
                                 table_count(arena, count) },
                      .name = arena_printf(arena, "  %s", name.s),
                  });
    }
}

/* Adds who enters a collapsed cycle, and which member calls which. */
static void add_member_calls(struct table *table, const struct report *report,
                             uint32_t f)
{
    struct arena *arena = table->arena;
    struct member_calls calls = member_calls_of(arena, report, f);
    for (size_t i = 0; i < calls.n; i++) {
        const struct member_call *call = &calls.of[i];
        bool costs = known(call->cost);
        struct str name = member_call_text(arena, report, call);
        table_add(table,
                  &(struct table_row){
                      .cells = { S(""), S(""), S(""),
                                 costs ? table_cost(arena, report, call->cost)
                                       : S(""),
                                 costs ? table_part(arena, call->cost,
                                                    report->whole, true)
                                       : S(""),
                                 table_count(arena, call->count) },
                      .name = arena_printf(arena, "    %s", name.s),
                  });
    }
}

/* Returns a table that has the titles of its columns only. */
static struct table new_table(struct arena *arena, const struct report *report,
                              bool has_sum)
{
    static const int widths[] = { 14, 7, -1, 14, 8, 11 };
    static const int with_sum[] = { 14, 7, 7, 14, 8, 11 };
    struct table table = {
        .arena = arena,
        .look = report->look,
        .markdown = report->look->markdown,
        .widths = has_sum ? with_sum : widths,
        .n_columns = ROWS(widths),
        .spare = SUM,
    };
    table_add(&table,
              &(struct table_row){
                  .cells = { S("self"), S(""), S("sum"), S("total"), S(""),
                             S("calls") },
                  .name = S("function"),
              });
    return table;
}

/* Appends the table of functions while there is room, and at least one, perhaps
   with the sum of the self costs of the rows so far. Returns how many. */
static size_t put_functions(struct buf *out, const struct report *report,
                            const struct ranked *rows, size_t n, bool has_sum)
{
    LOCAL_ARENA(scratch);
    LOCAL_ARENA(cells);
    const struct str *places = place_cells(&scratch, report);
    struct table table = new_table(&cells, report, has_sum);
    double sum = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        size_t before = table.rows.n;
        uint32_t f = rows[i].id;
        sum += report->profile->functions[f].self;
        add_function(&table, report, f, places[f], sum);
        add_members(&table, report, f);
        add_member_calls(&table, report, f);
        if (i && !table_has_room(&table)) {
            table_cut(&table, before);
            break;
        }
        table_flush(out, &table);
    }
    table_put(out, &table);
    return i;
}

/* ---- Functions of --list ---- */

/* Returns the marked functions of the view, or all, by falling total. Tags are
   none. */
static struct ranked *rank_marked(struct arena *arena,
                                  const struct report *report,
                                  const bool *marked, bool all, size_t *n)
{
    const struct view *view = report->view;
    struct ranked *rows = NEW_N(arena, struct ranked, view->n_functions);
    *n = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if ((all || marked[f]) && !report->profile->functions[f].is_tag)
            rows[(*n)++] = (struct ranked){ f, report->costs->total[f] };
    }
    ranked_sort(rows, *n);
    return rows;
}

struct ranked *text_find_listed(struct arena *arena,
                                const struct report *report, size_t *n)
{
    const struct profile *profile = report->profile;
    bool *marked = NEW_N(arena, bool, profile->n_functions);
    *n = 0;
    if (!regex_match(profile, &report->look->listed, "--list", true, marked))
        return NULL;
    struct ranked *rows = rank_marked(arena, report, marked, false, n);
    if (*n == 0)
        diag_error("--list: the selection leaves out all functions that match; "
                   "show them without --root, --leaf, --depth, -n and "
                   "--nodecount");
    return *n ? rows : NULL;
}

/* ---- The table ---- */

void text_put_whole(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    const struct comparison *c = report->comparison;
    if (c) {
        buf_printf(out, "%s \u2192 %s: %s, %s",
                   changes_side(&scratch, c, false).s,
                   changes_side(&scratch, c, true).s,
                   changes_values(&scratch, report, &c->whole).s,
                   changes_difference(&scratch, report, &c->whole).s);
        return;
    }
    struct str whole = report_cost(&scratch, report, report->whole);
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
    if (report->n_summed > 1)
        buf_printf(out, ", sum of %zu files", report->n_summed);
}

static void put_summary(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    const struct view *view = report->view;
    struct buf line = { 0 };
    double dropped = report_share(report, view->dropped_cost);
    text_put_whole(&line, report);
    buf_printf(&line, "; %s of %s functions",
               number_grouped(&scratch, view->n_functions - view->n_tags).s,
               number_grouped(&scratch, report->n_functions).s);
    if (report->whole > 0)
        buf_printf(&line, "; %s of the cost dropped",
                   number_percent(&scratch, dropped).s);
    table_put_head(out, report->look, buf_move(&line, &scratch));
    struct str too_low = report_cut_totals(&scratch, report);
    if (too_low.len)
        table_put_line(out, report->look, too_low);
    if (report->look->markdown)
        buf_char(out, '\n');
}

/* Says how many rows there was no room for, and what they cost. */
static void put_rest(struct buf *out, const struct report *report,
                     const struct ranked *rows, size_t n)
{
    LOCAL_ARENA(scratch);
    double cost = 0;
    for (size_t i = 0; i < n; i++)
        cost += report->profile->functions[rows[i].id].self;
    struct str what =
        report->whole > 0
            ? arena_printf(
                  &scratch, " (%s of the cost)",
                  number_percent(&scratch, report_share(report, cost)).s)
            : S("");
    if (n && report->look->markdown)
        buf_char(out, '\n');
    table_put_more(out, report->look, n, what.s, "-n 0");
}

/* ---- Order ---- */

struct named {
    struct str name;
    uint32_t id;
};

static int by_name(const void *left, const void *right)
{
    const struct named *a = left, *b = right;
    int order = str_cmp(a->name, b->name);
    return order ? order : COMPARE(a->id, b->id);
}

static void sort_by_name(struct ranked *rows, size_t n,
                         const struct report *report)
{
    LOCAL_ARENA(scratch);
    struct named *named = NEW_N(&scratch, struct named, n);
    for (size_t i = 0; i < n; i++)
        named[i] =
            (struct named){ report->uncut_labels[rows[i].id], rows[i].id };
    SORT(named, n, by_name);
    for (size_t i = 0; i < n; i++)
        rows[i].id = named[i].id;
}

/* Returns the functions of the view in the order of --sort. Those that are
   equal are sorted by falling total. */
static struct ranked *rank_functions(struct arena *arena,
                                     const struct report *report)
{
    const struct view *view = report->view;
    struct ranked *rows = NEW_N(arena, struct ranked, view->n_functions);
    const uint32_t *by_total = report_by_total(arena, report);
    enum sort sort = report->look->sort;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = by_total[i];
        const struct function *function = &report->profile->functions[f];
        double key = sort == SORT_TOTAL   ? report->costs->total[f]
                     : sort == SORT_COUNT ? function->count
                                          : function->self;
        rows[i] = (struct ranked){ i, known_or(key, -1) };
    }
    ranked_sort(rows, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++)
        rows[i].id = by_total[rows[i].id];
    if (sort == SORT_NAME)
        sort_by_name(rows, view->n_functions, report);
    return rows;
}

/* ---- The outputs ---- */

static bool write_text(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    uint32_t n = report->view->n_functions;
    if (report->comparison) {
        changes_table_put(out, report, report->look->markdown);
        return true;
    }
    if (report->look->deps.advise) {
        deps_put_advice(out, report);
        return true;
    }
    struct ranked *rows = rank_functions(&scratch, report);
    put_summary(out, report);
    bool has_sum = report->look->columns && !report->look->markdown;
    size_t shown = put_functions(out, report, rows, n, has_sum);
    put_rest(out, report, rows + shown, n - shown);
    deps_put_text(out, report);
    return true;
}

bool text_list_functions(struct buf *out, const struct report *report,
                         const char *pattern)
{
    LOCAL_ARENA(scratch);
    const struct profile *profile = report->profile;
    bool *marked = NEW_N(&scratch, bool, profile->n_functions);
    bool all = str_eq(str_of(pattern), S("+"));
    struct patterns patterns = { &pattern, all ? 0 : 1, report->demangler };
    size_t n;
    bool good = patterns_match_names(profile, report->limits->aliases,
                                     &patterns, "--list-functions", marked);
    struct ranked *rows = rank_marked(&scratch, report, marked, all, &n);
    if (good && n == 0)
        good = diag_error("--list-functions: the selection leaves out all "
                          "functions that match '%s'; list them without "
                          "--root, --leaf, --depth, -n and --nodecount",
                          pattern);
    if (good)
        put_functions(out, report, rows, n, false);
    return good;
}

const struct writer writer_top = {
    .name = "top",
    .also = "text",
    .ending = "txt",
    .description = "a table of functions by self cost or --sort; also text",
    .kind = WRITES_REPORT,
    .write = write_text,
};
