/* The view for scripts and tests: one row a line, written row by row. */
#include <jansson.h>
#include <string.h>

#include "output/members.h"
#include "output/output.h"
#include "util/utf8.h"

/* Unknown is null: JSON has no NaN. */
static json_t *number(double x)
{
    return known(x) ? json_real(x) : json_null();
}

/* The same of what is counted one by one, as far as doubles do. */
static json_t *count(double n)
{
    return known(n) && n < 0x1p53 ? json_integer((json_int_t)n) : number(n);
}

static json_t *text(struct str s)
{
    struct buf clean = { 0 };
    utf8_clean(&clean, s);
    json_t *value = json_stringn(buf_text(&clean).s, clean.len);
    buf_free(&clean);
    return value;
}

static json_t *text_or_null(struct str s)
{
    return s.len ? text(s) : json_null();
}

static int add_bytes(const char *bytes, size_t len, void *out)
{
    buf_add(out, (struct str){ bytes, len });
    return 0;
}

/* Prints and releases the value. */
static void put_value(struct buf *out, json_t *value)
{
    json_dump_callback(value, add_bytes, out,
                       JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
    json_decref(value);
}

static void put_member(struct buf *out, const char *name, json_t *value)
{
    buf_printf(out, "  \"%s\": ", name);
    put_value(out, value);
    buf_add(out, S(",\n"));
}

static void put_row(struct buf *out, bool first, json_t *row)
{
    buf_add(out, first ? S("\n    ") : S(",\n    "));
    put_value(out, row);
}

static void put_head(struct buf *out, const struct report *report)
{
    const struct profile *profile = report->profile;
    buf_add(out, S("{\n"));
    put_member(out, "version", json_integer(1));
    put_member(out, "generator", json_string("prof2dot " VERSION));
    put_member(out, "format", json_string(report->format));
    put_member(out, "kind", json_string(report->kind));
    put_member(out, "unit", text(profile->unit));
    put_member(out, "event", text_or_null(profile->event));
    put_member(out, "part", text_or_null(profile->part));
    put_member(out, "whole", number(report->whole));
    put_member(out, "total", json_string(report->total));
    put_member(out, "cycles",
               report->cycles ? json_string(report->cycles) : json_null());
}

static void put_health(struct buf *out, const struct report *report)
{
    const struct stack_quality *stacks = &report->quality->stacks;
    const struct input_stats *stats = &report->quality->stats;
    const struct {
        const char *name;
        json_t *value;
    } members[] = {
        { "samples", number(stacks->samples) },
        { "shallow", number(stacks->shallow) },
        { "cut", number(stacks->cut) },
        { "headless", number(stacks->headless) },
        { "unresolved", number(stacks->unresolved) },
        { "passing", number(stacks->passing) },
        { "skipped_lines", count(stats->skipped_lines) },
        { "cut_inputs", count(stats->cut_inputs) },
        { "empty_samples", count(stats->empty_samples) },
        { "other_samples", count(stats->other_samples) },
        { "lost_events", count(stats->lost_events) },
        { "lost_chunks", count(stats->lost_chunks) },
    };
    json_t *object = json_object();
    for (size_t i = 0; i < ROWS(members); i++)
        json_object_set_new(object, members[i].name, members[i].value);
    put_member(out, "health", object);
}

static json_t *line_of(const struct function *function)
{
    return function->line ? json_integer((json_int_t)function->line)
                          : json_null();
}

static json_t *member_row(const struct report *report, uint32_t f)
{
    const struct function *function = &report->collapsed->before->functions[f];
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id",
                     text(report->member_ids[f]), "name",
                     text(function->is.name), "label",
                     text(report->member_labels[f]), "module",
                     text_or_null(function->is.module), "file",
                     text_or_null(function->is.file), "line",
                     line_of(function), "self", number(function->self),
                     "count", number(function->count));
}

/* Of a collapsed cycle. */
static void add_members(json_t *row, const struct report *report, uint32_t f)
{
    struct arena scratch = { 0 };
    struct members members = members_of(&scratch, report, f);
    json_t *rows = members.n ? json_array() : NULL;
    for (size_t i = 0; i < members.n; i++)
        json_array_append_new(rows,
                              member_row(report, members.ranked[i].function));
    if (rows)
        json_object_set_new(row, "members", rows);
    arena_free(&scratch);
}

static uint32_t cycle_of(const struct report *report, uint32_t f)
{
    return report->collapsed ? report->collapsed->cycle[f]
                             : report->costs->cycle[f];
}

