/*
 * The records of a trace, in this order: h, m, l, f, c, D, u, w and !, s, n,
 * end. See bop-trace(5).
 */
#include "bop/output.h"

#include "bop/events.h"
#include "bop/functions.h"
#include "bop/literals.h"
#include "bop/symbols.h"

#include <string.h>
#include <unistd.h>

/* A site that is the same in every run: module number + 1 and address in its
   file; literals and what is not known stay. */
#define PLACE_BITS 48
#define NOWHERE ((uint64_t)0x7fff << PLACE_BITS)

static uint64_t place_of(site at)
{
    if (!at || at & LITERAL)
        return at;
    const struct module *module = bop_module_at(--at);
    if (!module)
        return NOWHERE | at;
    return (uint64_t)(bop_module_id(module) + 1) << PLACE_BITS |
           (at - module->bias);
}

static void write_place(struct text *text, uint64_t place)
{
    uint64_t address = place & (((uint64_t)1 << PLACE_BITS) - 1);
    if (!place) {
        text_string(text, "");
    } else if (place & LITERAL) {
        text_hex(text, 0x80000000u + address);
    } else {
        if (place >= NOWHERE)
            text_word(text, " ?");
        else
            text_number(text, (place >> PLACE_BITS) - 1);
        text_word(text, ":");
        text->keyed = true;
        text_hex(text, address);
    }
}

void bop_write_site(struct text *text, site at)
{
    write_place(text, place_of(at));
}

static const char *mode_name(void)
{
    return bop.mode == MODE_EVENTS ? "events" : "agg";
}

static void option(struct text *text, const char *key, const char *value)
{
    text_key(text, key);
    text_string(text, value);
}

void bop_write_head(struct text *text)
{
    text_word(text, "bop-trace 1\nh");
    text_key(text, "pid");
    text_number(text, (uint64_t)bop.pid);
    text_key(text, "start");
    text_number(text, bop.start);
    option(text, "sem", bop.doc ? "doc" : "call");
    option(text, "mode", mode_name());
    option(text, "granule", bop.words ? "4" : "1");
    option(text, "calls", bop.detail_only ? "detail" : "all");
    option(text, "ptr", "64");
    option(text, "clock", "refs");
    option(text, "functions", bop_names_path());
    option(text, "exe", bop.exe);
    text_end(text);
}

void bop_write_module(struct text *text, uint32_t id)
{
    const struct module *module = bop_module(id);
    text_word(text, "m");
    text_number(text, id);
    text_hex(text, module->low);
    text_hex(text, module->high);
    text_string(text, strcmp(module->id, "-") == 0 ? "" : module->id);
    text_string(text, module->path);
    text_end(text);
}

void bop_write_modules(struct text *text)
{
    for (uint32_t id = 0; bop_module(id); id++)
        bop_write_module(text, id);
}

void bop_write_literal(struct text *text, uint32_t id,
                       const struct literal *literal)
{
    text_word(text, "l");
    text_hex(text, 0x80000000u + id);
    text_string(text, literal->file);
    text_number(text, literal->line > 0 ? (uint64_t)literal->line : 0);
    text_end(text);
}

static void write_literals(struct text *text)
{
    uint32_t n;
    const struct literal *literals = bop_literals(&n);
    for (uint32_t id = 0; id < n; id++)
        bop_write_literal(text, id, &literals[id]);
}

void bop_write_function(struct text *text, uint32_t id,
                        const struct function *function,
                        const struct tally *tally)
{
    text_word(text, "f");
    text_number(text, id);
    /* A site is the address before the one that is told. */
    bop_write_site(text, function->address ? function->address + 1 : 0);
    text_string(text, function->name);
    text_string(text, function->file);
    text_word(text, function->detail ? " D" : " S");
    text_number(text, tally ? tally->cost.n : 0);
    text_number(text, tally ? tally->self : 0);
    text_number(text, tally ? tally->cost.inclusive : 0);
    text_end(text);
}

static void write_functions(struct text *text, const struct thread *sum)
{
    for (uint32_t id = 1; id < bop_functions() && id < sum->tallies_room;
         id++)
        bop_write_function(text, id, bop_function(id), &sum->tallies[id]);
}

struct call_row {
    uint64_t place, n, inclusive;
    uint32_t caller, callee;
};

#define ORDER(x, y)                                                            \
    if ((x) != (y))                                                            \
    return (x) < (y) ? -1 : 1

static int by_call(const void *a, const void *b)
{
    const struct call_row *x = a, *y = b;
    ORDER(x->caller, y->caller);
    ORDER(x->place, y->place);
    ORDER(x->callee, y->callee);
    return 0;
}

static size_t collect_calls(struct call_row *rows, const struct thread *sum)
{
    size_t n = 0;
    for (uint32_t i = 0; i < sum->call_ids.n; i++) {
        const struct call *call = &sum->calls[i];
        if (call->cost.n)
            rows[n++] = (struct call_row){
                place_of((site)sum->call_ids.keys[i][1]), call->cost.n,
                call->cost.inclusive, call->caller, call->callee
            };
    }
    bop_sort(rows, n, sizeof *rows, by_call);
    return n;
}

static void write_call(struct text *text, const struct call_row *row)
{
    text_word(text, "c");
    text_number(text, row->caller);
    write_place(text, row->place);
    text_number(text, row->callee);
    text_number(text, row->n);
    text_number(text, row->inclusive);
    text_end(text);
}

