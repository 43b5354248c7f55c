#include "output/text/table.h"

#include "labels/shorten.h"
#include "output/changes.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"

enum {
    LEAST_NAME = 12,  /* columns of a name, however wide numbers are */
    FAIR_NAME = 30,   /* columns of names below which the spare column goes */
    MANY_ROWS = 1000, /* that nobody keeps in memory longer than needed */
};

/* ---- Cells ---- */

struct str table_cost(struct arena *arena, const struct report *report,
                      double cost)
{
    struct str unit = report->profile->unit;
    const char *format = report->look->time_format;
    if (!known(cost))
        return S("-");
    return format || unit_is_base(unit) ? number_cost(arena, cost, unit, format)
                                        : number_grouped(arena, cost);
}

struct str table_part(struct arena *arena, double cost, double whole,
                      bool exact)
{
    if (!(whole > 0) || !known(cost))
        return S("-");
    struct str text = number_percent(arena, cost / whole);
    return exact ? text : arena_printf(arena, "~%s", text.s);
}

struct str table_total(struct arena *arena, const struct report *report,
                       uint32_t f)
{
    return report->whole > 0 && known(report->costs->total[f])
               ? report_total_text(arena, report, f)
               : S("-");
}

struct str table_call(struct arena *arena, const struct report *report,
                      const struct view_call *call)
{
    struct str range =
        report_range_text(arena, report, view_call_range(report->costs, call));
    return range.len ? range
                     : table_part(arena, call->cost, report->whole,
                                  call->exact);
}

struct str table_count(struct arena *arena, double count)
{
    return known(count) ? number_grouped(arena, count) : S("-");
}

static struct str signed_cost(struct arena *arena, const struct report *report,
                              const struct change *change)
{
    double difference = compare_difference(change);
    if (!known(difference))
        return S("-");
    return arena_printf(
        arena, "%s%s%s", changes_mark(change), difference < 0 ? "-" : "+",
        table_cost(arena, report, changes_rounded(report, fabs(difference))).s);
}

/* Returns the cost of one side, or its range. */
static struct str side_cost(struct arena *arena, const struct report *report,
                            const struct change *change, bool is_new)
{
    double cost = is_new ? change->new : change->base;
    struct range range = change_range(change, is_new);
    struct str text = changes_range(arena, report, range, false);
    return text.len ? text
                    : table_cost(arena, report, changes_rounded(report, cost));
}

void table_change(struct str *cells, struct arena *arena,
                  const struct report *report, const struct change *change)
{
    cells[0] = side_cost(arena, report, change, false);
    cells[1] = side_cost(arena, report, change, true);
    cells[2] = signed_cost(arena, report, change);
    cells[3] = changes_points(arena, report, change);
}

struct str table_name(const struct report *report, uint32_t function)
{
    return report->look->columns && report->look->label_length
               ? report->labels[function]
               : report->uncut_labels[function];
}

/* ---- Rows ---- */

static size_t row_bytes(const struct table *table, const struct table_row *row)
{
    size_t bytes = row->lead.len + row->name.len + row->place.len +
                   row->mark.len + 5;
    for (uint32_t i = 0; i < table->n_columns && !row->is_gap; i++) {
        if (table->widths[i] < 0)
            continue;
        size_t width = (size_t)table->widths[i], len = row->cells[i].len;
        bytes += 1 + (len > width ? len : width);
    }
    return bytes;
}

void table_add(struct table *table, const struct table_row *row)
{
    *PUSH_IN(table->arena, &table->rows) = *row;
    table->bytes += row_bytes(table, row);
}

void table_cut(struct table *table, size_t n)
{
    while (table->rows.n > n)
        table->bytes -= row_bytes(table, &table->rows.of[--table->rows.n]);
}

bool table_has_room(const struct table *table)
{
    return table->look->shows_all || table->bytes <= LOOK_MOST_BYTES;
}

/* ---- Output ---- */

/* Does a column say something below its title? */
static bool says_something(const struct table *table, uint32_t column)
{
    for (size_t r = 1; r < table->rows.n; r++) {
        struct str cell = table->rows.of[r].cells[column];
        if (cell.len && !str_eq(cell, S("-")))
            return true;
    }
    return false;
}

