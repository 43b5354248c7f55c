/* A trace has its records in this order: h, m, l, f, c, D, u, w and !, s, n,
   end. bop-trace(5) has their fields. */
#include "bop/trace/records.h"

#include <string.h>
#include <unistd.h>

#include "bop/base/bytes.h"
#include "bop/base/memory.h"
#include "bop/base/sort.h"
#include "bop/program/detail.h"
#include "bop/program/functions.h"
#include "bop/program/literals.h"
#include "bop/program/modules.h"
#include "bop/state/contexts.h"
#include "bop/state/counts.h"
#include "bop/state/dependences.h"
#include "bop/trace/events.h"
#include "bop/trace/messages.h"
#include "bop/tracer.h"

/*
 * A place is a site as a number that is the same in every run, so that records
 * sorted by places have the same order: the module's number + 1 and the
 * address in its file. Literals, and 0, stand for themselves.
 */
#define PLACE_BITS 48
#define NOWHERE ((uint64_t)0x7fff << PLACE_BITS) /* | an address in memory */

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

static void write_place(struct text_buffer *text, uint64_t place)
{
    uint64_t address = place & (((uint64_t)1 << PLACE_BITS) - 1);
    if (!place) {
        bop_text_string(text, "");
    } else if (place & LITERAL) {
        bop_text_hex(text, 0x80000000u + address);
    } else {
        if (place >= NOWHERE)
            bop_text_word(text, " ?");
        else
            bop_text_number(text, (place >> PLACE_BITS) - 1);
        bop_text_word(text, ":");
        text->keyed = true;
        bop_text_hex(text, address);
    }
}

void bop_records_site(struct text_buffer *text, site at)
{
    write_place(text, place_of(at));
}

static void write_option(struct text_buffer *text, const char *key,
                         const char *value)
{
    bop_text_key(text, key);
    bop_text_string(text, value);
}

void bop_records_head(struct text_buffer *text)
{
    bop_text_word(text, "bop-trace 1\nh");
    bop_text_key(text, "pid");
    bop_text_number(text, (uint64_t)bop_tracer.pid);
    bop_text_key(text, "start");
    bop_text_number(text, bop_tracer.start_time);
    write_option(text, "sem", bop_tracer.doc_semantics ? "doc" : "call");
    write_option(text, "mode",
                 bop_tracer.mode == MODE_EVENTS ? "events" : "agg");
    write_option(text, "granule", bop_tracer.words ? "4" : "1");
    write_option(text, "calls", bop_tracer.detail_only ? "detail" : "all");
    write_option(text, "ptr", "64");
    write_option(text, "clock", "refs");
    write_option(text, "functions", bop_detail_path());
    if (bop_modules_not_traced())
        write_option(text, "untraced", bop_modules_not_traced());
    write_option(text, "exe", bop_tracer.exe);
    bop_text_end(text);
}

void bop_records_module(struct text_buffer *text, uint32_t id)
{
    const struct module *module = bop_module(id);
    bop_text_word(text, "m");
    bop_text_number(text, id);
    bop_text_hex(text, module->low);
    bop_text_hex(text, module->high);
    bop_text_string(text, strcmp(module->id, "-") == 0 ? "" : module->id);
    bop_text_string(text, module->path);
    bop_text_end(text);
}

void bop_records_modules(struct text_buffer *text)
{
    for (uint32_t id = 0; bop_module(id); id++)
        bop_records_module(text, id);
}

void bop_records_literal(struct text_buffer *text, uint32_t id,
                         const struct literal *literal)
{
    bop_text_word(text, "l");
    bop_text_hex(text, 0x80000000u + id);
    bop_text_string(text, literal->file);
    bop_text_number(text, literal->line > 0 ? (uint64_t)literal->line : 0);
    bop_text_end(text);
}

static void write_literals(struct text_buffer *text)
{
    uint32_t n;
    const struct literal *literals = bop_literals(&n);
    for (uint32_t id = 0; id < n; id++)
        bop_records_literal(text, id, &literals[id]);
}

