#include "output/changes.h"

#include "util/diag.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"

/* A change of so many points says only that the base costs nearly nothing. */
#define MOST_POINTS 1e8

/* ---- One change ---- */

double changes_rounded(const struct report *report, double cost)
{
    if (report->look->time_format || unit_is_base(report->profile->unit))
        return cost;
    double scale = fabs(cost) >= 99.95 ? 1 : fabs(cost) >= 9.995 ? 10 : 100;
    return round(cost * scale) / scale;
}

/* Returns a mean cost with its unit. */
static struct str mean_text(struct arena *arena, const struct report *report,
                            double cost)
{
    if (!known(cost))
        return S("unknown");
    return report_cost(arena, report, changes_rounded(report, cost));
}

/* Returns the same without the unit, where that is the same for all costs. */
static struct str bare_mean_text(struct arena *arena,
                                 const struct report *report, double cost)
{
    if (!known(cost) || report->look->time_format ||
        unit_is_base(report->profile->unit))
        return mean_text(arena, report, cost);
    return number_grouped(arena, changes_rounded(report, cost));
}

struct str changes_range(struct arena *arena, const struct report *report,
                         struct range range, bool with_unit)
{
    const struct change *whole = &report->comparison->whole;
    if (!range.is_set)
        return S("");
    struct str low = bare_mean_text(arena, report, range.low);
    bool says_nothing = str_eq(low, bare_mean_text(arena, report, 0));
    bool is_open = range_is_open(range, fmax(whole->base, whole->new)) &&
                   !says_nothing;
    double last = is_open ? range.low : range.high;
    struct str text = with_unit ? mean_text(arena, report, last)
                                : bare_mean_text(arena, report, last);
    if (is_open)
        return arena_printf(arena, "at least %s", text.s);
    if (!known(last) || str_eq(low, bare_mean_text(arena, report, last)))
        return S("");
    return arena_printf(arena, "%s to %s", low.s, text.s);
}

/* Returns the cost of one side, or its range. */
static struct str side_text(struct arena *arena, const struct report *report,
                            const struct change *change, bool is_new,
                            bool with_unit)
{
    double cost = is_new ? change->new : change->base;
    struct range range = change_range(change, is_new);
    struct str text = changes_range(arena, report, range, with_unit);
    if (text.len)
        return text;
    return with_unit ? mean_text(arena, report, cost)
                     : bare_mean_text(arena, report, cost);
}

struct str changes_before(struct arena *arena, const struct report *report,
                          const struct change *change)
{
    return side_text(arena, report, change, false, true);
}

struct str changes_values(struct arena *arena, const struct report *report,
                          const struct change *change)
{
    struct str after = side_text(arena, report, change, true, true);
    struct str before = changes_before(arena, report, change);
    if (change->base == 0 && change->new > 0)
        return arena_printf(arena, "new: %s", after.s);
    if (change->new == 0 && change->base > 0)
        return arena_printf(arena, "gone: %s", before.s);
    if (known(change->new))
        before = side_text(arena, report, change, false, false);
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
    if (!(report->comparison->whole.base > 0) || !known(points))
        return S("-");
    if (fabs(points) >= MOST_POINTS)
        return S("new");
    struct str text = number_percent(arena, fabs(points) / 100);
    if (str_starts(text, S("<")))
        text = fabs(points) < .001 ? S("0.0%")
                                   : arena_printf(arena, "%.1g%%",
                                                  fabs(points));
    return arena_printf(arena, "%s%s", sign(points), text.s);
}

struct str changes_difference(struct arena *arena, const struct report *report,
                              const struct change *change)
{
    double difference = compare_difference(change);
    if (fabs(difference) < LONG_SUM_ERROR * fmax(change->base, change->new))
        difference = 0;
    return arena_printf(arena, "%s%s%s (%s)", changes_mark(change),
                        sign(difference),
                        mean_text(arena, report, fabs(difference)).s,
                        changes_points(arena, report, change).s);
}

