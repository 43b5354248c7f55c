/* A trace has its records in this order: h, m, l, f, c, t, L, U, D, W, u, w and
   !, s, b, n, end. bop-trace(5) has their fields; rows.c writes c, t, L, D and
   W. */
#include "bop/trace/records.h"

#include <string.h>

#include "bop/program/detail.h"
#include "bop/program/functions.h"
#include "bop/program/literals.h"
#include "bop/program/modules.h"
#include "bop/state/counts.h"
#include "bop/trace/events.h"
#include "bop/trace/messages.h"
#include "bop/trace/rows.h"
#include "bop/tracer.h"

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
    write_option(text, "kinds", bop_tracer.anti && bop_tracer.output
                                    ? "raw,war,waw"
                                : bop_tracer.anti   ? "raw,war"
                                : bop_tracer.output ? "raw,waw"
                                                    : "raw");
    write_option(text, "ptr", "64");
    write_option(text, "clock", "refs");
    for (size_t i = 0; i == 0 || bop_detail_path(i); i++)
        write_option(text, "functions",
                     bop_detail_path(i) ? bop_detail_path(i) : "");
    if (bop_notes.not_traced)
        write_option(text, "untraced", bop_notes.not_traced);
    for (size_t i = 0; i < bop_notes.missing.n; i++)
        write_option(text, "missing", bop_notes.missing.of[i]);
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
    bop_rows_site(text, function->address ? function->address + 1 : 0);
    bop_text_string(text, function->name);
    bop_text_string(text, function->file);
    bop_text_word(text, function->is_under_study ? " D" : " S");
    bop_text_numbers(text, cost ? cost->cost.calls : 0, cost ? cost->self : 0,
                     cost ? cost->cost.inclusive : 0);
    bop_text_end(text);
}

static void write_functions(struct text_buffer *text, const struct thread *sum)
{
    uint32_t n = bop_functions_count();
    for (uint32_t id = 1; id < n && id < sum->function_costs_room; id++)
        bop_records_function(text, id, bop_function(id),
                             &sum->function_costs[id]);
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

/* Writes a part of the program that the hooks did not see: the key for programs
   that read the trace, and what it means. `n` is how often it ran, or 0 if that
   is not counted. */
static void write_blind(struct text_buffer *text, uint64_t n, const char *key,
                        const char *what)
{
    bop_text_word(text, "b");
    if (n)
        bop_text_number(text, n);
    else
        bop_text_string(text, "");
    bop_text_string(text, key);
    bop_text_string(text, what);
    bop_text_end(text);
}

static void write_all_blind(struct text_buffer *text, const struct thread *sum)
{
    if (sum->lost.assembly)
        write_blind(text, sum->lost.assembly, "assembly",
                    "inline assembly");
    if (sum->lost.irreducible)
        write_blind(text, sum->lost.irreducible, "irreducible",
                    "loops that are entered in several places");
    if (sum->lost.crowded)
        write_blind(text, sum->lost.crowded, "crowded",
                    "anti dependences on some of many statements that read the "
                    "same memory");
    if (!bop_tracer.locals)
        write_blind(text, 0, "locals", "scalar local variables");
    write_blind(text, 0, "stores", "streaming stores");
}

static void write_messages(struct text_buffer *text)
{
    size_t next = 0;
    const struct message *message;
    for (const char *name; (name = bop_detail_unknown(&next));)
        write_message(text, 'u', name, NULL);
    for (size_t i = 0; (message = bop_message(i)); i++)
        write_message(text, message->kind, message->text, message->name);
    if (bop_notes.not_traced)
        write_message(text, 'w',
                      "object files that bop-cc did not compile, whose "
                      "references are missing",
                      bop_notes.not_traced);
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

void bop_records_totals(struct text_buffer *text)
{
    const struct thread *sum = bop_counts_sum();
    write_literals(text);
    write_functions(text, sum);
    bop_rows(text, sum);
    write_messages(text);
    write_all_blind(text, sum);
    bop_text_word(text, "n");
    bop_text_numbers(text, bop_thread_references(sum), sum->ticks,
                     sum->lost.dropped, sum->lost.stale);
    bop_text_end(text);
    bop_text_word(text, "end");
    bop_text_number(text, text->lines);
    bop_text_end(text);
}
