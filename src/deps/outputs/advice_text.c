/*
 * The advice is one line for each loop or pair of statements:
 *
 *     What could run at once: times as fast at most, with 2 and with 8...
 *        1.98 7.50  loop at a.c:7 of kern: 1x, 90 iterations: DOALL...
 */
#include "deps/outputs/advice_text.h"

#include "deps/outputs/advice.h"
#include "deps/outputs/blind.h"
#include "util/text/utf8.h"

static void put_advice(struct buf *out, struct arena *arena,
                       const struct report *report,
                       const struct advice *advice)
{
    buf_printf(out, "%13s  ", advice_number(arena, report, advice).s);
    utf8_clean(out, advice_what(arena, advice));
    buf_add(out, S(" of "));
    buf_add(out, report->labels[advice->function]);
    buf_add(out, S(": "));
    utf8_clean(out, advice->text);
    buf_char(out, '\n');
}

/* Puts a text as a line of its own, unless it is "". */
static void put_line(struct buf *out, struct str text)
{
    if (!text.len)
        return;
    utf8_clean(out, text);
    buf_char(out, '\n');
}

void advice_text_put(struct buf *out, const struct report *report)
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
    put_line(out, blind_text(&scratch, report, 0));
}
