#include "output/wing.h"

#include "deps/outputs/advice_text.h"
#include "deps/outputs/blind.h"
#include "deps/outputs/loops.h"
#include "deps/outputs/verdicts.h"
#include "output/report.h"
#include "output/text/table.h"
#include "util/text/number.h"
#include "util/text/utf8.h"

/* Writes the loops of functions under study and what their dependences say. */
static void put_loops(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    struct loop_verdicts verdicts = loops_judge(&scratch, report);
    uint32_t before = NO_ID;
    for (uint32_t i = 0; i < verdicts.n; i++) {
        const struct loop_verdict *verdict = &verdicts.of[i];
        const struct loop *loop = verdict->loop;
        if (loop->function != before) {
            buf_printf(out, "\n%14s %7s  loops of ", "cost", "");
            buf_add(out, report->labels[loop->function]);
            buf_char(out, '\n');
        }
        before = loop->function;
        buf_printf(out, "%14s %7s  ",
                   table_cost(&scratch, report, loop->cost).s,
                   table_part(&scratch, loop->cost, report->whole, true).s);
        utf8_clean(out, str_basename(loop->place));
        buf_add(out, S(": "));
        utf8_clean(out, loops_sentence(&scratch, verdict));
        buf_char(out, '\n');
    }
}

void deps_put_text(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(scratch);
    if (!report->profile->dependences)
        return;
    struct verdicts *verdicts = verdicts_of(&scratch, report);
    uint32_t before = NO_ID;
    struct str note = verdicts_note(&scratch, verdicts);
    if (verdicts->n && note.len)
        buf_printf(out, "\n%s\n", note.s);
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct verdict *verdict = &verdicts->of[i];
        const struct statement *s = verdict->statement;
        if (s->function != before) {
            buf_printf(out, "\n%14s %7s  statements of ", "cost", "");
            buf_add(out, report->labels[s->function]);
            buf_char(out, '\n');
        }
        before = s->function;
        buf_printf(out, "%14s %7s  ", table_cost(&scratch, report, s->cost).s,
                   table_part(&scratch, s->cost, report->whole, true).s);
        utf8_clean(out, str_basename(s->place));
        buf_add(out, S(": "));
        utf8_clean(out, verdict->text);
        buf_char(out, '\n');
    }
    put_loops(out, report);
    struct str hint = verdicts_hint(&scratch, report);
    if (hint.len)
        buf_printf(out, "%s\n", hint.s);
    struct str blind = blind_text(&scratch, report, 0);
    if (blind.len) {
        utf8_clean(out, blind);
        buf_char(out, '\n');
    }
}

void deps_put_advice(struct buf *out, const struct report *report)
{
    advice_text_put(out, report);
}