/* ---- Functions ---- */

bool changes_by_total(const struct report *report)
{
    return report->look->color_by == BY_TOTAL;
}

static const struct change *change_of(const struct report *report, uint32_t f,
                                      bool by_total)
{
    const struct comparison *c = report->comparison;
    return by_total ? &c->total[f] : &c->self[f];
}

double changes_most(const struct report *report, bool by_total)
{
    double most = THEME_LEAST_SCALE;
    for (uint32_t i = 0; i < report->view->n_functions; i++) {
        const struct change *change =
            change_of(report, report->view->functions[i], by_total);
        if (change->is_real)
            most = fmax(most, fabs(compare_points(report->comparison, change)) /
                                  100);
    }
    return most;
}

double changes_weight(const struct report *report, uint32_t f, double most)
{
    const struct change *change =
        change_of(report, f, changes_by_total(report));
    if (!change->is_real)
        return 0;
    return compare_points(report->comparison, change) / 100 / most;
}

const struct change *changes_of_call(const struct report *report,
                                     const struct view_call *call)
{
    return &report->comparison->calls[call->id];
}

double changes_share(const struct report *report, const struct change *change)
{
    double whole = report->comparison->whole.base;
    double cost = fmax(known_or(change->base, 0), known_or(change->new, 0));
    return whole > 0 ? cost / whole : 0;
}

/* ---- All ---- */

/* Returns the name of the first run of a side. */
static struct str name_of_side(const struct comparison *c, bool is_new)
{
    for (size_t i = 0; i < c->n_runs; i++)
        if (c->runs[i].is_new == is_new)
            return str_of(c->runs[i].name);
    return S("");
}

struct str changes_side(struct arena *arena, const struct comparison *c,
                        bool is_new)
{
    size_t n = is_new ? c->n_new : c->n_base;
    struct str name = name_of_side(c, is_new);
    struct str other = name_of_side(c, !is_new);
    if (!str_eq(str_basename(name), str_basename(other)))
        name = str_basename(name);
    struct str shown = utf8_shortened(arena, name, 40);
    if (n == 1)
        return shown;
    return arena_printf(arena, "%zu runs (%s...)", n, shown.s);
}

static struct str noise_text(struct arena *arena, const struct comparison *c)
{
    struct str margin = number_percent(arena, c->margin / 100);
    bool several = compare_knows_runs(c);
    if (c->is_exact && !several)
        return c->margin > 0
                   ? arena_printf(arena,
                                  "costs are exact: changes of more than %s of "
                                  "the base's whole count",
                                  margin.s)
                   : S("costs are exact: every difference is a change");
    if (several)
        return arena_printf(arena,
                            "noise: what the runs of one side differ by "
                            "(Welch's test), and all below %s of the base; 5%% "
                            "of the changes may be false",
                            margin.s);
    if (compare_is_measured_once(c))
        return arena_printf(arena,
                            "noise: taken to be %s of each time, and all "
                            "below %s of the base; 5%% of the changes may be "
                            "false",
                            number_percent(arena, c->pair.relative).s,
                            margin.s);
    if (!c->is_sampled)
        return arena_printf(arena,
                            "noise: an assumed 5%% of speed from run to run, "
                            "and all below %s of the base; 5%% of the changes "
                            "may be false",
                            margin.s);
    return arena_printf(arena,
                        "noise %s %.*f times that of random sampling%s, and "
                        "all below %s of the base; 5%% of the changes may be "
                        "false",
                        c->knows_dispersion ? "measured" : "assumed",
                        c->knows_dispersion ? 1 : 0, c->dispersion,
                        c->has_interrupts ? ", interrupts" : "", margin.s);
}

struct str changes_method(struct arena *arena, const struct comparison *c)
{
    struct str noise = noise_text(arena, c);
    return c->has_ranges
               ? arena_printf(arena,
                              "%s; ranges in cycles count as changed if they do "
                              "not overlap",
                              noise.s)
               : noise;
}

