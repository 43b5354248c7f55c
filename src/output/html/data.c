#include "output/html/data.h"

#include "output/change_list.h"
#include "output/changes.h"
#include "output/html/contexts.h"
#include "output/html/source.h"
#include "output/legend.h"
#include "output/members.h"
#include "output/recursion.h"
#include "util/ranked.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "view/chains.h"

/* The functions of the page. */
struct listing {
    const struct report *report;
    struct arena arena;
    uint32_t *functions, n; /* of the profile, in the order of the page */
    uint32_t *row;          /* by function: its place in `functions` or NO_ID */
    bool *drawn;            /* by function */
    const struct html_choices *choices; /* or NULL */
    uint32_t *others, n_others; /* functions of report->all_events that the
                                   profile does not have */
    uint32_t *choice_row;       /* by function of report->all_events */
    struct strings modules;
};

/* ---- What is listed ---- */

uint32_t html_data_functions(const struct report *report)
{
    uint32_t n = report->profile->n_functions;
    uint32_t drawn = report->view->n_functions;
    uint32_t most = drawn > HTML_FUNCTIONS ? drawn : HTML_FUNCTIONS;
    return n < most ? n : most;
}

static void list_functions(struct listing *l)
{
    const struct report *r = l->report;
    uint32_t n = r->profile->n_functions, n_drawn = r->view->n_functions;
    l->n = html_data_functions(r);
    l->functions = NEW_N(&l->arena, uint32_t, l->n);
    l->row = index_no_ids(&l->arena, n);
    l->drawn = NEW_N(&l->arena, bool, n);
    for (uint32_t i = 0; i < n_drawn; i++)
        l->drawn[r->view->functions[i]] = true;
    struct ranked *ranked = NEW_N(&l->arena, struct ranked, n);
    uint32_t first = 0, other = n_drawn;
    for (uint32_t f = 0; f < n; f++)
        ranked[l->drawn[f] ? first++ : other++] =
            (struct ranked){ f, known_or(r->costs->total[f], 0) };
    ranked_sort(ranked, n_drawn);
    ranked_sort(ranked + n_drawn, n - n_drawn);
    for (uint32_t i = 0; i < l->n; i++) {
        l->functions[i] = ranked[i].id;
        l->row[ranked[i].id] = i;
    }
    report_demangle(r, l->functions, l->n);
}

/* Lists functions that have cost in other events only, as far as there is
   room. */
static void list_others(struct listing *l)
{
    const struct profile *all_events = l->report->all_events;
    uint32_t n = l->choices ? all_events->n_functions : 0;
    l->others = NEW_N(&l->arena, uint32_t, n);
    l->choice_row = NEW_N(&l->arena, uint32_t, n);
    for (uint32_t f = 0; f < n; f++) {
        uint32_t same = profile_find_function(l->report->profile,
                                              &all_events->functions[f].is);
        l->choice_row[f] = same == NO_ID ? NO_ID : l->row[same];
        if (same == NO_ID && l->n + l->n_others < HTML_FUNCTIONS) {
            l->choice_row[f] = l->n + l->n_others;
            l->others[l->n_others++] = f;
        }
    }
}

/* Is a part of the call of a view over functions that are left out? */
static bool is_mixed(const struct view_call *call)
{
    return call->indirect > SUM_ERROR * call->cost;
}

/* Ranks the calls of the profile between listed functions that are not arrows
   of their own, and returns how many they are. */
static size_t rank_calls(struct listing *l, struct ranked *ranked)
{
    const struct report *r = l->report;
    bool *drawn = NEW_N(&l->arena, bool, r->profile->n_calls);
    size_t n = 0;
    for (uint32_t i = 0; i < r->view->n_calls; i++)
        if (r->view->calls[i].call != NO_ID && !is_mixed(&r->view->calls[i]))
            drawn[r->view->calls[i].call] = true;
    for (uint32_t i = 0; i < r->profile->n_calls; i++) {
        const struct call *call = &r->profile->calls[i];
        if (!drawn[i] && l->row[call->caller] != NO_ID &&
            l->row[call->callee] != NO_ID)
            ranked[n++] =
                (struct ranked){ i, known_or(r->costs->call_cost[i], 0) };
    }
    ranked_sort(ranked, n);
    return n;
}

