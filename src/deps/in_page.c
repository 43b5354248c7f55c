#include "output/wing.h"

#include "deps/outputs/advice.h"
#include "deps/outputs/boxes.h"
#include "deps/outputs/line.h"
#include "deps/outputs/loops.h"
#include "deps/outputs/verdicts.h"
#include "output/html/data.h"
#include "output/report.h"

/* The page that is being written. */
struct listing {
    struct arena *arena;
    const struct report *report;
    const uint32_t *row; /* by function: its row in the page, or NO_ID */
};

/* Puts the statements of functions under study; nothing if there are none. */
static void put_statements(struct json *json, struct listing *l)
{
    const struct report *r = l->report;
    struct verdicts *verdicts = verdicts_of(l->arena, r);
    if (!verdicts->n)
        return;
    json_open(json, "statements", '[');
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct statement *s = verdicts->of[i].statement;
        if (l->row[s->function] == NO_ID)
            continue;
        json_line(json, 0);
        json_open(json, NULL, '[');
        json_count(json, NULL, l->row[s->function]);
        json_text(json, NULL, boxes_id(l->arena, r, s->function, s->place));
        json_text(json, NULL, line_short(l->arena, s->place, S("")));
        html_data_cost(json, r, s->cost);
        json_count(json, NULL, s->count);
        json_text(json, NULL, verdicts->of[i].text);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_text(json, "verdict_note", verdicts_note(l->arena, verdicts));
    json_text(json, "verdict_hint", verdicts_hint(l->arena, r));
}

/* Puts the loops of functions under study. */
static void put_loops(struct json *json, struct listing *l)
{
    const struct report *r = l->report;
    struct loop_verdicts verdicts = loops_judge(l->arena, r);
    if (!verdicts.n)
        return;
    json_open(json, "loops", '[');
    for (uint32_t i = 0; i < verdicts.n; i++) {
        const struct loop *loop = verdicts.of[i].loop;
        if (l->row[loop->function] == NO_ID)
            continue;
        json_line(json, 0);
        json_open(json, NULL, '[');
        json_count(json, NULL, l->row[loop->function]);
        json_text(json, NULL, line_short(l->arena, loop->place, S("")));
        html_data_cost(json, r, loop->cost);
        json_text(json, NULL, loops_sentence(l->arena, &verdicts.of[i]));
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* Puts the advice, under a title for each kind. */
static void put_advice(struct json *json, struct listing *l)
{
    const struct report *r = l->report;
    struct advices advices = advice_of(l->arena, r);
    if (!advices.n && !advices.n_functions)
        return;
    json_open(json, "advice", '[');
    for (uint32_t i = 0; i < advices.n; i++) {
        const struct advice *a = &advices.of[i];
        bool is_first = i == 0 || a->kind != advices.of[i - 1].kind;
        if (is_first) {
            json_open(json, NULL, '[');
            json_text(json, NULL, advice_title(a->kind));
            json_open(json, NULL, '[');
        }
        json_line(json, 0);
        json_open(json, NULL, '[');
        json_text(json, NULL, advice_what(l->arena, a));
        json_text(json, NULL, advice_number(l->arena, r, a));
        json_text(json, NULL, a->text);
        json_close(json, ']');
        if (i + 1 == advices.n || a->kind != advices.of[i + 1].kind) {
            json_close(json, ']');
            json_close(json, ']');
        }
    }
    json_close(json, ']');
    json_open(json, "advice_notes", '[');
    if (advices.n)
        json_text(json, NULL, advice_caveat());
    if (advices.n_functions)
        json_text(json, NULL, advice_functions(l->arena, r, &advices));
    json_close(json, ']');
}

void deps_put_page(struct json *json, struct arena *arena,
                   const struct report *report, const uint32_t *row)
{
    struct listing l = { arena, report, row };
    if (!report->profile->dependences)
        return;
    put_statements(json, &l);
    put_loops(json, &l);
    put_advice(json, &l);
}