/* Returns how many columns a cell takes from its decimal point on, or from
   where that would be: 3 for "12.5%", and 2 for "7 s". */
static size_t tail_of(struct str cell)
{
    size_t n = cell.len;
    while (n && !ascii_is_digit(cell.s[n - 1]))
        n--;
    size_t last = n;
    while (n && ascii_is_digit(cell.s[n - 1]))
        n--;
    if (!n || cell.s[n - 1] != '.')
        n = last + 1;
    return utf8_length(str_skip(cell, n - 1));
}

/* The columns that a column of the table takes, and how many of them are from
   the decimal point on; 0: it is left out. */
struct width {
    size_t all, tail;
};

/* For people decimal points stand below each other. */
static struct width width_for_people(const struct table *table, uint32_t column)
{
    struct width width = { 0 };
    size_t head = 0;
    for (size_t r = 1; r < table->rows.n; r++) {
        struct str cell = table->rows.of[r].cells[column];
        size_t tail = tail_of(cell), length = utf8_length(cell);
        width.tail = tail > width.tail ? tail : width.tail;
        head = length - tail > head ? length - tail : head;
    }
    width.all = utf8_length(table->rows.of[0].cells[column]);
    if (head + width.tail > width.all)
        width.all = head + width.tail;
    return width;
}

static struct width fixed_width(const struct table *table, uint32_t column)
{
    struct width width = { .all = (size_t)table->widths[column] };
    for (size_t r = 0; r < table->rows.n; r++) {
        size_t length = utf8_length(table->rows.of[r].cells[column]);
        width.all = length > width.all ? length : width.all;
    }
    return width;
}

/* Fills in the widths of the columns, which all cells fit in. */
static void find_widths(const struct table *table, struct width *widths)
{
    bool is_fixed = !table->look->columns || table->markdown;
    size_t used = 1;
    for (uint32_t i = 0; i < table->n_columns; i++) {
        if (table->widths[i] >= 0 && is_fixed)
            widths[i] = fixed_width(table, i);
        else if (table->widths[i] >= 0 && says_something(table, i))
            widths[i] = width_for_people(table, i);
        used += widths[i].all + 1;
    }
    if (table->spare && !is_fixed &&
        used + FAIR_NAME > (size_t)table->look->columns)
        widths[table->spare].all = 0;
}

/* Appends a name, in `room` columns if that is not 0. */
static void put_name(struct buf *out, const struct table_row *row, size_t room)
{
    LOCAL_ARENA(scratch);
    size_t others = row->lead.len + utf8_length(row->mark);
    size_t used = utf8_length(row->name) + others;
    struct str place = row->place;
    buf_add(out, row->lead);
    if (room && used > room)
        buf_add(out, shorten_within(&scratch, row->name, room - others));
    else
        buf_add(out, row->name);
    if (room && used + utf8_length(place) + 3 > room)
        place = str_basename(place);
    if (place.len && (!room || used + utf8_length(place) + 3 <= room))
        buf_printf(out, " (%s)", place.s);
    buf_add(out, row->mark);
}

static void put_text_row(struct buf *out, const struct table *table,
                         const struct table_row *row,
                         const struct width *widths)
{
    size_t used = 1, columns = (size_t)table->look->columns;
    for (uint32_t i = 0; i < table->n_columns && !row->is_gap; i++) {
        size_t length = utf8_length(row->cells[i]);
        size_t tail = row == table->rows.of ? widths[i].tail
                                            : tail_of(row->cells[i]);
        size_t after = tail < widths[i].tail ? widths[i].tail - tail : 0;
        if (!widths[i].all)
            continue;
        buf_printf(out, "%*s%s%*s ", (int)(widths[i].all - length - after), "",
                   row->cells[i].s, (int)after, "");
        used += widths[i].all + 1;
    }
    size_t room = !columns || !table->look->label_length ? 0
                  : used + LEAST_NAME <= columns         ? columns - used
                                                         : LEAST_NAME;
    if (!row->is_gap)
        buf_char(out, ' ');
    put_name(out, row, room);
    buf_char(out, '\n');
}

