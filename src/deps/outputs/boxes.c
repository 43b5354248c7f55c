#include "deps/outputs/boxes.h"

#include <stdlib.h>

#include "deps/outputs/line.h"
#include "deps/outputs/verdicts.h"
#include "deps/outputs/workers.h"
#include "labels/wrap.h"
#include "util/text/buf.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

enum {
    TIP_STATEMENTS = 20, /* in a tooltip */
    MOST_COLUMNS = 5,    /* of statements, which are about 200 pixels wide */
};

struct str boxes_id(struct arena *arena, const struct report *report,
                    uint32_t function, struct str place)
{
    return arena_printf(arena, "%s_%012llx", report->ids[function].s,
                        (unsigned long long)(str_stable_hash(place) >> 16));
}

static int by_place(const void *left, const void *right)
{
    const struct dep_statement *a = left, *b = right;
    return line_compare_in(a->function, a->place, b->function, b->place);
}

/* Sets the label to the cost of all statements of a group, and the tooltip to
   the place and the verdict of each. */
static void set_group(const struct boxes *b, struct dep_statement *box,
                      const struct verdict *first, uint32_t n)
{
    struct arena *arena = b->arena;
    struct buf tip = { 0 };
    double cost = 0;
    struct str end, unused;
    for (uint32_t i = 0; i < n; i++) {
        const struct statement *s = first[i].statement;
        cost += s->cost;
        if (i >= TIP_STATEMENTS)
            continue;
        buf_printf(&tip, "%s%s: %s", i ? "\n" : "",
                   line_short(arena, s->place,
                              i ? first->statement->place : S("")).s,
                   first[i].text.s);
        box->is_in_memory |= first[i].is_in_memory;
        box->needs_no_memory |= first[i].needs_no_memory;
    }
    if (n > TIP_STATEMENTS)
        buf_printf(&tip, "\nand %u more", n - TIP_STATEMENTS);
    end = line_short(arena, first[n - 1].statement->place,
                     first->statement->place);
    if (!str_cut(end, S(":"), &unused, &box->last) || unused.len)
        box->last = end;
    double share = report_share(b->report, cost);
    box->label = arena_printf(arena, "%s\n%u statements",
                              number_percent(arena, share).s, n);
    box->tooltip = buf_move(&tip, arena);
}

static void set_single(const struct boxes *b, struct dep_statement *box,
                       const struct verdict *verdict)
{
    double share = report_share(b->report, verdict->statement->cost);
    box->label = arena_printf(b->arena, "%s%s%s",
                              number_percent(b->arena, share).s,
                              verdict->brief.len ? "\n" : "",
                              verdict->brief.s);
    box->tooltip = verdict->text;
    box->is_in_memory = verdict->is_in_memory;
    box->needs_no_memory = verdict->needs_no_memory;
}

/* Numbers the ids of the boxes. Sets, by number, the first box that has the
   id. */
static struct strings number_ids(const struct deps *deps, struct arena *scratch,
                                 uint32_t **first)
{
    struct strings ids = { 0 };
    *first = NEW_N(scratch, uint32_t, deps->n_statements);
    for (uint32_t i = 0; i < deps->n_statements; i++) {
        uint32_t n = ids.n;
        if (strings_add(&ids, scratch, deps->statements[i].id) == n)
            (*first)[n] = i;
    }
    return ids;
}

void boxes_add(const struct boxes *b)
{
    struct deps *deps = b->deps;
    const struct verdicts *verdicts = b->groups->verdicts;
    size_t n = deps->n_statements;
    struct dep_statement *all =
        NEW_N(b->arena, struct dep_statement, n + verdicts->n);
    for (size_t i = 0; i < n; i++)
        all[i] = deps->statements[i];
    deps->statements = all;
    LOCAL_ARENA(scratch);
    uint32_t *first;
    struct strings ids = number_ids(deps, &scratch, &first);
    for (uint32_t i = 0; i < verdicts->n;) {
        const struct verdict *verdict = &verdicts->of[i];
        const struct statement *s = verdict->statement;
        struct str id = boxes_id(b->arena, b->report, s->function, s->place);
        uint32_t size = b->groups->size[i];
        uint32_t known = strings_find(&ids, id);
        size_t k = known == NO_ID ? deps->n_statements++ : first[known];
        all[k] = (struct dep_statement){
            .function = s->function, .place = s->place, .id = id,
            .last = S("")
        };
        if (size > 1)
            set_group(b, &all[k], verdict, size);
        else
            set_single(b, &all[k], verdict);
        deps->has_groups |= size > 1;
        i += size;
    }
    deps->in_rows = verdicts->n > 0;
    deps->group_share = b->groups->share;
}

