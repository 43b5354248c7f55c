/* The view for scripts and tests: one row a line, written row by row. */
#include "output/output.h"

#include <jansson.h>

#include "util/utf8.h"

/* Unknown is null: JSON has no NaN. */
static json_t *number(double x)
{
    return known(x) ? json_real(x) : json_null();
}

/* The same of what is counted one by one. */
static json_t *count(double n)
{
    return known(n) ? json_integer((json_int_t)n) : json_null();
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
    put_member(out, "whole", number(report->whole));
    put_member(out, "total", json_string(report->total));
    put_member(out, "cycles",
               report->cycles ? json_string(report->cycles) : json_null());
}

static void put_health(struct buf *out, const struct report *report)
{
    const struct checkup *checkup = report->checkup;
    const struct health *health = report->health;
    const struct {
        const char *name;
        json_t *value;
    } members[] = {
        { "samples", number(checkup->samples) },
        { "shallow", number(checkup->shallow) },
        { "cut", number(checkup->cut) },
        { "headless", number(checkup->headless) },
        { "unresolved", number(checkup->unresolved) },
        { "passing", number(checkup->passing) },
        { "skipped_lines", count(health->skipped_lines) },
        { "cut_inputs", count(health->cut_inputs) },
        { "empty_samples", count(health->empty_samples) },
        { "other_samples", count(health->other_samples) },
        { "lost_events", count(health->lost_events) },
        { "lost_chunks", count(health->lost_chunks) },
    };
    json_t *object = json_object();
    for (size_t i = 0; i < ROWS(members); i++)
        json_object_set_new(object, members[i].name, members[i].value);
    put_member(out, "health", object);
}

static json_t *function_row(const struct report *report, uint32_t f)
{
    const struct function *function = &report->profile->functions[f];
    json_t *line = function->line ? json_integer((json_int_t)function->line)
                                  : json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:b}", "id",
        text(report->ids[f]), "name", text(function->is.name), "label",
        text(report->labels[f]), "module", text_or_null(function->is.module),
        "file", text_or_null(function->is.file), "line", line, "self",
        number(function->self), "total", number(report->costs->total[f]),
        "count", number(function->count), "entry", number(function->entry),
        "cycle", (int)report->costs->cycle[f], "exact",
        (int)report->costs->exact[f]);
}

static json_t *call_row(const struct report *report,
                        const struct view_call *call)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "caller",
                     text(report->ids[call->caller]), "callee",
                     text(report->ids[call->callee]), "cost",
                     number(call->cost), "count", number(call->count),
                     "indirect", number(call->indirect), "exact",
                     (int)(call->exact && known(call->cost)));
}

static json_t *cycle_row(const struct report *report, uint32_t n)
{
    const struct cycle *cycle = &report->costs->cycles[n];
    json_t *members = json_array();
    for (uint32_t m = 0; m < cycle->n_members; m++)
        json_array_append_new(members, text(report->ids[cycle->members[m]]));
    return json_pack("{s:i, s:o, s:o, s:o, s:o}", "cycle", (int)(n + 1),
                     "members", members, "self", number(cycle->self), "cost",
                     number(cycle->cost), "inflow", number(cycle->inflow));
}

static void put_rows(struct buf *out, const struct report *report)
{
    const struct view *view = report->view;
    buf_add(out, S("  \"functions\": ["));
    for (uint32_t i = 0; i < view->n_functions; i++)
        put_row(out, i == 0, function_row(report, view->functions[i]));
    buf_add(out, S("\n  ],\n  \"calls\": ["));
    for (uint32_t i = 0; i < view->n_calls; i++)
        put_row(out, i == 0, call_row(report, &view->calls[i]));
    buf_add(out, S("\n  ],\n  \"cycle_list\": ["));
    for (uint32_t i = 0; i < report->costs->n_cycles; i++)
        put_row(out, i == 0, cycle_row(report, i));
    buf_add(out, S("\n  ],\n  \"dropped\": "));
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