/* ---- Rows ---- */

/* Do the texts of costs have the unit? Those of times and sizes do, because
   some are in milliseconds or in megabytes. */
static bool texts_have_unit(const struct report *report)
{
    return report->look->time_format || unit_is_base(report->profile->unit);
}

static struct str cost_text(struct arena *arena, const struct report *report,
                            double cost)
{
    return texts_have_unit(report) ? report_cost(arena, report, cost)
                                   : number_grouped(arena, cost);
}

void html_data_cost(struct json *json, const struct report *report, double cost)
{
    LOCAL_ARENA(scratch);
    json_number(json, NULL, cost);
    json_text_or_null(json, NULL, known(cost)
                                      ? cost_text(&scratch, report, cost)
                                      : S(""));
}

/* Puts the cost of one side and its text, which is its range if it has one. */
static void put_mean(struct json *json, const struct report *report,
                     double cost, struct range range)
{
    LOCAL_ARENA(scratch);
    struct str text = changes_range(&scratch, report, range, false);
    if (text.len) {
        json_number(json, NULL, changes_rounded(report, cost));
        json_text(json, NULL, text);
    } else {
        html_data_cost(json, report, changes_rounded(report, cost));
    }
}

/* Puts a change: see data.h. */
static void put_change(struct json *json, const struct report *report,
                       const struct change *change)
{
    LOCAL_ARENA(scratch);
    bool is_tested = change->variance > 0;
    double difference = compare_difference(change);
    double size = changes_rounded(report, fabs(known_or(difference, 0)));
    const char *sign = difference < 0 ? "-" : difference > 0 ? "+" : "";
    json_open(json, NULL, '[');
    put_mean(json, report, change->base, change_range(change, false));
    put_mean(json, report, change->new, change_range(change, true));
    json_number(json, NULL, compare_points(report->comparison, change));
    json_text(json, NULL,
              arena_printf(&scratch, "%s%s%s", changes_mark(change), sign,
                           cost_text(&scratch, report, size).s));
    json_number(json, NULL, is_tested ? change->p : UNKNOWN);
    json_count(json, NULL, change->is_real);
    json_close(json, ']');
}

/* Returns the function in whose box a function of the view is. */
static uint32_t box_of(const struct view *view, uint32_t f)
{
    const struct chain *chain = chains_of(view->chains, f);
    return chain ? chain->functions[0] : f;
}

/* Puts what a function is, which begins its list. */
static void put_names(struct json *json, struct listing *l,
                      const struct report *r, struct str id, uint32_t f)
{
    const struct function *function = &r->profile->functions[f];
    const struct identity *is = &function->is;
    struct str label = report_label(&l->arena, r, f);
    struct str full = report_full_name(&l->arena, r, f);
    json_text(json, NULL, id);
    json_text(json, NULL, label);
    json_text_or_null(json, NULL, str_eq(full, label) ? S("") : full);
    json_text_or_null(json, NULL, str_eq(is->name, full) ? S("") : is->name);
    if (is->module.len)
        json_count(json, NULL, strings_add(&l->modules, &l->arena, is->module));
    else
        json_null(json, NULL);
    json_text_or_null(json, NULL, is->file);
    json_count(json, NULL, (double)function->line);
}

