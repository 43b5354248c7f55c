#include "deps/outputs/spans.h"

#include <math.h>

#include "deps/outputs/deps.h"
#include "deps/outputs/line.h"
#include "util/text/buf.h"
#include "util/text/number.h"

const struct work_span *spans_program(const struct report *report)
{
    return dependences_span(dependences_of(report->profile), SPAN_PROGRAM, 0,
                            S(""));
}

static struct str times_text(struct arena *arena, double times)
{
    return times < 1000 ? arena_printf(arena, "%.1f", times)
                        : number_grouped(arena, times);
}

static struct str ratio_text(struct arena *arena, const struct work_span *span)
{
    return times_text(arena, span->span > 0 ? span->work / span->span : 1);
}

/* Puts how much faster several processors are: a schedule takes at least as
   long as the work takes if none is ever idle, and as the span, and a greedy
   one at most the sum of the two (R. L. Graham, Bounds for Certain
   Multiprocessing Anomalies, 1966). */
static void put_processors(struct buf *out, struct arena *arena,
                           const struct work_span *span)
{
    buf_add(out, S("; "));
    for (int n = 2; n <= 16; n *= 2) {
        double least = fmax(span->work / n, span->span);
        double most = span->work / n + span->span;
        buf_printf(out, "%s%s to %s on %d", n > 2 ? ", " : "",
                   times_text(arena, fmax(span->work / most, 1)).s,
                   times_text(arena, span->work / least).s, n);
    }
    buf_add(out, S(" processors"));
}

static void put_without(struct buf *out, struct arena *arena,
                        const struct work_span *all,
                        const struct work_span *span)
{
    buf_add(out, S("; without "));
    if (span->variable.len)
        buf_printf(out, "`%s`", span->variable.s);
    else
        buf_add(out, S("memory without a name"));
    buf_printf(out, " (%s): %s to %s times",
               line_short(arena, span->place, span->place).s,
               ratio_text(arena, all).s, ratio_text(arena, span).s);
}

struct str spans_text(struct arena *arena, const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    const struct work_span *program = spans_program(report);
    struct buf out = { 0 };
    if (!program || program->span <= 0)
        return S("");
    buf_printf(&out,
               "measured: the longest chain of dependent executions makes %s "
               "of %s references%s, so at most %s times as fast",
               number_grouped(arena, program->span).s,
               number_grouped(arena, program->work).s,
               all->spans_all
                   ? " (with reductions and loop counters; BOP_SPAN=TRACE "
                     "leaves them out)"
                   : "",
               ratio_text(arena, program).s);
    put_processors(&out, arena, program);
    for (uint32_t i = 0; i < all->spans.n; i++)
        if (all->spans.of[i].kind == SPAN_WITHOUT)
            put_without(&out, arena, program, &all->spans.of[i]);
    return buf_move(&out, arena);
}

struct str spans_of(struct arena *arena, const struct report *report,
                    enum span_kind kind, uint32_t function, struct str place)
{
    const struct work_span *span = dependences_span(
        dependences_of(report->profile), kind, function, place);
    return span ? arena_printf(arena, ", work over span %s",
                               ratio_text(arena, span).s)
                : S("");
}

struct str spans_parts(struct arena *arena, const struct report *report)
{
    const struct dependences *all = dependences_of(report->profile);
    struct buf out = { 0 };
    const bool *in_view = deps_view(arena, report);
    for (uint32_t i = 0; i < all->spans.n; i++) {
        const struct work_span *span = &all->spans.of[i];
        if (span->kind < SPAN_FUNCTION || !in_view[span->function])
            continue;
        buf_add(&out, out.len ? S(", ") : S("work over span: "));
        if (span->kind == SPAN_LOOP) {
            buf_add(&out, S("loop "));
            buf_add(&out, str_basename(span->place));
        } else {
            buf_add(&out, report->labels[span->function]);
        }
        buf_printf(&out, " %s", ratio_text(arena, span).s);
    }
    return buf_move(&out, arena);
}
