#include "deps/outputs/workers.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "util/map.h"
#include "util/text/utf8.h"

enum { MOST_WORKERS = 3 /* in a label */ };

/* The state while accesses are given to the statements for which functions
   make them. */
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

/* Returns the statement for which another function makes an access, or
   NO_ID. */
static uint32_t find_statement(const struct finder *f,
                               const struct access *access)
{
    if (access->statement == NO_ID || access->function == access->statement)
        return NO_ID;
    uint32_t place = strings_find(&f->places, access->top);
    return place == NO_ID
               ? NO_ID
               : pairs_find(&f->statements, access->statement, place);
}

static uint32_t label_of(struct finder *f, uint32_t function)
{
    if (!f->label_of[function])
        f->label_of[function] =
            1 + strings_add(&f->labels, f->arena,
                            workers_name(f->arena, f->report, function));
    return f->label_of[function] - 1;
}

static void add_access(struct finder *f, const struct access *access)
{
    uint32_t s = find_statement(f, access), n = f->seen.n;
    if (s == NO_ID || f->counts[s] > MOST_WORKERS)
        return;
    uint32_t label = label_of(f, access->function);
    if (pairs_add_in(&f->seen, &f->scratch, s, label) < n)
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

struct str *workers_of(struct arena *arena, const struct report *report,
                       const struct deps *deps)
{
    const struct dependences *all = dependences_of(report->profile);
    struct finder f = { .arena = arena, .report = report };
    f.label_of = NEW_N(&f.scratch, uint32_t, report->profile->n_functions);
    f.counts = NEW_N(&f.scratch, uint32_t, deps->n_statements);
    f.columns = NEW_N(&f.scratch, size_t, deps->n_statements);
    f.texts = NEW_N(&f.scratch, struct str, deps->n_statements);
    struct str *workers = NEW_N(arena, struct str, deps->n_statements);
    for (size_t i = 0; i < deps->n_statements; i++)
        f.texts[add_statement(&f, &deps->statements[i])] = S("");
    for (uint32_t i = 0; i < all->n; i++) {
        add_access(&f, &all->of[i].writer);
        add_access(&f, &all->of[i].reader);
    }
    for (size_t i = 0; i < deps->n_statements; i++)
        workers[i] = f.texts[add_statement(&f, &deps->statements[i])];
    arena_free(&f.scratch);
    return workers;
}
