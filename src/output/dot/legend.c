#include "output/dot/legend.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "output/deps.h"
#include "output/dot/escape.h"
#include "output/dot/recursion.h"
#include "output/dot/theme.h"
#include "output/summary.h"
#include "quality/warnings.h"
#include "util/number.h"
#include "util/utf8.h"

enum { RAMP_STEPS = 9 };

static void add_line(struct arena *arena, struct buf *out, struct str line)
{
    if (line.len == 0)
        return;
    buf_add(out, escape_label(arena, line));
    buf_add(out, S("\\l"));
}

/* What is the cost of: " of cpu-clock, comm bash". An event may be the unit as
   well: "12,345 page-faults", "12,345 cycles (cycles:u)". */
static struct str counted(struct arena *arena, const struct profile *profile)
{
    struct str event = utf8_shortened(arena, profile->event, LABEL_LIMIT);
    struct str part =
        utf8_shortened(arena, profile->selected_threads, LABEL_LIMIT);
    bool unit = str_starts(profile->event, profile->unit);
    if (str_eq(profile->event, profile->unit))
        event = S("");
    const char *before = event.len == 0 ? "" : unit ? " (" : " of ";
    return arena_printf(arena, "%s%s%s%s%s", before, event.s,
                        event.len && unit ? ")" : "", part.len ? ", " : "",
                        part.s);
}

/* "12,345 samples of cpu-clock" */
static struct str whole_line(struct arena *arena, const struct report *report)
{
    const struct profile *profile = report->profile;
    struct str whole = report_cost(arena, report, report->whole);
    struct str unit = utf8_shortened(arena, profile->unit, LABEL_WIDTH);
    struct str of = S("");
    if (report->whole <= 0)
        return arena_printf(arena, "no %s recorded",
                            str_eq(unit, S("seconds")) ? "time" : unit.s);
    if (report_is_relative(report))
        of = arena_printf(arena, " (of %s in all)",
                          report_cost(arena, report, report->read).s);
    return arena_printf(arena, "100%% = %s%s%s", whole.s,
                        counted(arena, profile).s, of.s);
}

static bool has_counts(const struct report *report)
{
    const struct view *view = report->view;
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (known(report->profile->functions[view->functions[i]].count))
            return true;
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (known(view->calls[i].count))
            return true;
    return false;
}

static struct str share_line(const struct report *report)
{
    if (report->look->n_measures || report->whole <= 0)
        return S("");
    return S("8% of 23%: self of total cost (with all it calls)");
}

static struct str count_line(const struct report *report)
{
    return has_counts(report) ? S("5\u00d7: called 5 times") : S("");
}

static uint32_t count_cycles(const struct report *report, enum cycles way)
{
    uint32_t n = 0;
    if (report->collapsed)
        return way == CYCLES_COLLAPSE ? report->collapsed->n_cycles : 0;
    for (uint32_t i = 0; i < report->costs->n_cycles; i++)
        n += report->costs->cycles[i].way == way;
    return n;
}

/* "; 2 cycles split by entry" */
static struct str cycles_text(struct arena *arena, const struct report *report,
                              enum cycles way, const char *what)
{
    uint32_t n = count_cycles(report, way);
    if (n == 0)
        return S("");
    return arena_printf(arena, "; %u %s %s", n, n == 1 ? "cycle" : "cycles",
                        what);
}

static bool has_estimates(const struct report *report)
{
    const struct view *view = report->view;
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (!report->costs->exact[view->functions[i]])
            return true;
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (!view->calls[i].exact && known(view->calls[i].cost))
            return true;
    return false;
}

static struct str estimate_line(struct arena *arena,
                                const struct report *report)
{
    struct str collapsed = cycles_text(arena, report, CYCLES_COLLAPSE,
                                       "collapsed");
    if (report->profile->kind == FROM_STACKS)
        return arena_printf(arena, "totals are exact, counted from stacks%s",
                            collapsed.s);
    return arena_printf(
        arena, "totals are %s%s%s%s",
        has_estimates(report) ? "estimates, shared among callers by calls"
                              : "sums of what was measured",
        collapsed.s,
        cycles_text(arena, report, CYCLES_WALK, "solved as a random walk").s,
        cycles_text(arena, report, CYCLES_SPLIT, "split by entry").s);
}

