/*
 * Functions line by line, with the text of the lines below the folder of
 * --source:
 *
 *          self                  total            line  function
 *        0.05 s   22.7%         0.08 s   36.4%          isSafe (queens.go)
 *             .                      .              21    for r := range b {
 *        0.05 s   22.7%         0.08 s   36.4%      22      if abs(r) == c {
 *
 * From stacks, the total of a function counts recursion once, so it may be less
 * than the sum of its lines. From calls, it is the sum of its self cost and of
 * the measured costs of calls that leave it.
 *
 * A comparison has the totals of both sides, and their difference. A line of
 * both sides is as far below the first line of its function
 * (compare/subjects.c), and has the number of the new side.
 */
#include <inttypes.h>

#include "output/instructions.h"
#include "output/source_lines.h"
#include "output/text/table.h"
#include "output/text/text.h"
#include "output/writer.h"
#include "util/diag.h"
#include "util/files/folder.h"
#include "util/ranked.h"
#include "util/text/utf8.h"

enum {
    AROUND = 3, /* lines above and below one that has cost, if not all of the
                   function are shown */
};

struct listing {
    const struct report *report;
    struct table table;
    struct source_routines routines;
    struct instructions *instructions; /* NULL without --assembly */
    const char *newer; /* a file that is newer than the profile, or NULL */
};

/* ---- Rows ---- */

/* Returns a row that is no line: a gap, or a reason. */
static struct table_row note_row(struct str number, struct str text)
{
    return (struct table_row){ .cells = { S(""), S(""), S(""), S(""), number },
                               .name = text };
}

/* Returns the row of a line without cost. */
static struct table_row plain_row(struct str number, struct str text)
{
    struct table_row row = note_row(number, text);
    row.cells[0] = row.cells[2] = S(".");
    return row;
}

/* The total of a line may be UNKNOWN, which has at least its self cost. */
static struct table_row change_row(struct listing *l,
                                   const struct source_cost *sides,
                                   struct str number, struct str text)
{
    struct table_row row = plain_row(number, text);
    struct change change = {
        .base = known_or(sides[0].total, sides[0].self),
        .new = known_or(sides[1].total, sides[1].self),
    };
    table_change(row.cells, l->table.arena, l->report, &change);
    return row;
}

static struct table_row cost_row(struct listing *l, double self, double total,
                                 bool exact, struct str number, struct str text)
{
    struct arena *arena = l->table.arena;
    const struct report *report = l->report;
    struct table_row row = plain_row(number, text);
    if (self > 0) {
        row.cells[0] = table_cost(arena, report, self);
        row.cells[1] = table_part(arena, self, report->whole, true);
    }
    row.cells[2] = table_cost(arena, report, total);
    row.cells[3] = table_part(arena, total, report->whole, exact);
    return row;
}

static void add_routine(struct listing *l, const struct source_routine *routine)
{
    struct arena *arena = l->table.arena;
    const struct function *function = routine->function;
    struct str name = function->is.name;
    struct demangled *forms =
        demangle_all(l->report->demangler, arena, &name, 1);
    struct str shown =
        utf8_cleaned(arena, demangled_shown(l->report->demangler, forms));
    struct table_row row =
        l->report->comparison
            ? change_row(l, routine->sides, S(""), shown)
            : cost_row(l, routine->self, routine->total, true, S(""), shown);
    row.place = utf8_cleaned(
        arena, function->is.file.len ? function->is.file : function->is.module);
    if (l->table.rows.n > 1)
        table_add(&l->table,
                  &(struct table_row){ .name = S(""), .is_gap = true });
    table_add(&l->table, &row);
}

/* The file of a routine. */
struct cursor {
    struct str text; /* from `number` on */
    uint64_t number; /* of the next line; 0: there is no text */
};

/* Takes the next line off the text. */
static struct str take_line(struct listing *l, struct cursor *cursor)
{
    struct str line = S("");
    if (str_take_part(&cursor->text, S("\n"), &line))
        cursor->number++;
    return arena_printf(l->table.arena, "  %s",
                        source_line_text(l->table.arena, line).s);
}