/* A function may have more than one place where it reports that it begins. */
static void write_calls(struct text *text, const struct thread *sum)
{
    size_t size = (sum->call_ids.n + 1) * sizeof(struct call_row);
    struct call_row *rows = bop_memory(size);
    size_t n = collect_calls(rows, sum);
    for (size_t i = 0; i < n; i++) {
        struct call_row row = rows[i];
        while (i + 1 < n && by_call(&row, &rows[i + 1]) == 0) {
            row.n += rows[++i].n;
            row.inclusive += rows[i].inclusive;
        }
        write_call(text, &row);
    }
    bop_release(rows, size);
}

struct row {
    bool crosses; /* threads */
    uint64_t places[4], n, min, max;
};

static int by_places(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    for (int i = 0; i < 4; i++)
        ORDER(x->places[i], y->places[i]);
    return x->crosses - y->crosses;
}

static struct row row_of(const struct dependence *d)
{
    const struct context *w = bop_context((uint32_t)(d->key >> CONTEXT_BITS));
    const struct context *r = bop_context(d->key & (MAX_CONTEXTS - 1));
    return (struct row){ w->thread != r->thread,
                         { place_of(w->at), place_of(w->top),
                           place_of(r->at), place_of(r->top) },
                         d->n,
                         d->min,
                         d->max };
}

static size_t collect(struct row *rows, const struct dependences *d)
{
    size_t n = 0;
    for (size_t i = 0; i <= d->mask; i++)
        if (d->slots[i].key && d->slots[i].n)
            rows[n++] = row_of(&d->slots[i]);
    bop_sort(rows, n, sizeof *rows, by_places);
    return n;
}

static void write_row(struct text *text, const struct row *row)
{
    text_word(text, row->crosses ? "D X" : "D R");
    for (int i = 0; i < 4; i++)
        write_place(text, row->places[i]);
    text_number(text, row->n);
    text_number(text, row->min);
    text_number(text, row->max);
    text_end(text);
}

static void write_dependences(struct text *text, const struct thread *sum)
{
    size_t size = (sum->dependences->n + 1) * sizeof(struct row);
    struct row *rows = bop_memory(size);
    size_t n = collect(rows, sum->dependences);
    for (size_t i = 0; i < n; i++) {
        struct row row = rows[i];
        for (; i + 1 < n && by_places(&row, &rows[i + 1]) == 0; i++) {
            row.n += rows[i + 1].n;
            if (rows[i + 1].min < row.min)
                row.min = rows[i + 1].min;
            if (rows[i + 1].max > row.max)
                row.max = rows[i + 1].max;
        }
        write_row(text, &row);
    }
    bop_release(rows, size);
}

#define REMARKS 32

static struct remark {
    char kind;
    const char *text, *name;
} remarks[REMARKS];
static size_t n_remarks;

void bop_remark(char kind, const char *text, const char *name)
{
    if (n_remarks < REMARKS)
        remarks[n_remarks++] = (struct remark){ kind, text, name };
}

bool bop_remarked(void)
{
    return n_remarks > 0;
}

static void write_remark(struct text *text, char kind, const char *what,
                         const char *name)
{
    text_word(text, (char[]){ kind, 0 });
    text_string(text, what);
    if (name)
        text_string(text, name);
    text_end(text);
}

static void write_remarks(struct text *text)
{
    size_t next = 0;
    for (const char *name; (name = bop_names_unknown(&next));) {
        text_word(text, "u");
        text_string(text, name);
        text_end(text);
    }
    for (size_t i = 0; i < n_remarks; i++)
        write_remark(text, remarks[i].kind, remarks[i].text, remarks[i].name);
    if (bop.full)
        write_remark(text, 'w', "the clock is full", NULL);
    if (bop_events_over())
        write_remark(text, 'w', "not all events", NULL);
    if (bop.signal) {
        text_word(text, "s");
        text_number(text, (uint64_t)bop.signal);
        text_end(text);
    }
}

static void say_stats(const struct thread *sum)
{
    char line[200];
    struct text text;
    text_start(&text, 2);
    text_word(&text, "references");
    text_number(&text, bop_refs(sum));
    text_word(&text, ", ticks");
    text_number(&text, sum->ticks);
    text_word(&text, ", kinds of dependences");
    text_number(&text, sum->dependences->n);
    text_word(&text, ", calls");
    text_number(&text, sum->call_ids.n);
    text_word(&text, ", stale");
    text_number(&text, sum->stale);
    size_t n = text.n < sizeof line - 1 ? text.n : sizeof line - 1;
    copy_bytes(line, text.bytes, n);
    line[n] = 0;
    bop_say(line, NULL, 0);
}

void bop_write_totals(struct text *text)
{
    const struct thread *sum = bop_counts_sum();
    write_literals(text);
    write_functions(text, sum);
    write_calls(text, sum);
    write_dependences(text, sum);
    write_remarks(text);
    text_word(text, "n");
    text_number(text, bop_refs(sum));
    text_number(text, sum->ticks);
    text_number(text, sum->dropped);
    text_number(text, sum->stale);
    text_end(text);
    text_word(text, "end");
    text_number(text, text->lines);
    text_end(text);
    if (bop.stats)
        say_stats(sum);
}
