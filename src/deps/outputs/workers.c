#include "deps/outputs/workers.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "util/map.h"
#include "util/text/utf8.h"

enum { MOST_WORKERS = 3 /* in a label */ };

/* The state while functions are given to the statements that call them, or for
   which they access memory. */
struct finder {
    struct arena *arena;
    const struct report *report;
    struct arena scratch;
    struct strings places;
    struct pairs statements; /* (function, place) */
    struct strings labels;
    uint32_t *label_of; /* by function: 1 + label, or 0 */
    struct pairs seen;  /* (statement, label) */
    uint32_t *counts;   /* by id in `statements`: labels in its text */
    size_t *columns;    /* likewise: of the last line of its text */
    struct str *texts;  /* likewise */
};

struct str workers_name(struct arena *arena, const struct report *report,
                        uint32_t function)
{
    return shorten_name(arena, report_label(arena, report, function),
                        LABEL_WIDTH / 2);
}

static uint32_t add_statement(struct finder *f, const struct dep_statement *s)
{
    return pairs_add_in(&f->statements, &f->scratch, s->function,
                        strings_add(&f->places, &f->scratch, s->place));
}

static uint32_t find_statement(const struct finder *f, uint32_t function,
                               struct str place)
{
    uint32_t id = strings_find(&f->places, place);
    return id == NO_ID ? NO_ID : pairs_find(&f->statements, function, id);
}

static uint32_t label_of(struct finder *f, uint32_t function)
{
    if (!f->label_of[function])
        f->label_of[function] =
            1 + strings_add(&f->labels, f->arena,
                            workers_name(f->arena, f->report, function));
    return f->label_of[function] - 1;
}

/* Adds the name of a function to the text of a statement. */
static void add_name(struct finder *f, uint32_t s, uint32_t function)
{
    uint32_t label = label_of(f, function), n = f->seen.n;
    if (f->counts[s] > MOST_WORKERS ||
        pairs_add_in(&f->seen, &f->scratch, s, label) < n)
        return;
    struct str name = f->counts[s] < MOST_WORKERS ? f->labels.texts[label]
                                                  : S(ELLIPSIS);
    size_t columns = utf8_length(name) + 2;
    bool breaks = f->columns[s] && f->columns[s] + columns > LABEL_WIDTH;
    f->texts[s] = arena_printf(f->arena, "%s%s%s", f->texts[s].s,
                               !f->counts[s] ? ""
                               : breaks      ? ",\n"
                                             : ", ",
                               name.s);
    f->columns[s] = (breaks ? 0 : f->columns[s]) + columns;
    f->counts[s]++;
}

/* Adds the functions that the statements of each box call. */
static void add_callees(struct finder *f, const struct statement_groups *groups)
{
    for (uint32_t i = 0; groups && i < groups->verdicts->n; i++) {
        uint32_t box = groups->first[i];
        const struct statement *s = groups->verdicts->of[i].statement;
        const struct statement *first = groups->verdicts->of[box].statement;
        if (s->callee != NO_ID)
            add_name(f, find_statement(f, first->function, first->place),
                     s->callee);
    }
}

/* Adds the function that accesses memory for a statement, unless the statement
   has a callee. */
static void add_access(struct finder *f, const struct access *access,
                       const bool *has_callee)
{
    if (access->statement == NO_ID || access->function == access->statement)
        return;
    uint32_t s = find_statement(f, access->statement, access->top);
    if (s != NO_ID && !has_callee[s])
        add_name(f, s, access->function);
}

struct str *workers_of(const struct boxes *b)
{
    const struct dependences *all = dependences_of(b->report->profile);
    const struct deps *deps = b->deps;
    size_t n = deps->n_statements;
    struct finder f = { .arena = b->arena, .report = b->report };
    f.label_of = NEW_N(&f.scratch, uint32_t, b->report->profile->n_functions);
    f.counts = NEW_N(&f.scratch, uint32_t, n);
    f.columns = NEW_N(&f.scratch, size_t, n);
    f.texts = NEW_N(&f.scratch, struct str, n);
    bool *has_callee = NEW_N(&f.scratch, bool, n);
    struct str *workers = NEW_N(b->arena, struct str, n);
    for (size_t i = 0; i < n; i++)
        f.texts[add_statement(&f, &deps->statements[i])] = S("");
    add_callees(&f, b->groups);
    for (size_t i = 0; i < n; i++)
        has_callee[i] = f.counts[i];
    for (uint32_t i = 0; i < all->n; i++) {
        add_access(&f, &all->of[i].writer, has_callee);
        add_access(&f, &all->of[i].reader, has_callee);
    }
    for (size_t i = 0; i < n; i++)
        workers[i] = f.texts[add_statement(&f, &deps->statements[i])];
    arena_free(&f.scratch);
    return workers;
}