static void put_markdown_row(struct buf *out, const struct table *table,
                             const struct table_row *row)
{
    LOCAL_ARENA(scratch);
    struct buf name = { 0 };
    put_name(&name, row, 0);
    for (uint32_t i = 0; i < table->n_columns; i++)
        if (table->widths[i] >= 0)
            buf_printf(out, "| %s ", row->is_gap ? "" : row->cells[i].s);
    buf_add(out, S("| "));
    table_escape_markdown(out, buf_move(&name, &scratch));
    buf_add(out, S(" |\n"));
}

void table_put(struct buf *out, struct table *table)
{
    struct width widths[TABLE_MOST_COLUMNS] = { 0 };
    find_widths(table, widths);
    for (size_t r = 0; r < table->rows.n; r++) {
        if (!table->markdown) {
            put_text_row(out, table, &table->rows.of[r], widths);
            continue;
        }
        put_markdown_row(out, table, &table->rows.of[r]);
        for (uint32_t i = 0; i < table->n_columns && r == 0; i++)
            if (table->widths[i] >= 0)
                buf_add(out, i + table->n_left < table->n_columns
                                 ? S("| ---: ")
                                 : S("| --- "));
        if (r == 0)
            buf_add(out, S("| --- |\n"));
    }
}

void table_flush(struct buf *out, struct table *table)
{
    if (table->rows.n < MANY_ROWS || !table->look->shows_all ||
        table->look->columns || table->markdown)
        return;
    table_put(out, table);
    arena_free(table->arena);
    memset(&table->rows, 0, sizeof table->rows);
}

void table_put_line(struct buf *out, const struct look *look, struct str text)
{
    if (look->columns) {
        utf8_fill(out, text, (size_t)look->columns, 0, 0);
    } else {
        buf_add(out, text);
        buf_char(out, '\n');
    }
}

void table_put_head(struct buf *out, const struct look *look, struct str text)
{
    if (look->markdown) {
        table_escape_markdown(out, text);
        buf_char(out, '\n');
    } else {
        table_put_line(out, look, text);
    }
}

void table_put_more(struct buf *out, const struct look *look, size_t n,
                    const char *what, const char *options)
{
    LOCAL_ARENA(scratch);
    if (n)
        table_put_line(out, look,
                       arena_printf(&scratch, "... %zu more%s; %s shows all", n,
                                    what, options));
}

/* ---- Markdown ---- */

/* The form of a character that is markup to some program, or "". A backslash is
   enough for the characters of the first Markdown. To Python-Markdown it is no
   escape before others, so they are entities. */
static struct str form_of(char c)
{
    switch (c) {
    case '<': return S("&lt;");
    case '>': return S("&gt;");
    case '&': return S("&amp;");
    case '@': return S("&#64;"); /* a mention of a user */
    case '|': return S("&#124;"); /* a column */
    case '~': return S("&#126;"); /* text that is struck out, or low */
    case '^': return S("&#94;"); /* high text */
    case '$': return S("&#36;"); /* a formula */
    case '"': return S("&quot;"); /* pandoc draws other quotes */
    case '\'': return S("&#39;");
    default: return S("");
    }
}

/* Does the text begin with what GitHub reads as the name of a picture, as ":x:"
   in "a::x::b"? */
static bool begins_emoji(struct str text)
{
    size_t i = 1;
    while (i < text.len && ((text.s[i] >= 'a' && text.s[i] <= 'z') ||
                            ascii_is_digit(text.s[i]) || text.s[i] == '_' ||
                            text.s[i] == '+' || text.s[i] == '-'))
        i++;
    return text.s[0] == ':' && i > 1 && i < text.len && text.s[i] == ':';
}

void table_escape_markdown(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        struct str form = begins_emoji(str_skip(text, i)) ? S("&#58;")
                                                          : form_of(c);
        /* pandoc draws dashes for "--", and one character for "...". */
        bool is_pair = (c == '-' || c == '.') && i && text.s[i - 1] == c;
        if (form.len) {
            buf_add(out, form);
            continue;
        }
        if (is_pair || str_has(S("\\`*_{}[]()#!"), (struct str){ &c, 1 }))
            buf_char(out, '\\');
        buf_char(out, c);
    }
}
