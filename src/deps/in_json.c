#include "output/wing.h"

#include "deps/outputs/advice.h"
#include "deps/outputs/deps.h"
#include "deps/outputs/loops.h"
#include "deps/outputs/verdicts.h"
#include "output/report.h"
#include "util/text/json.h"

static void put_function_id(struct json *json, const char *name,
                            const struct report *report, uint32_t f)
{
    json_text_or_null(json, name, f == NO_ID ? S("") : report->ids[f]);
}

static void put_dependence(struct json *json, const struct report *report,
                           const struct dependence *d)
{
    const struct access *w = &d->writer, *r = &d->reader;
    json_open_row(json);
    json_text(json, "kind", dependence_kind_name(d->kind));
    put_function_id(json, "writer", report, w->function);
    put_function_id(json, "reader", report, r->function);
    json_text_or_null(json, "writer_at", w->at);
    json_text_or_null(json, "reader_at", r->at);
    json_text_or_null(json, "writer_top", w->top);
    json_text_or_null(json, "reader_top", r->top);
    put_function_id(json, "writer_for", report, w->statement);
    put_function_id(json, "reader_for", report, r->statement);
    json_count(json, "count", d->count);
    json_count(json, "min_distance", d->least);
    json_count(json, "max_distance", d->most);
    json_count(json, "min_executions", d->least_runs);
    json_count(json, "max_executions", d->most_runs);
    json_text_or_null(json, "variable", d->data.variable);
    json_text_or_null(json, "expression", d->data.expression);
    json_text_or_null(json, "allocated_at", d->data.allocated);
    json_close(json, '}');
}

static void put_dependences(struct json *json, const struct report *report)
{
    LOCAL_ARENA(scratch);
    uint32_t n;
    const struct dependence **in_view = deps_in_view(&scratch, report, &n);
    json_open_rows(json, "dependences");
    for (uint32_t i = 0; i < n; i++)
        put_dependence(json, report, in_view[i]);
    json_close_rows(json);
}

static void put_blind_spot(struct json *json, const struct blind_spot *spot)
{
    json_open_row(json);
    json_text(json, "what", spot->what);
    json_count(json, "count", spot->count);
    json_text_or_null(json, "names", spot->names);
    json_close(json, '}');
}

/* Writes the statements of functions under study, the verdicts on them, and the
   bound of all. */
static void put_statements(struct json *json, const struct report *report)
{
    LOCAL_ARENA(scratch);
    struct verdicts *verdicts = verdicts_of(&scratch, report);
    json_open_rows(json, "statements");
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct verdict *verdict = &verdicts->of[i];
        const struct statement *s = verdict->statement;
        json_open_row(json);
        put_function_id(json, "function", report, s->function);
        json_text(json, "place", s->place);
        json_count(json, "count", s->count);
        json_number(json, "cost", s->cost);
        json_number(json, "most", s->most);
        json_text(json, "verdict", verdict->text);
        json_count(json, "carried_over", verdict->carried_over);
        json_close(json, '}');
    }
    json_close_rows(json);
}

/* Writes the loops of functions under study and the verdicts on them. */
static void put_loops(struct json *json, const struct report *report)
{
    static const char *const classes[] = { "doall", "reduction", "unsure",
                                           "ordered" };
    LOCAL_ARENA(scratch);
    struct loop_verdicts verdicts = loops_judge(&scratch, report);
    json_open_rows(json, "loops");
    for (uint32_t i = 0; i < verdicts.n; i++) {
        const struct loop_verdict *verdict = &verdicts.of[i];
        const struct loop *loop = verdict->loop;
        json_open_row(json);
        put_function_id(json, "function", report, loop->function);
        json_text(json, "place", loop->place);
        json_count(json, "count", loop->count);
        json_count(json, "iterations", loop->iterations);
        json_number(json, "cost", loop->cost);
        json_text(json, "class", str_of(classes[verdict->class]));
        json_text(json, "verdict", verdict->text);
        json_text_or_null(json, "pragma", verdict->pragma);
        json_close(json, '}');
    }
    json_close_rows(json);
}

/* Writes the advice, and the functions that could be studied. */
static void put_advice(struct json *json, const struct report *report)
{
    static const char *const kinds[] = { "safe", "unsure", "ordered" };
    LOCAL_ARENA(scratch);
    struct advices advices = advice_of(&scratch, report);
    json_open_rows(json, "advice");
    for (uint32_t i = 0; i < advices.n; i++) {
        const struct advice *advice = &advices.of[i];
        json_open_row(json);
        json_text(json, "status", str_of(kinds[advice->kind]));
        put_function_id(json, "function", report, advice->function);
        json_text(json, "place", advice->place);
        json_text_or_null(json, "other_place", advice->other);
        json_number(json, "cost", advice->cost);
        json_number(json, "gain_2", advice->few);
        json_number(json, "gain_8", advice->many);
        json_text(json, "text", advice->text);
        json_close(json, '}');
    }
    json_close_rows(json);
    json_line(json, 2);
    json_open(json, "functions_in", '[');
    for (uint32_t i = 0; i < advices.n_functions; i++)
        json_text(json, NULL,
                  report_full_name(&scratch, report, advices.functions[i]));
    json_close(json, ']');
}

void deps_put_json(struct json *json, const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    if (!all->recorded)
        return;
    put_dependences(json, report);
    put_statements(json, report);
    put_loops(json, report);
    put_advice(json, report);
    json_open_rows(json, "not_traced");
    for (uint32_t i = 0; i < all->blind.n; i++)
        put_blind_spot(json, &all->blind.of[i]);
    json_close_rows(json);
}
