/* Tables for pages in Markdown, such as comments on pull requests. */
#include "output/place.h"
#include "output/text/changes_table.h"
#include "output/text/table.h"
#include "output/writer.h"
#include "util/ranked.h"
#include "util/text/number.h"

enum { MOST_ROWS = 30 };

static void put_function(struct buf *out, const struct report *report,
                         uint32_t f, struct str place)
{
    LOCAL_ARENA(scratch);
    buf_printf(out, "| %s | %s | ",
               number_percent(&scratch, report_self(report, f)).s,
               report_total_text(&scratch, report, f).s);
    table_escape_markdown(out, report->labels[f]);
    buf_add(out, S(" | "));
    table_escape_markdown(out, str_basename(place));
    buf_add(out, S(" |\n"));
}

/* Writes the functions of most self cost. */
static void put_functions(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    const struct view *view = report->view;
    const struct str *places = place_cells(&scratch, report);
    struct ranked *rows = NEW_N(&scratch, struct ranked, view->n_functions);
    uint32_t shown = view->n_functions < MOST_ROWS ? view->n_functions
                                                   : MOST_ROWS;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        rows[i] = (struct ranked){ f, report->profile->functions[f].self };
    }
    ranked_sort(rows, view->n_functions);
    buf_add(out, S("| self | total | function | module |\n"
                   "| ---: | ---: | --- | --- |\n"));
    uint32_t n_tags = 0;
    for (uint32_t i = 0; i < shown; i++) {
        put_function(out, report, rows[i].id, places[rows[i].id]);
        n_tags += report->profile->functions[rows[i].id].is_tag;
    }
    struct str too_low = report_cut_totals(&scratch, report);
    buf_printf(out,
               "\n%s in all; showing %s of %s functions by self cost%s%s.\n",
               report_cost(&scratch, report, report->whole).s,
               number_grouped(&scratch, shown - n_tags).s,
               number_grouped(&scratch, report->n_functions).s,
               too_low.len ? "; " : "", too_low.s);
}

static bool write_markdown(struct buf *out, const struct report *report)
{
    if (report->comparison)
        changes_table_put(out, report, true);
    else
        put_functions(out, report);
    return true;
}

const struct writer writer_markdown = {
    .name = "markdown",
    .ending = "md",
    .description = "table for a page or a pull request",
    .write = write_markdown,
};