/* Puts the functions of other events, which have no cost in the drawn one. */
static void put_others(struct json *json, struct listing *l)
{
    struct report other = *l->report;
    uint32_t n = l->choices ? l->report->all_events->n_functions : 0;
    other.profile = l->report->all_events;
    other.labels = NEW_N(&l->arena, struct str, n);
    other.full_names = NEW_N(&l->arena, struct str, n);
    if (!l->n_others)
        return;
    struct str *ids = report_ids(&l->arena, other.look, other.profile);
    report_demangle(&other, l->others, l->n_others);
    for (uint32_t i = 0; i < l->n_others; i++) {
        json_line(json, 0);
        json_open(json, NULL, '[');
        put_names(json, l, &other, ids[l->others[i]], l->others[i]);
        for (int k = 0; k < 2; k++)
            html_data_cost(json, &other, 0);
        json_null(json, NULL);
        json_count(json, NULL, 0);
        json_count(json, NULL, 1);
        json_null(json, NULL);
        json_close(json, ']');
    }
}

/* Puts 1 for an exact cost, else its range as text, or 0 without one. */
static void put_exact(struct json *json, struct listing *l, bool exact,
                      struct range range)
{
    struct str text = report_range_text(&l->arena, l->report, range);
    if (text.len)
        json_text(json, NULL, text);
    else
        json_count(json, NULL, exact);
}

static void put_function(struct json *json, struct listing *l, uint32_t f)
{
    const struct report *r = l->report;
    const struct function *function = &r->profile->functions[f];
    json_line(json, 0);
    json_open(json, NULL, '[');
    put_names(json, l, r, r->ids[f], f);
    html_data_cost(json, r, function->self);
    html_data_cost(json, r, r->costs->total[f]);
    json_number(json, NULL, function->count);
    json_count(json, NULL, r->costs->cycle[f]);
    put_exact(json, l, r->costs->exact[f], costs_range(r->costs, f));
    if (l->drawn[f])
        json_count(json, NULL, l->row[box_of(r->view, f)]);
    else
        json_null(json, NULL);
    if (r->comparison) {
        static const char *const presences[] = {
            [IN_BOTH] = "", [ONLY_NEW] = "new", [ONLY_BASE] = "gone"
        };
        put_change(json, r, &r->comparison->self[f]);
        put_change(json, r, &r->comparison->total[f]);
        json_text(json, NULL, str_of(presences[r->comparison->presence[f]]));
        struct change count = compare_count(r->comparison, f);
        json_number(json, NULL, count.base);
        json_number(json, NULL, count.new);
    }
    json_close(json, ']');
}

/* `kind` is NULL for a call that is not in the picture, and `change` is NULL
   if nothing is compared. */
static void put_call(struct json *json, struct listing *l,
                     const struct view_call *call, const char *kind,
                     const struct change *change)
{
    json_line(json, 0);
    json_open(json, NULL, '[');
    json_count(json, NULL, l->row[call->caller]);
    json_count(json, NULL, l->row[call->callee]);
    html_data_cost(json, l->report, call->cost);
    json_number(json, NULL, call->count);
    put_exact(json, l, call->exact, view_call_range(l->report->costs, call));
    json_text_or_null(json, NULL, str_of(kind));
    if (change)
        put_change(json, l->report, change);
    else if (is_mixed(call))
        json_null(json, NULL);
    if (is_mixed(call))
        json_count(json, NULL, call->lifted > 0 ? 2 : 1);
    json_close(json, ']');
}

static void put_calls(struct json *json, struct listing *l)
{
    const struct report *r = l->report;
    const struct view *view = r->view;
    struct ranked *others = NEW_N(&l->arena, struct ranked,
                                  r->profile->n_calls);
    size_t n = rank_calls(l, others);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        put_call(json, l, call,
                 chains_hold(view->chains, call->caller, call->callee)
                     ? "folded"
                 : recursion_is_noted(r, call) ? "noted"
                 : call->back                  ? "back"
                 : view_call_is_indirect(call) ? "indirect"
                                               : "drawn",
                 r->comparison ? changes_of_call(r, call) : NULL);
    }
    for (size_t i = 0; i < n && view->n_calls + i < HTML_CALLS; i++) {
        uint32_t id = others[i].id;
        const struct call *call = &r->profile->calls[id];
        struct change change =
            r->comparison ? compare_call(&l->arena, r->comparison, id)
                          : (struct change){ .base = UNKNOWN };
        put_call(json, l,
                 &(struct view_call){ .caller = call->caller,
                                      .callee = call->callee,
                                      .call = id,
                                      .cost = r->costs->call_cost[id],
                                      .count = call->count,
                                      .exact = r->costs->call_exact[id] },
                 NULL, r->comparison ? &change : NULL);
    }
}