/* Line 0 is that of code of which nobody knows the line. */
static struct str number_text(struct listing *l, uint64_t line)
{
    if (!line)
        return S("-");
    return arena_printf(l->table.arena, "%llu", (unsigned long long)line);
}

/* Says that lines are left out. */
static void add_gap(struct listing *l)
{
    struct table_row row = note_row(S("..."), S(""));
    table_add(&l->table, &row);
}

/* Adds the lines without cost in [from, to) that are near one with cost, which
   are AROUND lines at both ends; all of them if they are few. */
static void add_between(struct listing *l, struct cursor *cursor, uint64_t from,
                        uint64_t to, bool has_before)
{
    uint64_t head = has_before ? from + AROUND : from;
    bool is_short = l->table.look->shows_all || head + 1 + AROUND >= to;
    while (cursor->number && cursor->number < to && cursor->text.len) {
        uint64_t number = cursor->number;
        struct str text = take_line(l, cursor);
        bool is_near = is_short || number < head || number + AROUND >= to;
        struct table_row row = plain_row(number_text(l, number), text);
        if (number >= from && is_near)
            table_add(&l->table, &row);
        else if (number == head && has_before)
            add_gap(l);
    }
}

/* Opens the file of a routine. Without it, only lines that have cost are
   shown. */
static void open_text(struct listing *l, struct cursor *cursor,
                      const struct function *function)
{
    struct folder_file file = { .changed = 0 };
    struct arena *arena = l->table.arena;
    const struct report *report = l->report;
    if (!report->look->source || !function->is.file.len)
        return;
    const char *why =
        folder_read(arena, report->look->source, function->is.file, &file);
    if (why) {
        struct table_row row = note_row(
            S(""), arena_printf(arena, "  (%s: %s)",
                                utf8_cleaned(arena, function->is.file).s, why));
        table_add(&l->table, &row);
        return;
    }
    cursor->text = file.text;
    cursor->number = 1;
    if (source_lines_is_newer(report->inputs, report->n_inputs, file.changed))
        l->newer = utf8_cleaned(arena, function->is.file).s;
}

/* Returns the text of a line with cost, or its place if there is no text. */
static struct str text_of(struct listing *l, struct cursor *cursor,
                          const struct function *function, uint64_t line)
{
    struct arena *arena = l->table.arena;
    if (!line)
        return S("  (no line)");
    if (cursor->number == line && cursor->text.len)
        return take_line(l, cursor);
    return arena_printf(arena, "  %s:%llu",
                        utf8_cleaned(arena, str_basename(function->is.file)).s,
                        (unsigned long long)line);
}

/* Returns the first line of the excerpt: that of the function if it is known
   and near, or else some lines before the first one with cost. */
static uint64_t first_shown(const struct function *function, uint64_t number)
{
    uint64_t near = number > AROUND ? number - AROUND : 1;
    return function->start && function->start <= number ? function->start
                                                        : near;
}

static double heat_of(const struct source_line *line)
{
    return line->number && known(line->total) && line->total > line->self
               ? line->total
               : line->self;
}

/* Returns the least cost of the costliest lines of a routine, `most` of them.
 */
static double least_heat(struct listing *l,
                         const struct source_routine *routine, uint32_t most)
{
    struct ranked *rows = NEW_N(l->table.arena, struct ranked, routine->n);
    for (uint32_t i = 0; i < routine->n; i++)
        rows[i] = (struct ranked){ i, heat_of(&routine->lines[i]) };
    ranked_sort(rows, routine->n);
    return rows[most - 1].cost;
}

static void skip_lines(struct cursor *cursor, uint64_t last)
{
    struct str line;
    while (cursor->number && cursor->number <= last &&
           str_take_part(&cursor->text, S("\n"), &line))
        cursor->number++;
}

