#include "bop/trace/rows.h"

#include "bop/base/bytes.h"
#include "bop/base/memory.h"
#include "bop/base/sort.h"
#include "bop/program/modules.h"
#include "bop/state/callees.h"
#include "bop/state/contexts.h"
#include "bop/state/counts.h"
#include "bop/state/dependences.h"

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

void bop_rows_site(struct text_buffer *text, site at)
{
    write_place(text, place_of(at));
}

#define ORDER(x, y)                                                            \
    if ((x) != (y))                                                            \
    return (x) < (y) ? -1 : 1

/* Sorts rows and joins those that are equal into the first of them, which
   stands for all if `join` is NULL. Returns how many are left. */
static size_t sort_rows(void *rows, size_t n, size_t size,
                        int (*compare)(const void *, const void *),
                        void (*join)(void *to, const void *from))
{
    char *end = (char *)rows + n * size, *last = rows;
    bop_sort(rows, n, size, compare);
    for (char *row = last + size; row < end; row += size)
        if (compare(last, row) != 0)
            bop_bytes_copy(last += size, row, size);
        else if (join)
            join(last, row);
    return n ? (size_t)(last - (char *)rows) / size + 1 : 0;
}

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

static void join_calls(void *to, const void *from)
{
    struct call_row *call = to;
    call->calls += ((const struct call_row *)from)->calls;
    call->inclusive += ((const struct call_row *)from)->inclusive;
}

/* A function that reports its entry at more than one address has several edges
   for the same call. */
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
    n = sort_rows(rows, n, sizeof *rows, by_call, join_calls);
    for (size_t i = 0; i < n; i++) {
        bop_text_word(text, "c");
        bop_text_number(text, rows[i].caller);
        write_place(text, rows[i].place);
        bop_text_numbers(text, rows[i].callee, rows[i].calls,
                         rows[i].inclusive);
        bop_text_end(text);
    }
    bop_memory_release(rows, size);
}

struct dependence_row {
    bool crosses; /* from one thread to another */
    enum dependence_order order;
    uint64_t places[4];
    uint32_t nests[2]; /* of the earlier and the later access */
    uint32_t common;   /* as in struct loop_relation */
    bool is_carried;
    struct dependence_count counts;
};

static int by_places(const void *a, const void *b)
{
    const struct dependence_row *x = a, *y = b;
    for (int i = 0; i < 4; i++)
        ORDER(x->places[i], y->places[i]);
    ORDER(x->order, y->order);
    for (int i = 0; i < 2; i++)
        ORDER(x->nests[i], y->nests[i]);
    ORDER(x->common, y->common);
    ORDER(x->is_carried, y->is_carried);
    return x->crosses - y->crosses;
}

static struct dependence_row row_of(const struct dependence_count *d)
{
    union dependence_key key = { d->key };
    const struct access_context *w = bop_contexts_get(key.writer);
    const struct access_context *r = bop_contexts_get(key.reader);
    return (struct dependence_row){ w->thread != r->thread,
                                    (enum dependence_order)key.order,
                                    { place_of(w->at), place_of(w->top),
                                      place_of(r->at), place_of(r->top) },
                                    { w->nest, r->nest },
                                    key.common,
                                    key.is_carried,
                                    *d };
}

/* Writes the lowest and the highest address where a dependence happened, as
   data of a module. Stacks and the heap have other addresses in each run. */
static void write_data(struct text_buffer *text,
                       const struct dependence_count *counts)
{
    uint64_t low = place_of(counts->low + 1);
    uint64_t high = place_of(counts->high + 1);
    bool known = low < NOWHERE && high < NOWHERE;
    write_place(text, known ? low : 0);
    write_place(text, known ? high : 0);
}

/* Writes how the accesses relate to the loops around them. */
static void write_loops(struct text_buffer *text,
                        const struct dependence_row *row)
{
    bop_text_numbers(text, row->nests[0], row->nests[1], row->common,
                     row->is_carried,
                     row->is_carried ? row->counts.least_iterations : 0,
                     row->counts.most_iterations, row->counts.late);
}

static void write_dependence(struct text_buffer *text,
                             const struct dependence_row *row)
{
    static const char *const kinds[][2] = { { "D R", "D X" },
                                            { "D A", "D AX" },
                                            { "D O", "D OX" },
                                            { "D FA", "D FAX" },
                                            { "D FO", "D FOX" } };
    bop_text_word(text, kinds[row->order][row->crosses]);
    for (int place = 0; place < 4; place++)
        write_place(text, row->places[place]);
    bop_text_numbers(text, row->counts.count, row->counts.least,
                     row->counts.most, row->counts.least_runs,
                     row->counts.most_runs);
    write_data(text, &row->counts);
    bool has_frame = row->counts.frame && row->counts.frame != NO_ID;
    site allocated = row->counts.allocated;
    bool has_site = allocated && allocated != SEVERAL;
    bool has_loops = row->nests[0] || row->nests[1] || has_site;
    if (has_frame || has_loops)
        bop_text_numbers(text, has_frame ? row->counts.frame : 0,
                         row->counts.least_below, row->counts.most_below);
    if (has_loops)
        write_loops(text, row);
    if (has_site)
        bop_rows_site(text, allocated);
    bop_text_end(text);
}

