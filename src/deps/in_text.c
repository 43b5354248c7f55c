/*
 * Verdicts are lines like those of the report, and the advice is one line for
 * each loop or pair of statements:
 *
 *     What could run at once: times as fast at most, with 2 and with 8...
 *        1.98 7.50  loop at a.c:7 of kern: 1x, 90 iterations: DOALL...
 */
#include "output/wing.h"

#include "deps/outputs/advice.h"
#include "deps/outputs/loops.h"
#include "deps/outputs/untraced.h"
#include "deps/outputs/verdicts.h"
#include "output/report.h"
#include "output/text/table.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

/* Puts a text as a line of its own, unless it is "". */
static void put_line(struct buf *out, struct str text)
{
    if (!text.len)
        return;
    utf8_clean(out, text);
    buf_char(out, '\n');
}

/* Rows of verdicts, below a title for each function. */
struct listing {
    struct buf *out;
    const struct report *report;
    const char *title;
    uint32_t function; /* of the row before, or NO_ID */
};

/* Writes the verdict on a loop or a statement of a function. */
static void put_row(struct listing *l, uint32_t function, double cost,
                    struct str place, struct str text)
{
    LOCAL_ARENA(scratch);
    if (function != l->function) {
        buf_printf(l->out, "\n%14s %7s  %s of ", "cost", "", l->title);
        buf_add(l->out, l->report->labels[function]);
        buf_char(l->out, '\n');
    }
    l->function = function;
    buf_printf(l->out, "%14s %7s  ", table_cost(&scratch, l->report, cost).s,
               table_part(&scratch, cost, l->report->whole, true).s);
    utf8_clean(l->out, str_basename(place));
    buf_add(l->out, S(": "));
    put_line(l->out, text);
}

void deps_put_text(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    if (!report->profile->dependences)
        return;
    struct verdicts *verdicts = verdicts_of(&scratch, report);
    struct loop_verdicts loops = loops_judge(&scratch, report);
    struct listing listing = { out, report, "statements", NO_ID };
    struct str note = verdicts_note(&scratch, verdicts);
    if (verdicts->n && note.len)
        buf_printf(out, "\n%s\n", note.s);
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct statement *s = verdicts->of[i].statement;
        put_row(&listing, s->function, s->cost, s->place, verdicts->of[i].text);
    }
    listing = (struct listing){ out, report, "loops", NO_ID };
    for (uint32_t i = 0; i < loops.n; i++) {
        const struct loop *loop = loops.of[i].loop;
        put_row(&listing, loop->function, loop->cost, loop->place,
                loops_sentence(&scratch, &loops.of[i]));
    }
    put_line(out, verdicts_hint(&scratch, report));
    put_line(out, untraced_text(&scratch, report, 0));
}

static void put_advice(struct buf *out, struct arena *arena,
                       const struct report *report,
                       const struct advice *advice)
{
    buf_printf(out, "%13s  ", advice_number(arena, report, advice).s);
    utf8_clean(out, advice_what(arena, advice));
    buf_add(out, S(" of "));
    buf_add(out, report->labels[advice->function]);
    buf_add(out, S(": "));
    put_line(out, advice->text);
}

void deps_put_advice(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    struct advices advices = advice_of(&scratch, report);
    bool is_any = false;
    for (uint32_t i = 0; i < advices.n; i++) {
        enum advice_kind kind = advices.of[i].kind;
        if (i == 0 || kind != advices.of[i - 1].kind)
            buf_printf(out, "%s%s\n", i ? "\n" : "", advice_title(kind).s);
        put_advice(out, &scratch, report, &advices.of[i]);
        is_any |= kind != ADVICE_ORDERED;
    }
    buf_printf(out, "%s%s.\n", advices.n ? "\n" : "",
               is_any ? advice_caveat().s : advice_nothing(report).s);
    put_line(out, advice_functions(&scratch, report, &advices));
    put_line(out, untraced_text(&scratch, report, 0));
}