/* Marks the arrows that lead to a later statement. Such an arrow places a later
   box of the same function, which is then drawn below no other. */
static void find_forward(struct deps *deps)
{
    LOCAL_ARENA(scratch);
    uint32_t *first;
    struct strings ids = number_ids(deps, &scratch, &first);
    for (size_t i = 0; i < deps->n_arrows; i++) {
        struct dep_arrow *arrow = &deps->arrows[i];
        uint32_t from = strings_find(&ids, arrow->from);
        uint32_t to = strings_find(&ids, arrow->to);
        if (from == NO_ID || to == NO_ID || first[from] >= first[to])
            continue;
        struct dep_statement *later = &deps->statements[first[to]];
        arrow->is_forward = true;
        if (deps->statements[first[from]].function == later->function)
            later->above = S("");
    }
}

/* Places the statements of each function in columns. Only those whose `above`
   is set take part: the first ones get their function as `above`, the others
   the statement before them in their column. */
static void hang(struct deps *deps, const struct report *report, size_t columns)
{
    struct str above[MOST_COLUMNS] = { { 0 } };
    size_t n = 0;
    for (size_t i = 0; i < deps->n_statements; i++) {
        struct dep_statement *s = &deps->statements[i];
        if (i == 0 || s[-1].function != s->function)
            n = 0;
        if (s->above.len == 0)
            continue;
        s->above = n < columns ? report->ids[s->function] : above[n % columns];
        above[n++ % columns] = s->id;
    }
}

/* Returns the number of columns for the statements of each function. There is
   one if nothing is known about their order. */
static size_t find_columns(const struct deps *deps)
{
    size_t functions = 0;
    for (size_t i = 0; i < deps->n_statements; i++) {
        const struct dep_statement *s = &deps->statements[i];
        functions += i == 0 || s[-1].function != s->function;
    }
    return !deps->in_rows || functions > MOST_COLUMNS ? 1
           : functions ? MOST_COLUMNS / functions
                       : MOST_COLUMNS;
}

void boxes_finish(const struct boxes *b)
{
    struct deps *deps = b->deps;
    struct arena *arena = b->arena;
    struct strings used = { 0 };
    size_t n = 0;
    for (size_t i = 0; i < deps->n_arrows; i++) {
        strings_add(&used, arena, deps->arrows[i].from);
        strings_add(&used, arena, deps->arrows[i].to);
    }
    for (size_t i = 0; i < deps->n_statements; i++)
        if (deps->statements[i].label.len ||
            strings_find(&used, deps->statements[i].id) != NO_ID)
            deps->statements[n++] = deps->statements[i];
    deps->n_statements = n;
    qsort(deps->statements, n, sizeof *deps->statements, by_place);
    const struct str *workers = workers_of(b);
    for (size_t i = 0; i < n; i++) {
        struct dep_statement *s = &deps->statements[i];
        struct str place = utf8_shortened(
            arena, line_short(arena, s->place, S("")), LABEL_WIDTH);
        s->label = arena_printf(arena, "%s%s%s%s%s%s%s", place.s,
                                s->last.len ? "\u2013" : "", s->last.s,
                                workers[i].len ? "\n" : "", workers[i].s,
                                s->label.len ? "\n" : "", s->label.s);
    }
    for (size_t i = 0; i < n; i++)
        deps->statements[i].above = deps->statements[i].id;
    if (deps->in_rows)
        find_forward(deps);
    hang(deps, b->report, find_columns(deps));
}