static json_t *function_row(const struct report *report, uint32_t f)
{
    const struct function *function = &report->profile->functions[f];
    const struct breakdown *account = &report->accounts[f];
    json_t *row = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:b, "
        "s:o, s:o, s:i}",
        "id",
        text(report->ids[f]), "name", text(function->is.name), "label",
        text(report->labels[f]), "module", text_or_null(function->is.module),
        "file", text_or_null(function->is.file), "line", line_of(function),
        "self", number(function->self), "total",
        number(report->costs->total[f]), "count", number(function->count),
        "entry", number(function->entry), "cycle", (int)cycle_of(report, f),
        "exact", (int)report->costs->exact[f], "in_calls",
        number(account->in_calls), "rest", number(account->rest),
        "rest_callees", (int)account->callees);
    add_members(row, report, f);
    return row;
}

static json_t *call_row(const struct report *report,
                        const struct view_call *call)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b, s:b}", "caller",
                     text(report->ids[call->caller]), "callee",
                     text(report->ids[call->callee]), "cost",
                     number(call->cost), "count", number(call->count),
                     "indirect", number(call->indirect), "exact",
                     (int)(call->exact && known(call->cost)), "back",
                     (int)call->back);
}

/* One cycle may be treated in another way than asked for. */
static json_t *way_of(const struct report *report, const struct cycle *cycle)
{
    if (!report->cycles)
        return json_null();
    return json_string(report->collapsed ? report->cycles
                                         : costs_cycles_name(cycle->way));
}

static json_t *cycle_row(const struct report *report,
                         const struct cycle *cycle, uint32_t n)
{
    json_t *members = json_array();
    const struct str *ids =
        report->collapsed ? report->member_ids : report->ids;
    for (uint32_t m = 0; m < cycle->n_members; m++)
        json_array_append_new(members, text(ids[cycle->members[m]]));
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "cycle", (int)(n + 1),
                     "members", members, "self", number(cycle->self), "cost",
                     number(cycle->cost), "inflow", number(cycle->inflow),
                     "way", way_of(report, cycle));
}

static json_t *function_or_null(const struct report *report, uint32_t f)
{
    return f == NO_ID ? json_null() : text(report->ids[f]);
}

static json_t *dependence_row(const struct report *report,
                              const struct dependence *d)
{
    const struct access *w = &d->writer, *r = &d->reader;
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind",
        d->kind == DEPENDS ? "R" : "X", "writer",
        text(report->ids[w->function]), "reader",
        text(report->ids[r->function]), "writer_at", text_or_null(w->at),
        "reader_at", text_or_null(r->at), "writer_top", text_or_null(w->top),
        "reader_top", text_or_null(r->top), "writer_for",
        function_or_null(report, w->statement), "reader_for",
        function_or_null(report, r->statement), "count", count(d->count),
        "min_distance", count(d->least), "max_distance", count(d->most));
}

static void put_dependences(struct buf *out, const struct report *report)
{
    const struct view *view = report->view;
    if (!report->profile->dependences.n && strcmp(report->format, "bop") != 0)
        return;
    buf_add(out, S("  \"dependences\": ["));
    for (uint32_t i = 0; i < view->n_dependences; i++)
        put_row(out, i == 0, dependence_row(report, view->dependences[i]));
    buf_add(out, S("\n  ],\n"));
}

static void put_rows(struct buf *out, const struct report *report)
{
    const struct view *view = report->view;
    const struct collapsed *collapsed = report->collapsed;
    const struct cycle *cycles =
        collapsed ? collapsed->cycles : report->costs->cycles;
    uint32_t n_cycles =
        collapsed ? collapsed->n_cycles : report->costs->n_cycles;
    buf_add(out, S("  \"functions\": ["));
    for (uint32_t i = 0; i < view->n_functions; i++)
        put_row(out, i == 0, function_row(report, view->functions[i]));
    buf_add(out, S("\n  ],\n  \"calls\": ["));
    for (uint32_t i = 0; i < view->n_calls; i++)
        put_row(out, i == 0, call_row(report, &view->calls[i]));
    buf_add(out, S("\n  ],\n  \"cycle_list\": ["));
    for (uint32_t i = 0; i < n_cycles; i++)
        put_row(out, i == 0, cycle_row(report, &cycles[i], i));
    buf_add(out, S("\n  ],\n"));
    put_dependences(out, report);
    buf_add(out, S("  \"dropped\": "));
}

bool write_json(struct buf *out, const struct report *report)
{
    const struct view *view = report->view;
    put_head(out, report);
    put_health(out, report);
    put_rows(out, report);
    put_value(out, json_pack("{s:I, s:I, s:o}", "functions",
                             (json_int_t)report->dropped_functions, "calls",
                             (json_int_t)report->dropped_calls, "cost",
                             number(view->dropped_cost)));
    buf_add(out, S("\n}\n"));
    return true;
}