struct str changes_unknown_noise(const struct comparison *c)
{
    if (compare_is_measured_once(c))
        return S("one run a side does not tell how much times vary: record 5 "
                 "runs a side");
    return c->is_exact || compare_has_several(c)
               ? S("")
               : S("a side of one run shows large changes only: record 5 runs "
                   "a side");
}

const char *changes_doubt(const struct comparison *c)
{
    if (c->whole.is_real || compare_difference(&c->whole) == 0)
        return "";
    return compare_is_measured_once(c) ? ", not certain" : ", within noise";
}

struct str changes_whole(struct arena *arena, const struct report *report)
{
    const struct comparison *c = report->comparison;
    return arena_printf(arena, "%s, %s%s",
                        changes_values(arena, report, &c->whole).s,
                        changes_difference(arena, report, &c->whole).s,
                        changes_doubt(c));
}

const char *changes_mark(const struct change *change)
{
    return change->ranges ? "~" : "";
}

/* Is every difference a change? */
static bool is_certain(const struct comparison *c)
{
    return c->is_exact && c->n_runs == 2 && c->margin <= 0 &&
           c->only == CHANGES_ALL;
}

struct str changes_summary(struct arena *arena, const struct comparison *c)
{
    const char *changed = number_grouped(arena, c->n_changed).s;
    const char *compared = number_grouped(arena, c->n_compared).s;
    if (c->n_changed == c->n_compared)
        return arena_printf(arena, "%s of %s functions changed", changed,
                            compared);
    return arena_printf(arena, "%s of %s functions changed; the others %s",
                        changed, compared,
                        !is_certain(c) ? compare_has_several(c)
                                             ? "are within noise"
                                             : "may be noise"
                        : c->has_ranges ? "did not, or their ranges overlap"
                                        : "did not");
}

struct str changes_match(struct arena *arena, const struct comparison *c)
{
    static const char *const ways[] = { [MATCH_NAME] = "by name",
                                        [MATCH_SHIFT] = "by shift of lines",
                                        [MATCH_ORDER] = "by order",
                                        [MATCH_SUM] = "as a sum" };
    struct str text = S("functions matched:");
    const char *separator = " ";
    for (size_t way = MATCH_NAME; way < ROWS(ways); way++) {
        if (!c->match.n[way])
            continue;
        text = arena_printf(arena, "%s%s%u %s", text.s, separator,
                            c->match.n[way], ways[way]);
        separator = ", ";
    }
    return c->match.n[MATCH_NONE]
               ? arena_printf(arena, "%s; %u on one side only", text.s,
                              c->match.n[MATCH_NONE])
               : text;
}

void changes_note_sureness(const struct report *report)
{
    const struct comparison *c = report->comparison;
    if (c->is_exact || compare_has_several(c) || !(c->whole.base > 0))
        return;
    double growth = compare_found_growth(c);
    int places = growth < .995 ? 2 : growth < 9.95 ? 1 : 0;
    bool is_pair = c->n_runs == 2;
    diag_note("--fail-if: with one run %s side, a function that has a tenth of "
              "the whole must grow by %.*f points to be found in 19 of 20 "
              "comparisons, and what runs differ by is not known%s: record 5 "
              "runs a side",
              is_pair ? "a" : "on a", places, growth, is_pair ? "" : " there");
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
        struct str much = c->whole.base > 0
                              ? changes_points(arena, report, change)
                              : S("[new]");
        list = arena_printf(arena, "%s%s%s %s", list.s, i ? ", " : "",
                            report_label(arena, report, f).s, much.s);
    }
    diag_error("--fail-if: %u function%s changed by more than %g%%: %s%s", n,
               n == 1 ? "" : "s", fail_if->points, list.s,
               n > 3 ? ", ..." : "");
}
