/*
 * Tables of what changed, for -T text and -T markdown:
 *
 *            base           new    difference   points      p  function
 *          0.33 s        0.21 s       -0.12 s    -6.1%  0.001  work (prog)
 */
#include "output/changes_table.h"

#include "output/changes.h"
#include "output/markdown_escape.h"
#include "output/place.h"
#include "util/text/number.h"
#include "util/text/unit.h"

enum { MOST_ROWS = 30 };

/* A change of one function that the table lists. */
struct row {
    uint32_t function;
    const char *what; /* "self" or "total" */
    const struct change *change;
};

/* Costs stand without their unit unless it is scaled, because the first line
   has it. */
static struct str cost_cell(struct arena *arena, const struct report *report,
                            double cost)
{
    struct str unit = report->profile->unit;
    if (!known(cost))
        return S("-");
    return report->look->time_format || unit_is_base(unit)
               ? report_cost(arena, report, cost)
               : number_grouped(arena, changes_rounded(report, cost));
}

static struct str difference_cell(struct arena *arena,
                                  const struct report *report,
                                  const struct change *change)
{
    double difference = compare_difference(change);
    return arena_printf(arena, "%s%s", difference < 0 ? "-" : "+",
                        cost_cell(arena, report, fabs(difference)).s);
}

static struct str p_cell(struct arena *arena, const struct change *change)
{
    return !(change->variance > 0) ? S("-")
           : change->p < .001      ? S("<0.001")
                                   : arena_printf(arena, "%.3f", change->p);
}

static struct str name_cell(struct arena *arena, const struct report *report,
                            const struct row *row, struct str place)
{
    enum presence presence = report->comparison->presence[row->function];
    const char *mark = presence == ONLY_NEW    ? " [new]"
                       : presence == ONLY_BASE ? " [gone]"
                                               : "";
    struct buf name = { 0 };
    buf_add(&name, report->labels[row->function]);
    if (place.len) {
        buf_add(&name, S(" ("));
        buf_add(&name, str_basename(place));
        buf_char(&name, ')');
    }
    buf_add(&name, str_of(mark));
    return buf_move(&name, arena);
}

/* Appends one row: the cells of a change and what it is of. */
static void put_row(struct buf *out, const struct report *report, bool markdown,
                    const struct change *change, const char *what,
                    struct str name)
{
    struct arena scratch = { 0 };
    const struct str cells[] = {
        cost_cell(&scratch, report, change->a),
        cost_cell(&scratch, report, change->b),
        difference_cell(&scratch, report, change),
        changes_points(&scratch, report, change),
        p_cell(&scratch, change),
        str_of(what),
    };
    static const int widths[] = { 14, 14, 14, 8, 7, 6 };
    for (size_t i = 0; i < ROWS(cells); i++)
        if (markdown)
            buf_printf(out, "| %s ", cells[i].s);
        else
            buf_printf(out, "%*s ", widths[i], cells[i].s);
    buf_add(out, markdown ? S("| ") : S(" "));
    if (markdown)
        markdown_escape(out, name);
    else
        buf_add(out, name);
    buf_add(out, markdown ? S(" |\n") : S("\n"));
    arena_free(&scratch);
}

static void put_head(struct buf *out, const struct report *report,
                     bool markdown)
{
    struct arena scratch = { 0 };
    const struct comparison *c = report->comparison;
    const struct change *whole = &c->whole;
    if (markdown)
        buf_add(out, S("### "));
    struct str sides = arena_printf(&scratch, "%s \u2192 %s: ",
                                    changes_side(&scratch, c, false).s,
                                    changes_side(&scratch, c, true).s);
    if (markdown)
        markdown_escape(out, sides);
    else
        buf_add(out, sides);
    buf_printf(out, "%s, %s%s\n", changes_values(&scratch, report, whole).s,
               changes_difference(&scratch, report, whole).s,
               whole->is_real || compare_difference(whole) == 0
                   ? ""
                   : ", within noise");
    buf_printf(out, "%s%s%s\n", markdown ? "\n" : "",
               changes_match(&scratch, c).s, markdown ? ".\n" : "");
    arena_free(&scratch);
}

static void put_columns(struct buf *out, bool markdown)
{
    if (markdown)
        buf_add(out, S("| base | new | difference | of the base | p | cost | "
                       "function |\n"
                       "| ---: | ---: | ---: | ---: | ---: | --- | --- |\n"));
    else
        buf_printf(out, "%14s %14s %14s %8s %7s %6s  %s\n", "base", "new",
                   "difference", "of base", "p", "cost", "function");
}

void changes_table_put(struct buf *out, const struct report *report,
                       bool markdown)
{
    struct arena scratch = { 0 };
    const struct comparison *c = report->comparison;
    uint32_t n;
    const uint32_t *functions = changes_ranked(&scratch, report, &n);
    const struct str *places = place_cells(&scratch, report);
    uint32_t shown = n < MOST_ROWS ? n : MOST_ROWS;
    put_head(out, report, markdown);
    if (shown)
        put_columns(out, markdown);
    for (uint32_t i = 0; i < shown; i++) {
        struct row row = { .function = functions[i] };
        row.change = changes_larger(c, row.function, &row.what);
        put_row(out, report, markdown, row.change, row.what,
                name_cell(&scratch, report, &row, places[row.function]));
    }
    if (markdown)
        buf_add(out, S("\n"));
    if (shown < n)
        buf_printf(out, "and %u more; ", n - shown);
    buf_printf(out, "%s; %s%s\n", changes_summary(&scratch, c).s,
               changes_method(&scratch, c).s, markdown ? "." : "");
    arena_free(&scratch);
}