static void add_line(struct listing *l, struct cursor *cursor,
                     const struct function *function,
                     const struct source_line *line)
{
    struct str number = number_text(l, line->number);
    struct str text = text_of(l, cursor, function, line->number);
    struct table_row row =
        l->report->comparison
            ? change_row(l, line->sides, number, text)
            : cost_row(l, line->self, line->total, line->exact, number, text);
    table_add(&l->table, &row);
}

/* Adds the costliest lines of a routine, `most` of them, in their order.
   Returns how many with cost are left out. */
static uint32_t add_lines(struct listing *l,
                          const struct source_routine *routine, uint32_t most)
{
    struct cursor cursor = { .number = 0 };
    uint64_t from = 0; /* the first line that may be shown next */
    uint32_t left_out = 0;
    bool was_shown = false;
    open_text(l, &cursor, routine->function);
    double least = least_heat(l, routine, most);
    for (uint32_t i = 0; i < routine->n; i++) {
        const struct source_line *line = &routine->lines[i];
        uint64_t number = line->number;
        if (!number && line->self <= 0)
            continue;
        if (heat_of(line) < least) {
            if (was_shown)
                add_gap(l);
            skip_lines(&cursor, number);
            was_shown = false;
            left_out++;
        } else {
            uint64_t first = first_shown(routine->function, number);
            if (!was_shown && number && first > from)
                from = first;
            add_between(l, &cursor, from, number, was_shown);
            add_line(l, &cursor, routine->function, line);
            was_shown = number > 0;
        }
        from = number + 1;
    }
    if (was_shown)
        add_between(l, &cursor, from, from + AROUND, true);
    return left_out;
}

/* ---- Instructions ---- */

static void add_instruction(struct listing *l,
                            const struct source_routine *routine,
                            const struct instruction_costs *costs, size_t i)
{
    struct arena *arena = l->table.arena;
    const struct assembly_instruction *code = &costs->function->of[i];
    struct str file = routine->function->is.file, number = S("");
    struct str place = instructions_place(arena, l->report, code, file);
    struct str text =
        arena_printf(arena, "  %6" PRIx64 ":  %.*s", code->address,
                     (int)code->text.len, code->text.s);
    if (place.len && code->line)
        place = arena_printf(arena, "  ; %.*s:%" PRIu64, (int)place.len,
                             place.s, code->line);
    else if (code->line)
        number = number_text(l, code->line);
    text = utf8_cleaned(
        arena, arena_printf(arena, "%s%.*s", text.s, (int)place.len, place.s));
    struct table_row row = plain_row(number, text);
    if (costs->total[i] > 0)
        row = cost_row(l, costs->self[i], costs->total[i], true, number, text);
    table_add(&l->table, &row);
}

/* Returns the least total of the costliest instructions, `most` of them. */
static double least_total(struct listing *l,
                          const struct instruction_costs *costs, uint32_t most)
{
    size_t n = costs->function->n;
    struct ranked *rows = NEW_N(l->table.arena, struct ranked, n);
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct ranked){ (uint32_t)i, costs->total[i] };
    ranked_sort(rows, n);
    return most < n ? rows[most - 1].cost : 0;
}

/* Adds the costliest instructions of a routine, `most` of them, and those
   around them. */
static void add_instructions(struct listing *l,
                             const struct source_routine *routine,
                             uint32_t most)
{
    struct arena *arena = l->table.arena;
    const struct instruction_costs *costs;
    const struct identity *is = &routine->function->is;
    struct str owners =
        instructions_owners(arena, l->instructions, l->report, is);
    size_t at = 0;
    while ((costs = instructions_next(l->instructions, is, &at))) {
        const bool *near = instructions_near(
            arena, costs, least_total(l, costs, most),
            l->table.look->shows_all ? costs->function->n : AROUND);
        struct table_row row = note_row(S(""), S("  (instructions)"));
        table_add(&l->table, &row);
        for (size_t i = 0; i < costs->function->n; i++)
            if (near[i])
                add_instruction(l, routine, costs, i);
            else if (i && near[i - 1])
                add_gap(l);
    }
    if (owners.len) {
        struct table_row row =
            note_row(S(""), arena_printf(arena, "  (inlined in %s)", owners.s));
        table_add(&l->table, &row);
    }
}