void bop_records_function(struct text_buffer *text, uint32_t id,
                          const struct traced_function *function,
                          const struct function_cost *cost)
{
    bop_text_word(text, "f");
    bop_text_number(text, id);
    /* A site is a return address: its record has the address before it. */
    bop_records_site(text, function->address ? function->address + 1 : 0);
    bop_text_string(text, function->name);
    bop_text_string(text, function->file);
    bop_text_word(text, function->detail ? " D" : " S");
    bop_text_number(text, cost ? cost->cost.calls : 0);
    bop_text_number(text, cost ? cost->self : 0);
    bop_text_number(text, cost ? cost->cost.inclusive : 0);
    bop_text_end(text);
}

static void write_functions(struct text_buffer *text, const struct thread *sum)
{
    uint32_t n = bop_functions_count();
    for (uint32_t id = 1; id < n && id < sum->function_costs_room; id++)
        bop_records_function(text, id, bop_function(id),
                             &sum->function_costs[id]);
}

#define ORDER(x, y)                                                            \
    if ((x) != (y))                                                            \
    return (x) < (y) ? -1 : 1

struct call_row {
    uint64_t place, calls, inclusive;
    uint32_t caller, callee;
};

static int by_call(const void *a, const void *b)
{
    const struct call_row *x = a, *y = b;
    ORDER(x->caller, y->caller);
    ORDER(x->place, y->place);
    ORDER(x->callee, y->callee);
    return 0;
}

/* Writes the calls in order. A function that reports its entry at more than
   one address has several edges for the same call: their counts add up. */
static void write_calls(struct text_buffer *text, const struct thread *sum)
{
    size_t size = (sum->call_ids.n + 1) * sizeof(struct call_row), n = 0;
    struct call_row *rows = bop_memory(size);
    for (uint32_t i = 0; i < sum->call_ids.n; i++) {
        const struct call_edge *call = &sum->calls[i];
        if (call->cost.calls)
            rows[n++] = (struct call_row){
                place_of((site)sum->call_ids.keys[i][1]), call->cost.calls,
                call->cost.inclusive, call->caller, call->callee
            };
    }
    bop_sort(rows, n, sizeof *rows, by_call);
    for (size_t i = 0; i < n; i++) {
        struct call_row row = rows[i];
        while (i + 1 < n && by_call(&row, &rows[i + 1]) == 0) {
            row.calls += rows[++i].calls;
            row.inclusive += rows[i].inclusive;
        }
        bop_text_word(text, "c");
        bop_text_number(text, row.caller);
        write_place(text, row.place);
        bop_text_number(text, row.callee);
        bop_text_number(text, row.calls);
        bop_text_number(text, row.inclusive);
        bop_text_end(text);
    }
    bop_memory_release(rows, size);
}

struct dependence_row {
    bool crosses; /* from one thread to another */
    uint64_t places[4], count, least, most;
};

static int by_places(const void *a, const void *b)
{
    const struct dependence_row *x = a, *y = b;
    for (int i = 0; i < 4; i++)
        ORDER(x->places[i], y->places[i]);
    return x->crosses - y->crosses;
}

static struct dependence_row row_of(const struct dependence_count *d)
{
    const struct access_context *w =
        bop_contexts_get(bop_dependences_writer(d->key));
    const struct access_context *r =
        bop_contexts_get(bop_dependences_reader(d->key));
    return (struct dependence_row){ w->thread != r->thread,
                                    { place_of(w->at), place_of(w->top),
                                      place_of(r->at), place_of(r->top) },
                                    d->count,
                                    d->least,
                                    d->most };
}

/* Writes the dependences in order, those of several threads as one if their
   places and kind are the same. */
