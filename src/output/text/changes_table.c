/*
 * Tables of what changed, for -T text and -T markdown:
 *
 *            base           new    difference   points      p  function
 *          0.33 s        0.21 s       -0.12 s    -6.1%  0.001  work (prog)
 */
#include "output/text/changes_table.h"

#include "output/change_list.h"
#include "output/changes.h"
#include "output/place.h"
#include "output/text/table.h"

enum {
    MOST_ROWS = 30,
    MOST_DOUBTFUL = 5, /* rows of differences that may be noise */
};

static struct str p_cell(struct arena *arena, const struct change *change)
{
    return !(change->variance > 0) ? S("-")
           : change->p < .001      ? S("<0.001")
                                   : arena_printf(arena, "%.3f", change->p);
}

static struct str presence_mark(const struct report *report, uint32_t function)
{
    enum presence presence = report->comparison->presence[function];
    return presence == ONLY_NEW    ? S(" [new]")
           : presence == ONLY_BASE ? S(" [gone]")
                                   : S("");
}

static void add_row(struct table *table, const struct report *report,
                    const struct listed_change *row, struct str place)
{
    struct arena *arena = table->arena;
    const struct change *change = row->change;
    struct table_row cells = {
        .name = table_name(report, row->function),
        .place = str_basename(place),
        .mark = arena_printf(arena, "%s%s",
                             presence_mark(report, row->function).s,
                             change_list_callers(arena, row).s),
    };
    table_change(cells.cells, arena, report, change);
    cells.cells[4] = p_cell(arena, change);
    cells.cells[5] = row->is_self ? S("self") : S("total");
    table_add(table, &cells);
}

static void put_head(struct buf *out, const struct report *report,
                     bool markdown)
{
    LOCAL_ARENA(scratch);
    const struct comparison *c = report->comparison;
    struct buf line = { 0 };
    if (markdown)
        buf_add(&line, S("### "));
    struct str sides = arena_printf(
        &scratch, "%s \u2192 %s: ", changes_side(&scratch, c, false).s,
        changes_side(&scratch, c, true).s);
    if (markdown)
        table_escape_markdown(&line, sides);
    else
        buf_add(&line, sides);
    struct str unknown = changes_unknown_noise(c);
    buf_printf(&line, "%s%s%s", changes_whole(&scratch, report).s,
               unknown.len ? "; " : "", unknown.s);
    table_put_line(out, report->look, buf_move(&line, &scratch));
    if (markdown)
        buf_char(out, '\n');
    table_put_line(out, report->look,
                   arena_printf(&scratch, "%s%s", changes_match(&scratch, c).s,
                                markdown ? ".\n" : ""));
}

/* Starts a table with the titles of its columns. */
static struct table new_table(struct arena *arena, const struct report *report,
                              bool markdown)
{
    static const int widths[] = { 14, 14, 14, 8, 7, 6 };
    struct table table = {
        .arena = arena,
        .look = report->look,
        .markdown = markdown,
        .widths = widths,
        .n_columns = ROWS(widths),
        .n_left = 1,
    };
    table_add(&table, &(struct table_row){
                          .cells = { S("base"), S("new"), S("difference"),
                                     markdown ? S("of the base") : S("of base"),
                                     S("p"), S("cost") },
                          .name = S("function"),
                      });
    return table;
}

void changes_table_put(struct buf *out, const struct report *report,
                       bool markdown)
{
    LOCAL_ARENA(scratch);
    const struct comparison *c = report->comparison;
    struct table table = new_table(&scratch, report, markdown);
    uint32_t shown;
    struct change_list list =
        change_list_of(&scratch, report, report->view->functions,
                       report->view->n_functions);
    bool is_doubtful = list.n == 0 && !c->is_exact;
    if (is_doubtful)
        list = change_list_largest(&scratch, report, report->view->functions,
                                   report->view->n_functions, MOST_DOUBTFUL);
    const struct str *places = place_cells(&scratch, report);
    put_head(out, report, markdown);
    for (shown = 0; shown < list.n && shown < MOST_ROWS; shown++) {
        const struct listed_change *row = &list.of[shown];
        add_row(&table, report, row, places[row->function]);
        if (shown && !table_has_room(&table)) {
            table_cut(&table, table.rows.n - 1);
            break;
        }
    }
    if (shown)
        table_put(out, &table);
    if (markdown)
        buf_add(out, S("\n"));
    struct str more =
        shown < list.n
            ? arena_printf(&scratch, "and %u more; ", list.n - shown)
        : shown && is_doubtful
            ? S("rows are the largest differences of self costs; ")
            : S("");
    table_put_line(out, report->look,
                   arena_printf(&scratch, "%s%s; %s%s", more.s,
                                changes_summary(&scratch, c).s,
                                changes_method(&scratch, c).s,
                                markdown ? "." : ""));
}