static void join_dependences(void *to, const void *from)
{
    bop_dependences_merge(&((struct dependence_row *)to)->counts,
                          &((const struct dependence_row *)from)->counts);
}

/* Those of several threads become one if their places and kinds are equal. */
static void write_dependences(struct text_buffer *text,
                              const struct thread *sum)
{
    const struct dependence_table *d = sum->dependences;
    size_t size = (d->n + 1) * sizeof(struct dependence_row), n = 0;
    struct dependence_row *rows = bop_memory(size);
    for (size_t i = 0; i <= d->mask; i++)
        if (d->slots[i].key && d->slots[i].count)
            rows[n++] = row_of(&d->slots[i]);
    n = sort_rows(rows, n, sizeof *rows, by_places, join_dependences);
    for (size_t i = 0; i < n; i++)
        write_dependence(text, &rows[i]);
    bop_memory_release(rows, size);
}

/* Writes the names of functions with unknown references that a loop or a
   statement has called. */
static void write_unknown(struct text_buffer *text, uint32_t nest, uint64_t at,
                          uint64_t unknown)
{
    for (unsigned i = 0; i < 64; i++) {
        const char *name = bop_callees_name(i);
        if (!(unknown >> i & 1))
            continue;
        bop_text_word(text, "U");
        bop_text_number(text, nest);
        write_place(text, at);
        bop_text_string(text, name ? name : "other functions");
        bop_text_end(text);
    }
}

struct statement_row {
    uint64_t place, n, cost, most, outputs, inputs, unknown;
};

static int by_statement(const void *a, const void *b)
{
    const struct statement_row *x = a, *y = b;
    ORDER(x->place, y->place);
    return 0;
}

static void write_statements(struct text_buffer *text, const struct thread *sum)
{
    size_t size = (sum->statement_ids.n + 1) * sizeof(struct statement_row);
    size_t n = 0;
    struct statement_row *rows = bop_memory(size);
    for (uint32_t i = 0; i < sum->statement_ids.n; i++) {
        const struct statement *s = &sum->statements[i];
        if (s->n)
            rows[n++] = (struct statement_row){
                place_of(s->at), s->n,      s->cost,   s->most,
                s->outputs,      s->inputs, s->unknown
            };
    }
    n = sort_rows(rows, n, sizeof *rows, by_statement, NULL);
    for (size_t i = 0; i < n; i++) {
        bop_text_word(text, "t");
        write_place(text, rows[i].place);
        bop_text_numbers(text, rows[i].n, rows[i].cost, rows[i].most);
        if (rows[i].outputs || rows[i].inputs)
            bop_text_number(text, rows[i].outputs);
        if (rows[i].inputs)
            bop_text_number(text, rows[i].inputs);
        bop_text_end(text);
        write_unknown(text, 0, rows[i].place, rows[i].unknown);
    }
    bop_memory_release(rows, size);
}

struct within_row {
    uint64_t wrote, read;
};

static int by_pair(const void *a, const void *b)
{
    const struct within_row *x = a, *y = b;
    ORDER(x->wrote, y->wrote);
    ORDER(x->read, y->read);
    return 0;
}

static void write_within(struct text_buffer *text, const struct thread *sum)
{
    size_t size = (sum->within_ids.n + 1) * sizeof(struct within_row), n = 0;
    struct within_row *rows = bop_memory(size);
    for (uint32_t i = 0; i < sum->within_ids.n; i++) {
        const uint64_t *key = sum->within_ids.keys[i];
        rows[n++] = (struct within_row){
            place_of(bop_contexts_get((uint32_t)key[0])->at),
            place_of(bop_contexts_get((uint32_t)key[1])->at)
        };
    }
    n = sort_rows(rows, n, sizeof *rows, by_pair, NULL);
    for (size_t i = 0; i < n; i++) {
        bop_text_word(text, "W");
        write_place(text, rows[i].wrote);
        write_place(text, rows[i].read);
        bop_text_end(text);
    }
    bop_memory_release(rows, size);
}

/* Writes the nests of loops that ran. A nest comes behind the one around it. */
static void write_nests(struct text_buffer *text, const struct thread *sum)
{
    uint32_t n = bop_loops_nests();
    for (uint32_t nest = 1; nest < n && nest < sum->loop_counts_room; nest++) {
        const struct loop_count *count = &sum->loop_counts[nest];
        bop_text_word(text, "L");
        bop_text_numbers(text, nest, bop_loops_nest(nest)->parent);
        write_place(text, place_of(bop_loops_nest(nest)->at));
        bop_text_numbers(text, count->entries, count->iterations, count->cost,
                         count->early, count->outputs, count->inputs,
                         count->has_early_exit);
        bop_text_end(text);
        write_unknown(text, nest, 0, count->unknown);
    }
}

void bop_rows(struct text_buffer *text, const struct thread *sum)
{
    write_calls(text, sum);
    write_statements(text, sum);
    write_nests(text, sum);
    write_dependences(text, sum);
    write_within(text, sum);
}