static void write_dependences(struct text_buffer *text,
                              const struct thread *sum)
{
    const struct dependence_table *d = sum->dependences;
    size_t size = (d->n + 1) * sizeof(struct dependence_row), n = 0;
    struct dependence_row *rows = bop_memory(size);
    for (size_t i = 0; i <= d->mask; i++)
        if (d->slots[i].key && d->slots[i].count)
            rows[n++] = row_of(&d->slots[i]);
    bop_sort(rows, n, sizeof *rows, by_places);
    for (size_t i = 0; i < n; i++) {
        struct dependence_row row = rows[i];
        for (; i + 1 < n && by_places(&row, &rows[i + 1]) == 0; i++) {
            row.count += rows[i + 1].count;
            if (rows[i + 1].least < row.least)
                row.least = rows[i + 1].least;
            if (rows[i + 1].most > row.most)
                row.most = rows[i + 1].most;
        }
        bop_text_word(text, row.crosses ? "D X" : "D R");
        for (int place = 0; place < 4; place++)
            write_place(text, row.places[place]);
        bop_text_number(text, row.count);
        bop_text_number(text, row.least);
        bop_text_number(text, row.most);
        bop_text_end(text);
    }
    bop_memory_release(rows, size);
}

static void write_message(struct text_buffer *text, char kind,
                          const char *what, const char *name)
{
    bop_text_word(text, (char[]){ kind, 0 });
    bop_text_string(text, what);
    if (name)
        bop_text_string(text, name);
    bop_text_end(text);
}

/* Tells how often inline assembly ran that may touch memory unseen. */
static void write_assembly(struct text_buffer *text, const struct thread *sum)
{
    struct text_buffer number;
    if (!sum->assembly)
        return;
    bop_text_start(&number, -1);
    bop_text_number(&number, sum->assembly);
    number.bytes[number.n] = 0;
    write_message(text, 'w',
                  "times inline assembly ran that may touch any memory, which "
                  "is not traced",
                  number.bytes + 1);
}

static void write_messages(struct text_buffer *text, const struct thread *sum)
{
    size_t next = 0;
    const struct message *message;
    for (const char *name; (name = bop_detail_unknown(&next));)
        write_message(text, 'u', name, NULL);
    for (size_t i = 0; (message = bop_message(i)); i++)
        write_message(text, message->kind, message->text, message->name);
    if (bop_modules_not_traced())
        write_message(text, 'w',
                      "object files that bop-cc did not compile, whose "
                      "references are missing",
                      bop_modules_not_traced());
    write_assembly(text, sum);
    if (bop_tracer.full)
        write_message(text, 'w',
                      "the pseudo time reached its limit, so later references "
                      "are missing",
                      NULL);
    if (bop_events_over())
        write_message(text, 'w',
                      "more events than BOP_MAXEDGES, so later ones are "
                      "missing",
                      NULL);
    if (bop_tracer.signal) {
        bop_text_word(text, "s");
        bop_text_number(text, (uint64_t)bop_tracer.signal);
        bop_text_end(text);
    }
}

/* Prints totals on standard error, for BOP_STATS=1. */
static void print_totals(const struct thread *sum)
{
    char line[200];
    struct text_buffer text;
    bop_text_start(&text, 2);
    bop_text_word(&text, "references");
    bop_text_number(&text, bop_thread_references(sum));
    bop_text_word(&text, ", ticks");
    bop_text_number(&text, sum->ticks);
    bop_text_word(&text, ", distinct dependences");
    bop_text_number(&text, sum->dependences->n);
    bop_text_word(&text, ", distinct calls");
    bop_text_number(&text, sum->call_ids.n);
    bop_text_word(&text, ", stale reads");
    bop_text_number(&text, sum->stale);
    size_t n = text.n < sizeof line - 1 ? text.n : sizeof line - 1;
    bop_bytes_copy(line, text.bytes, n);
    line[n] = 0;
    bop_message_print(line, NULL, 0);
}

void bop_records_totals(struct text_buffer *text)
{
    const struct thread *sum = bop_counts_sum();
    write_literals(text);
    write_functions(text, sum);
    write_calls(text, sum);
    write_dependences(text, sum);
    write_messages(text, sum);
    bop_text_word(text, "n");
    bop_text_number(text, bop_thread_references(sum));
    bop_text_number(text, sum->ticks);
    bop_text_number(text, sum->dropped);
    bop_text_number(text, sum->stale);
    bop_text_end(text);
    bop_text_word(text, "end");
    bop_text_number(text, text->lines);
    bop_text_end(text);
    if (bop_tracer.stats)
        print_totals(sum);
}
