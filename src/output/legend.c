#include "output/legend.h"

#include "output/escape.h"
#include "output/label.h"
#include "output/number.h"
#include "output/theme.h"

enum { RAMP_STEPS = 9 };

static void add_line(struct arena *arena, struct buf *out, struct str line)
{
    if (line.len == 0)
        return;
    buf_add(out, escape_label(arena, line));
    buf_add(out, S("\\l"));
}

/* "12,345 samples of cpu-clock" */
static struct str whole_line(struct arena *arena, const struct report *report)
{
    const struct profile *profile = report->profile;
    struct str whole = report_cost(arena, report, report->whole);
    struct str event = label_shorten(arena, profile->event, LABEL_LIMIT);
    struct str unit = label_shorten(arena, profile->unit, LABEL_WIDTH);
    struct str of = S("");
    if (report->whole <= 0)
        return arena_printf(arena, "no %s recorded",
                            str_eq(unit, S("seconds")) ? "time" : unit.s);
    if (report_is_relative(report))
        of = arena_printf(arena, " (of %s in all)",
                          report_cost(arena, report, report->read).s);
    return arena_printf(arena, "100%% = %s%s%s%s", whole.s,
                        event.len ? " of " : "", event.s, of.s);
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

static struct str shown_line(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct str cost = S("");
    if (report->whole > 0 && view->dropped_cost > 0)
        cost = arena_printf(
            arena, ", all but %s of the cost",
            percent(arena, report_share(report, view->dropped_cost)).s);
    return arena_printf(arena,
                        "drawn: %s of %s functions, %s of %s calls%s",
                        grouped(arena, view->n_functions).s,
                        grouped(arena, report->n_functions).s,
                        grouped(arena, view->n_calls).s,
                        grouped(arena, report->n_calls).s, cost.s);
}

static struct str limit_line(struct arena *arena, const struct report *report)
{
    const struct view_options *limits = report->limits;
    if (report->whole <= 0)
        return S("");
    return arena_printf(arena, "left out: functions below %g%%, calls below "
                               "%g%%%s",
                        limits->node_thres, limits->edge_thres,
                        report->view->capped ? ", all but the most informative"
                                             : "");
}

static struct str estimate_line(struct arena *arena,
                                const struct report *report)
{
    uint32_t n = report->costs->n_cycles;
    if (report->profile->kind == FROM_STACKS)
        return S("totals are exact, counted from stacks");
    if (n == 0)
        return S("totals are shared among callers by calls");
    return arena_printf(arena, "totals are shared among callers by calls; "
                               "%u %s split by entry",
                        n, n == 1 ? "cycle" : "cycles");
}

static struct str style_line(struct arena *arena, const struct report *report)
{
    bool back = false, indirect = false;
    for (uint32_t i = 0; i < report->view->n_calls; i++) {
        const struct view_call *call = &report->view->calls[i];
        back |= call->back;
        indirect |= view_call_is_indirect(call);
    }
    return arena_printf(arena, "%s%s%s",
                        back ? "dashed: calls back into a cycle" : "",
                        back && indirect ? "; " : "",
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
                        percent(arena, relative ? max_self : 1).s);
}

struct str legend_text(struct arena *arena, const struct report *report,
                       double max_self)
{
    struct buf out = { 0 };
    add_line(arena, &out, ramp_line(arena, report, max_self));
    add_line(arena, &out, whole_line(arena, report));
    add_line(arena, &out, share_line(report));
    add_line(arena, &out, count_line(report));
    add_line(arena, &out, shown_line(arena, report));
    add_line(arena, &out, limit_line(arena, report));
    add_line(arena, &out, estimate_line(arena, report));
    add_line(arena, &out, style_line(arena, report));
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