static struct str style_line(struct arena *arena, const struct report *report)
{
    bool back = false, indirect = false, noted = false;
    for (uint32_t i = 0; i < report->view->n_calls; i++) {
        const struct view_call *call = &report->view->calls[i];
        noted |= recursion_is_noted(report, call);
        back |= call->back;
        indirect |= view_call_is_indirect(call) && !recursion_is_noted(report, call);
    }
    return arena_printf(arena, "%s%s%s",
                        noted  ? "\u21ba: calls itself or back into a cycle"
                        : back ? "dashed: calls back into a cycle"
                               : "",
                        (noted || back) && indirect ? "; " : "",
                        indirect ? "dotted: calls over functions left out"
                                 : "");
}

bool legend_has_ramp(const struct report *report)
{
    const struct look *look = report->look;
    struct color cold = theme_fill(look->theme, 0, look->skew);
    struct color hot = theme_fill(look->theme, 1, look->skew);
    return report->whole > 0 && look->theme->filled &&
           color_contrast(cold, hot) > 1;
}

/* What colours or else sizes show, and from where to where. */
static struct str ramp_line(struct arena *arena, const struct report *report,
                            double max_self)
{
    const struct look *look = report->look;
    bool by_self = look_by_self(look);
    bool relative = by_self && look->theme->relative;
    if (report->whole <= 0)
        return S("");
    return arena_printf(arena, "%s: %s cost, 0%% to %s",
                        legend_has_ramp(report) ? "colour" : "size",
                        by_self ? "self" : "total",
                        number_percent(arena, relative ? max_self : 1).s);
}

static bool has_detail(const struct report *report)
{
    const struct view *view = report->view;
    for (uint32_t i = 0; i < view->n_functions; i++)
        if (report->profile->functions[view->functions[i]].detail)
            return true;
    return false;
}

static void add_dependences(struct arena *arena, struct buf *out,
                            const struct report *report)
{
    const struct deps *deps = deps_of(arena, report);
    const char *ends = deps->n_statements ? "statement" : "function";
    if (has_detail(report))
        add_line(arena, out, S("double border: under study (functions.in)"));
    if (deps->plain) {
        add_line(arena, out, arena_printf(arena, "dashed, open arrow: this %s "
                                          "writes \u2192 that one reads",
                                          ends));
        add_line(arena, out, S("   10\u00d7, 11 apart: 10 reads, at least 11 "
                               "references after the write"));
        if (report->look->deps != DEPS_TOPLEV && deps->told)
            add_line(arena, out, S("   a.c:3 \u2192 :4 (for :8 \u2192 :9): "
                                   "lines; and those under study that called"
                                   ));
    }
    if (deps->threads)
        add_line(arena, out, S("bold dashed, hollow arrow: one thread writes "
                               "\u2192 another one reads"));
    if (report->view->n_dependences < report->profile->dependences.n &&
        report->look->deps != DEPS_NONE)
        add_line(arena, out, S("without the dependences of functions left "
                               "out"));
    if (deps->n_arrows < deps->n_all)
        add_line(arena, out,
                 arena_printf(arena, "%zu of %zu dependences, by reads",
                              deps->n_arrows, deps->n_all));
}

struct str legend_text(struct arena *arena, const struct report *report,
                       double max_self)
{
    struct buf out = { 0 };
    add_line(arena, &out, ramp_line(arena, report, max_self));
    add_line(arena, &out, whole_line(arena, report));
    add_line(arena, &out, share_line(report));
    add_line(arena, &out, count_line(report));
    add_line(arena, &out, summary_functions(arena, report));
    add_line(arena, &out, summary_calls(arena, report));
    add_line(arena, &out, estimate_line(arena, report));
    add_line(arena, &out, style_line(arena, report));
    add_dependences(arena, &out, report);
    add_line(arena, &out, warnings_of_samples(arena, report->quality));
    add_line(arena, &out, warnings_of_input(arena, report->quality));
    return buf_move(&out, arena);
}

struct str legend_ramp(struct arena *arena, const struct look *look)
{
    struct color colors[RAMP_STEPS];
    struct buf out = { 0 };
    theme_samples(look->theme, colors, RAMP_STEPS);
    for (int i = 0; i < RAMP_STEPS; i++) {
        if (i)
            buf_char(&out, ':');
        buf_add(&out, color_text(arena, colors[i]));
    }
    return buf_move(&out, arena);
}