/* Puts the calls into and inside of a collapsed cycle, which is f. */
static void put_member_calls(struct json *json, struct listing *l, uint32_t f)
{
    const struct report *r = l->report;
    struct member_calls calls = member_calls_of(&l->arena, r, f);
    for (size_t i = 0; i < calls.n && i < HTML_CALLS; i++) {
        json_line(json, 0);
        json_open(json, NULL, '[');
        json_count(json, NULL, l->row[f]);
        json_text(json, NULL, member_call_text(&l->arena, r, &calls.of[i]));
        json_number(json, NULL, calls.of[i].count);
        html_data_cost(json, r, calls.of[i].cost);
        json_close(json, ']');
    }
}

static void put_cycles(struct json *json, struct listing *l)
{
    if (!l->report->collapsed)
        return;
    json_open(json, "member_calls", '[');
    for (uint32_t i = 0; i < l->n; i++)
        put_member_calls(json, l, l->functions[i]);
    json_close(json, ']');
}

/* Puts the rows of the list of changes. */
static void put_change_list(struct json *json, struct listing *l)
{
    const struct report *r = l->report;
    struct change_list list = change_list_of(&l->arena, r, l->functions, l->n);
    json_open(json, "changes", '[');
    for (uint32_t i = 0; i < list.n; i++) {
        json_open(json, NULL, '[');
        json_count(json, NULL, l->row[list.of[i].function]);
        json_text(json, NULL, list.of[i].is_self ? S("self") : S("total"));
        json_count(json, NULL, list.of[i].n_callers);
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* Puts n colours, by their places from 0 to n - 1. */
static void put_colors(struct json *json, const char *name,
                       const struct color *colors, int n)
{
    LOCAL_ARENA(scratch);
    json_open(json, name, '[');
    for (int i = 0; i < n; i++)
        json_text(json, NULL, color_text(&scratch, colors[i]));
    json_close(json, ']');
}

static void put_ramp(struct json *json, const struct report *report)
{
    struct color colors[LEGEND_COLORS];
    if (!legend_has_ramp(report)) {
        json_null(json, "ramp");
        return;
    }
    legend_fill_ramp(report, colors);
    put_colors(json, "ramp", colors, LEGEND_COLORS);
}

/* Puts the colours of a page: those of a theme. */
static void put_palette(struct json *json, const char *name,
                        const struct theme *theme)
{
    enum { STEPS = 6 };
    struct color heat[LEGEND_COLORS], more[STEPS], less[STEPS];
    struct color noise = theme_change_fill(theme, 0);
    theme_samples(theme, heat, LEGEND_COLORS);
    for (int i = 0; i < STEPS; i++) {
        double position = (i + .5) / STEPS; /* ramps grow with the root */
        more[i] = theme_change_fill(theme, position * position);
        less[i] = theme_change_fill(theme, -position * position);
    }
    json_open(json, name, '{');
    put_colors(json, "heat", heat, LEGEND_COLORS);
    put_colors(json, "more", more, STEPS);
    put_colors(json, "less", less, STEPS);
    put_colors(json, "noise", &noise, 1);
    json_close(json, '}');
}

static void put_palettes(struct json *json)
{
    json_open(json, "palettes", '{');
    put_palette(json, "light", theme_find(S("heat")));
    put_palette(json, "dark", theme_find(S("dark")));
    json_close(json, '}');
}

/* Puts how a cost becomes the width and the colour of an arrow. */
static void put_arrows(struct json *json, const struct report *report)
{
    enum { COLORS = 16 };
    struct color ramp[COLORS];
    const struct look *look = report->look;
    const struct scale *pen = &look->theme->pen;
    const double numbers[] = { pen->least, pen->base, pen->slope, pen->power };
    json_open(json, "arrows", '{');
    json_open(json, "pen", '[');
    for (size_t i = 0; i < ROWS(numbers); i++)
        json_number(json, NULL, numbers[i]);
    json_close(json, ']');
    for (int i = 0; i < COLORS; i++)
        ramp[i] = theme_edge(look->theme, (i + .5) / COLORS, look->skew);
    put_colors(json, "ramp", ramp, COLORS);
    json_number(json, "labelled",
                recursion_count_arrows(report) > LOOK_FEW_ARROWS
                    ? LOOK_LABELLED_SHARE
                    : 0);
    json_number(json, "thick", LOOK_THICK_SHARE);
    json_number(json, "back", LOOK_BACK_PEN);
    json_close(json, '}');
}

/* Returns the number of frames of tags above each stack. */
static uint32_t count_tags(const struct report *report)
{
    uint32_t n = 0;
    for (const char *c = report->tags; c && *c; c++)
        n += *c == ',';
    return report->tags ? n + 1 : 0;
}

/* Can the page apply filters to a comparison? Cycles that became functions are
   none in the runs. */
static bool can_filter(const struct report *report)
{
    return report->comparison && report->profile->kind == FROM_STACKS &&
           !report->collapsed;
}

void html_data(struct buf *out, const struct report *report)
{
    struct json json = { .out = out, .in_script = true };
    struct listing l = { .report = report };
    const struct comparison *c = report->comparison;
    bool by_self = c ? !changes_by_total(report) : look_by_self(report->look);
    bool relative = by_self && report->look->theme->relative;
    list_functions(&l);
    l.choices = html_choices_of(&l.arena, report);
    list_others(&l);
    json_open(&json, NULL, '{');
    json_text(&json, "unit",
              texts_have_unit(report) ? S("") : report->profile->unit);
    json_text(&json, "base", report->profile->unit);
    json_count(&json, "compares", c != NULL);
    json_number(&json, "whole", c ? c->whole.base : report->whole);
    json_count(&json, "hottest", report->hot_path.n_hottest);
    json_count(&json, "ways", report->hot_path.n_ways);
    json_text(&json, "channel", by_self ? S("self") : S("total"));
    put_palettes(&json);
    put_ramp(&json, report);
    json_number(&json, "top", c          ? changes_most(report, !by_self)
                              : relative ? report_max_self(report)
                                         : 1);
    put_arrows(&json, report);
    json_open(&json, "functions", '[');
    for (uint32_t i = 0; i < l.n; i++)
        put_function(&json, &l, l.functions[i]);
    put_others(&json, &l);
    json_close(&json, ']');
    json_open(&json, "calls", '[');
    put_calls(&json, &l);
    json_close(&json, ']');
    put_cycles(&json, &l);
    if (c)
        put_change_list(&json, &l);
    json_count(&json, "others", l.n_others);
    deps_put_page(&json, &l.arena, report, l.row);
    html_choices(&json, l.choices);
    if (l.choices)
        html_contexts(&json, report->all_events, l.choice_row,
                      l.choices->wholes[l.choices->drawn], l.choices, NULL);
    else
        html_contexts(&json, report->profile, l.row,
                      profile_whole(report->profile), NULL,
                      can_filter(report)
                          ? compare_selves(&l.arena, c, report->profile, true)
                          : NULL);
    json_count(&json, "tags", count_tags(report));
    html_source(&json, report, l.functions, l.n);
    json_open(&json, "modules", '[');
    for (uint32_t i = 0; i < l.modules.n; i++)
        json_text(&json, NULL, l.modules.texts[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    arena_free(&l.arena);
}
