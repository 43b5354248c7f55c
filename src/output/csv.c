/*
 * Comma-separated values (RFC 4180): one row for each function, after a row of
 * names of the columns. Costs are numbers in the unit of the profile, which is
 * a column; what is not known is empty. Texts are valid UTF-8.
 *
 * A text that a spreadsheet would take for a formula begins with an apostrophe,
 * as the Open Worldwide Application Security Project says ("CSV Injection"):
 * "-[NSObject init]" and "=cmd" are names of functions, too.
 */
#include "output/writer.h"
#include "util/text/utf8.h"

/* Would a spreadsheet take the text for a formula? Japanese and Chinese
   spreadsheets also read the wide forms of the characters. */
static bool is_formula(struct str text)
{
    static const uint32_t wide = 0xff00 - 0x20; /* U+FF0B is a wide U+2B */
    uint32_t first = text.len ? utf8_next(&text) : 0;
    if (first > 0xff00 && first <= 0xff5e)
        first -= wide;
    return first == '=' || first == '+' || first == '-' || first == '@' ||
           first == '\t' || first == '\r' || first == '\n';
}

/* Puts a text in quotes, where a quote is doubled. */
static void put_text(struct buf *out, struct str text)
{
    buf_add(out, is_formula(text) ? S("\"'") : S("\""));
    while (text.len) {
        uint32_t code = utf8_next(&text);
        if (code == '"')
            buf_char(out, '"');
        utf8_put(out, utf8_printable(code) ? code : REPLACEMENT);
    }
    buf_char(out, '"');
}

static void put_number(struct buf *out, double number)
{
    buf_char(out, ',');
    if (known(number))
        buf_number(out, number);
}

static void put_name(struct buf *out, const struct report *report, uint32_t f)
{
    const struct function *function = &report->profile->functions[f];
    const struct str texts[] = { report->full_names[f], function->is.module,
                                 function->is.file };
    for (size_t i = 0; i < ROWS(texts); i++) {
        put_text(out, texts[i]);
        buf_char(out, ',');
    }
    if (function->line)
        buf_number(out, (double)function->line);
    buf_char(out, ',');
    put_text(out, report->profile->unit);
}

/* Puts the ends of a range. Both are empty for a cost that is no range, and the
   high one is empty if it is not known. */
static void put_range(struct buf *out, struct range range)
{
    put_number(out, range.is_set ? range.low : UNKNOWN);
    put_number(out, range.is_set ? range.high : UNKNOWN);
}

static void put_costs(struct buf *out, const struct report *report, uint32_t f)
{
    const struct costs *costs = report->costs;
    put_number(out, report->profile->functions[f].self);
    put_number(out, costs->total[f]);
    buf_add(out, costs->exact[f] ? S(",exact") : S(",estimate"));
    put_number(out, report->profile->functions[f].count);
    put_range(out, costs_range(costs, f));
}

static void put_changes(struct buf *out, const struct comparison *c, uint32_t f)
{
    const struct change *changes[] = { &c->self[f], &c->total[f] };
    bool is_same = true;
    for (size_t i = 0; i < ROWS(changes); i++) {
        put_number(out, changes[i]->base);
        put_number(out, changes[i]->new);
        is_same = is_same && changes[i]->base == changes[i]->new;
    }
    buf_add(out, c->presence[f] == ONLY_NEW    ? S(",new")
                 : c->presence[f] == ONLY_BASE ? S(",gone")
                 : is_same                     ? S(",same")
                 : compare_has_changed(c, f)   ? S(",changed")
                                               : S(",noise"));
    put_range(out, change_range(&c->total[f], false));
    put_range(out, change_range(&c->total[f], true));
}

static bool write_csv(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    uint32_t *functions = report_by_total(&scratch, report);
    buf_add(out, S("function,module,file,line,unit,"));
    buf_add(out, report->comparison
                     ? S("self_before,self_after,total_before,total_after,"
                         "change,total_before_low,total_before_high,"
                         "total_after_low,total_after_high\n")
                     : S("self,total,total_is,calls,total_low,total_high\n"));
    for (uint32_t i = 0; i < report->view->n_functions; i++) {
        put_name(out, report, functions[i]);
        if (report->comparison)
            put_changes(out, report->comparison, functions[i]);
        else
            put_costs(out, report, functions[i]);
        buf_char(out, '\n');
    }
    return true;
}

const struct writer writer_csv = {
    .name = "csv",
    .description = "a table of functions for spreadsheets and scripts",
    .is_complete = true,
    .write = write_csv,
};