/* ---- The report ---- */

static int by_cost(const void *a, const void *b)
{
    const struct source_routine *left = a, *right = b;
    double l = known_or(left->total, left->self);
    double r = known_or(right->total, right->self);
    return l != r ? COMPARE(r, l) : COMPARE(left->lines, right->lines);
}

/* Adds routines while there is room, and at least one, with fewer lines if it
   is long. Returns how many; *left_out is the number of its lines that are not
   shown. */
static size_t add_routines(struct listing *l, uint32_t *left_out)
{
    for (size_t g = 0; g < l->routines.n; g++) {
        const struct source_routine *routine = &l->routines.of[g];
        size_t before = l->table.rows.n;
        uint32_t most = routine->n;
        add_routine(l, routine);
        uint32_t n = add_lines(l, routine, most);
        add_instructions(l, routine, UINT32_MAX);
        for (; !table_has_room(&l->table) && g == 0 && most > 1; most /= 2) {
            table_cut(&l->table, before);
            add_routine(l, routine);
            n = add_lines(l, routine, most / 2);
            add_instructions(l, routine, most / 2);
        }
        if (g == 0)
            *left_out = n;
        if (g == 0 || table_has_room(&l->table))
            continue;
        table_cut(&l->table, before);
        return g;
    }
    return l->routines.n;
}

static void put_listing(struct buf *out, struct listing *l)
{
    LOCAL_ARENA(scratch);
    struct buf line = { 0 };
    const struct look *look = l->report->look;
    uint32_t lines_left = 0;
    size_t shown = add_routines(l, &lines_left);
    text_put_whole(&line, l->report);
    buf_printf(&line, "; %zu function%s", l->routines.n,
               l->routines.n == 1 ? " matches" : "s match");
    table_put_head(out, look, buf_move(&line, &scratch));
    if (look->markdown)
        buf_add(out, S("\n~~~~text\n"));
    table_put(out, &l->table);
    if (look->markdown)
        buf_add(out, S("~~~~\n\n"));
    table_put_more(out, look, lines_left, " lines", "-n 0");
    table_put_more(out, look, l->routines.n - shown, " functions that match",
                   "-n 0");
    if (l->newer)
        table_put_line(out, look,
                       arena_printf(&scratch,
                                    "%s is newer than the profile, so lines "
                                    "may have moved.",
                                    l->newer));
    if (!look->source)
        diag_note("--source=DIR adds the text of the lines");
}

static bool write_list(struct buf *out, const struct report *report)
{
    static const int widths[] = { 14, 7, 14, 8, 7 };
    static const int compared_widths[] = { 14, 14, 14, 8, 7 };
    const bool compares = report->comparison != NULL;
    LOCAL_ARENA(scratch);
    size_t n;
    struct listing l = { .report = report,
                         .table = { .arena = &scratch,
                                    .look = report->look,
                                    .widths =
                                        compares ? compared_widths : widths,
                                    .n_columns = ROWS(widths) } };
    const char *source = report->look->source;
    const struct ranked *rows = source && !folder_check(source)
                                    ? NULL
                                    : text_find_listed(&scratch, report, &n);
    if (rows) {
        struct table_row row = { .cells = { S("self"), S(""), S("total"), S(""),
                                            S("line") },
                                 .name = S("function") };
        const struct str titles[] = { S("base"), S("new"), S("difference"),
                                      S("of base") };
        if (compares)
            memcpy(row.cells, titles, sizeof titles);
        table_add(&l.table, &row);
        l.routines = source_routines_of(&scratch, report, rows, n);
        l.instructions = instructions_of(&scratch, report);
        SORT(l.routines.of, l.routines.n, by_cost);
        put_listing(out, &l);
    }
    return rows;
}

const struct writer writer_list = {
    .name = "list",
    .description = "the source lines of the functions of --list",
    .kind = WRITES_REPORT,
    .takes_names = true,
    .has_lines = true,
    .is_complete = true,
    .write = write_list,
};
