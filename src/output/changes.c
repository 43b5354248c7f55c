#include "output/changes.h"

#include "output/theme.h"
#include "util/diag.h"
#include "util/number.h"
#include "util/unit.h"
#include "util/utf8.h"

/* ---- One change ---- */

struct str changes_values(struct arena *arena, const struct report *report,
                          const struct change *change)
{
    struct str after = report_cost(arena, report, known_or(change->b, 0));
    struct str before = report_cost(arena, report, known_or(change->a, 0));
    if (!(change->a > 0) && change->b > 0)
        return arena_printf(arena, "new: %s", after.s);
    if (!(change->b > 0) && change->a > 0)
        return arena_printf(arena, "gone: %s", before.s);
    if (!report->look->time_format && !unit_is_base(report->profile->unit))
        before = number_grouped(arena, known_or(change->a, 0));
    return arena_printf(arena, "%s \u2192 %s", before.s, after.s);
}

static const char *sign(double difference)
{
    return difference < 0 ? "-" : "+";
}

struct str changes_points(struct arena *arena, const struct report *report,
                          const struct change *change)
{
    double points = compare_points(report->comparison, change);
    return arena_printf(arena, "%s%s", sign(points),
                        number_percent(arena, fabs(points) / 100).s);
}

struct str changes_difference(struct arena *arena, const struct report *report,
                              const struct change *change)
{
    double difference = compare_difference(change);
    return arena_printf(arena, "%s%s (%s)", sign(difference),
                        report_cost(arena, report, fabs(difference)).s,
                        changes_points(arena, report, change).s);
}

/* ---- Functions ---- */

const struct change *changes_shown(const struct report *report, uint32_t f)
{
    const struct comparison *c = report->comparison;
    return report->look->color_by == BY_TOTAL ? &c->total[f] : &c->self[f];
}

double changes_most(const struct report *report)
{
    double most = THEME_LEAST_SCALE;
    for (uint32_t i = 0; i < report->view->n_functions; i++) {
        const struct change *change =
            changes_shown(report, report->view->functions[i]);
        if (change->is_real)
            most = fmax(most, fabs(compare_points(report->comparison, change)) /
                                  100);
    }
    return most;
}

double changes_weight(const struct report *report, uint32_t f)
{
    const struct change *change = changes_shown(report, f);
    if (!change->is_real)
        return 0;
    return compare_points(report->comparison, change) / 100 /
           changes_most(report);
}

const struct change *changes_of_call(const struct report *report,
                                     const struct view_call *call)
{
    return &report->comparison->calls[call - report->view->calls];
}

double changes_share(const struct report *report, const struct change *change)
{
    double whole = report->comparison->whole.a;
    double cost = fmax(known_or(change->a, 0), known_or(change->b, 0));
    return whole > 0 ? cost / whole : 0;
}

uint32_t *changes_ranked(struct arena *arena, const struct report *report,
                         uint32_t *n)
{
    const struct view *view = report->view;
    const struct comparison *c = report->comparison;
    struct ranked *rows = NEW_N(arena, struct ranked, view->n_functions);
    uint32_t *functions = NEW_N(arena, uint32_t, view->n_functions);
    *n = 0;
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        if (!compare_has_changed(c, f))
            continue;
        double self = fabs(compare_difference(&c->self[f]));
        double total = fabs(compare_difference(&c->total[f]));
        rows[(*n)++] = (struct ranked){ f, fmax(self, total) };
    }
    report_rank(rows, *n);
    for (uint32_t i = 0; i < *n; i++)
        functions[i] = rows[i].id;
    return functions;
}

/* ---- All ---- */

struct str changes_side(struct arena *arena, const struct comparison *c,
                        bool is_new)
{
    const char *name = NULL;
    size_t n = is_new ? c->n_new : c->n_base;
    for (size_t i = 0; i < c->n_runs && !name; i++)
        if (c->runs[i].is_new == is_new)
            name = c->runs[i].name;
    struct str shown = utf8_shortened(arena, str_basename(str_of(name)), 40);
    if (n == 1)
        return shown;
    return arena_printf(arena, "%zu runs (%s...)", n, shown.s);
}

struct str changes_method(struct arena *arena, const struct comparison *c)
{
    struct str margin = number_percent(arena, c->margin / 100);
    bool several = c->n_base > 1 && c->n_new > 1;
    if (c->is_exact && !several)
        return c->margin > 0
                   ? arena_printf(arena,
                                  "costs are exact: changes of more than %s of "
                                  "the base's whole count",
                                  margin.s)
                   : S("costs are exact: every difference is a change");
    if (several)
        return arena_printf(arena,
                            "noise is measured between runs (Welch's test, 5%% "
                            "false discoveries, margin %s)",
                            margin.s);
    return arena_printf(arena,
                        "noise is that of samples, dispersion %.1f %s%s (5%% "
                        "false discoveries, margin %s)",
                        c->dispersion,
                        c->knows_times ? "measured"
                                       : "assumed: the input has no times",
                        c->has_interrupts ? ", and of interrupts" : "",
                        margin.s);
}

struct str changes_summary(struct arena *arena, const struct comparison *c)
{
    return arena_printf(arena,
                        "%u of %u functions changed; the others are within "
                        "noise",
                        c->n_changed, c->n_compared);
}

void changes_report_failure(struct arena *arena, const struct report *report,
                            const struct fail_if *fail_if,
                            const uint32_t *functions, uint32_t n)
{
    const struct comparison *c = report->comparison;
    struct str list = S("");
    if (fail_if->of_whole) {
        diag_error("--fail-if: the whole changed: %s, %s",
                   changes_values(arena, report, &c->whole).s,
                   changes_difference(arena, report, &c->whole).s);
        return;
    }
    for (uint32_t i = 0; i < n && i < 3; i++) {
        uint32_t f = functions[i];
        const struct change *change =
            fail_if->self ? &c->self[f] : &c->total[f];
        list = arena_printf(arena, "%s%s%s %s", list.s, i ? ", " : "",
                            report_label(arena, report, f).s,
                            changes_points(arena, report, change).s);
    }
    diag_error("--fail-if: %u function%s changed by more than %g%%: %s%s", n,
               n == 1 ? "" : "s", fail_if->points, list.s,
               n > 3 ? ", ..." : "");
}
