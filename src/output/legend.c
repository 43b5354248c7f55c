#include "output/legend.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "output/changes.h"
#include "output/dot/box.h"
#include "output/dot/metrics.h"
#include "output/place.h"
#include "output/recursion.h"
#include "output/summary.h"
#include "util/text/number.h"
#include "util/text/unit.h"
#include "util/text/utf8.h"
#include "view/chains.h"

static void add_line(struct legend *legend, struct arena *arena,
                     struct str line)
{
    if (line.len)
        *PUSH_IN(arena, &legend->lines) = line;
}

static void show_line(struct legend *legend, struct arena *arena,
                      struct str line)
{
    if (line.len)
        *PUSH_IN(arena, &legend->shown) = line;
}

/* A row that ends with a semicolon fills at least this part of its width. */
#define LEAST_ROW .4

/* Takes what fits of a line, up to a semicolon, which goes, or else a blank,
   and cuts it off the line. A longer word stays whole. */
static struct str take_row(struct str *line, double width, double size)
{
    struct str head = *line;
    while (metrics_width(head, size, false) > width) {
        size_t at = head.len;
        while (at > 0 && head.s[at - 1] != ' ')
            at--;
        if (at == 0)
            break;
        head = str_head(head, at - 1);
    }
    size_t at = head.len < line->len ? head.len : 0;
    while (at > 0 && head.s[at - 1] != ';')
        at--;
    bool is_full = at > 0 && metrics_width(str_head(head, at), size, false) >=
                                 LEAST_ROW * width;
    if (is_full)
        head = str_head(head, at);
    *line = str_trim(str_skip(*line, head.len));
    return is_full ? str_head(head, at - 1) : head;
}

void legend_wrap(struct legend *legend, struct arena *arena, double width,
                 double ramp, double size)
{
    struct legend rows = { 0 };
    struct str line = S("");
    for (size_t i = 0; i < legend->shown.n; i++) {
        struct str next = legend->shown.of[i];
        line = line.len ? arena_printf(arena, "%.*s; %s", (int)line.len, line.s,
                                       next.s)
                        : next;
        bool joins = i == 0 && legend->shown.n > 1;
        while (line.len && !(joins && rows.shown.n))
            show_line(&rows, arena,
                      take_row(&line, rows.shown.n ? width : width - ramp,
                               size));
    }
    legend->shown = rows.shown;
}

double legend_ramp_width(const struct legend *legend,
                         const struct report *report, double size)
{
    return legend_has_ramp(report)
               ? metrics_width(legend->low, size, false) +
                     metrics_width(legend->high, size, false) +
                     LEGEND_CELL * LEGEND_COLORS
               : 0;
}

void legend_fill_ramp(const struct report *report, struct color *colors)
{
    const int middle = LEGEND_COLORS / 2;
    if (!report->comparison)
        theme_samples(report->look->theme, colors, LEGEND_COLORS);
    for (int i = 0; i < LEGEND_COLORS && report->comparison; i++) {
        /* The ramps grow with the square root. */
        double position = (double)(i - middle) / middle;
        colors[i] = theme_change_fill(report->look->theme,
                                      position * fabs(position));
    }
}

bool legend_has_ramp(const struct report *report)
{
    const struct look *look = report->look;
    if (report->comparison)
        return report->whole > 0 && look->theme->filled;
    struct color cold = theme_fill(look->theme, 0, look->skew);
    struct color hot = theme_fill(look->theme, 1, look->skew);
    return report->whole > 0 && look->theme->filled &&
           color_contrast(cold, hot) > 1;
}

/* Says what the colours of the ramp show, or, in a theme without a ramp, the
   sizes of the boxes. */
static void set_weight(struct legend *legend, struct arena *arena,
                       const struct report *report)
{
    const struct look *look = report->look;
    bool by_self = look_by_self(look);
    bool relative = by_self && look->theme->relative;
    double most = relative ? report_max_self(report) : 1;
    const char *cost = by_self ? "self" : "total";
    if (legend_has_ramp(report)) {
        legend->low = S("0%");
        legend->high = number_percent(arena, most);
    } else if (report->whole > 0) {
        add_line(legend, arena,
                 arena_printf(arena, "size: %s cost, 0%% to %s", cost,
                              number_percent(arena, most).s));
    }
}

/* Returns " of cpu-clock, comm bash": the event, and the part of the input that
   counts. The event may begin with the unit, as in "12,345 page-faults" and
   "12,345 cycles (cycles:u)". */
static struct str event_text(struct arena *arena, const struct profile *profile)
{
    struct str event = utf8_shortened(arena, profile->event, SHORTEN_LIMIT);
    struct str part = utf8_shortened(arena, profile->selected_threads,
                                     SHORTEN_LIMIT);
    bool has_unit = str_starts(profile->event, profile->unit);
    if (str_eq(profile->event, profile->unit))
        event = S("");
    const char *before = event.len == 0 ? "" : has_unit ? " (" : " of ";
    return arena_printf(arena, "%s%s%s%s%s", before, event.s,
                        event.len && has_unit ? ")" : "",
                        part.len ? ", " : "", part.s);
}

/* Returns "100% = 12,345 samples of cpu-clock, sum of 2 files". */
static struct str whole_line(struct arena *arena, const struct report *report)
{
    const struct profile *profile = report->profile;
    struct str unit = utf8_shortened(arena, profile->unit, LABEL_WIDTH);
    struct str input = S("");
    if (report->whole <= 0)
        return arena_printf(arena, "no %s recorded",
                            str_eq(unit, S("seconds")) ? "time" : unit.s);
    if (report_is_relative(report))
        input = arena_printf(arena, " (of %s in all)",
                             report_cost(arena, report, report->read).s);
    struct str sum = report->n_summed > 1
                         ? arena_printf(arena, ", sum of %zu files",
                                        report->n_summed)
                         : S("");
    return arena_printf(arena, "100%% = %s%s%s%s",
                        report_cost(arena, report, report->whole).s,
                        event_text(arena, profile).s, input.s, sum.s);
}

/* Returns "198 samples: shares ±4 points", or "" for many samples, where chance
   matters less than a point, and if no error is known. */
static struct str error_line(struct arena *arena, const struct report *report)
{
    double error = report_sampling_error(report);
    double n = round(.25 / (error * error));
    return error > .01
               ? arena_printf(arena, "%s sample%s: shares \u00b1%.0f points",
                              number_grouped(arena, n).s, n == 1 ? "" : "s",
                              100 * error)
               : S("");
}

/* Says why a sample is not worth as much as another one. */
static struct str weight_line(const struct report *report)
{
    return report->profile->weighs && report->whole > 0
               ? S("each sample costs its period")
               : S("");
}

/* Returns "also recorded: 1,234 samples of page-faults, 56 of branches and 2
   more events", or "" if there is no other event. An event called "samples"
   is "48 samples". A profile without an event counts all events of its inputs,
   or its inputs name none. */
static struct str others_line(struct arena *arena,
                              const struct profile *profile)
{
    enum { MOST_EVENTS = 3 };
    const struct counted_texts *events = &profile->inventory.events;
    uint32_t all = 0, n = 0;
    struct str line = S("also recorded:");
    if (profile->event.len == 0)
        return S("");
    for (uint32_t e = 0; e < events->texts.n; e++)
        all += !profile_counts_event(profile, e);
    for (uint32_t e = 0; e < events->texts.n && n < MOST_EVENTS; e++) {
        double number = events->samples.of[e];
        struct event_sum sum = profile->inventory.sums.of[e];
        struct str event = events->texts.texts[e];
        struct str samples = S("");
        if (profile_counts_event(profile, e))
            continue;
        if (known(number) && str_eq(event, S("samples")))
            samples = arena_printf(arena, "%s ",
                                   number_grouped(arena, number).s);
        else if (known(number))
            samples = arena_printf(arena, "%s%s of ",
                                   number_grouped(arena, number).s,
                                   n > 0         ? ""
                                   : number == 1 ? " sample"
                                                 : " samples");
        else if (known(sum.cost) && str_eq(event, sum.unit))
            samples =
                arena_printf(arena, "%s ", number_grouped(arena, sum.cost).s);
        else if (known(sum.cost))
            samples =
                arena_printf(arena, "%s of ",
                             number_cost(arena, sum.cost, sum.unit, NULL).s);
        line = arena_printf(
            arena, "%s%s %s%s", line.s, n++ ? "," : "", samples.s,
            utf8_shortened(arena, event, LABEL_WIDTH).s);
    }
    if (all > n)
        line = arena_printf(arena, "%s and %u more %s", line.s, all - n,
                            all - n == 1 ? "event" : "events");
    return n ? line : S("");
}

/* Facts about the texts, boxes and arrows of a picture. */
struct drawn {
    struct str too_low;      /* of report_cut_totals */
    bool has_counts;
    bool has_estimates;      /* totals */
    bool has_estimated_calls;
    bool shows_estimates;    /* a text begins with ~ */
    bool has_dashed;         /* arrows back into a cycle */
    bool has_left_out;       /* arrows over functions that are left out */
    bool has_lifted;         /* arrows over other boxes */
    bool has_open_heads;     /* arrows over functions or boxes */
    bool has_dotted;         /* the same, but not back into a cycle */
    bool has_small;          /* arrows that are too small for a number */
    bool has_whole;          /* arrows whose number is in a box */
    bool has_entries;        /* boxes with functions of the kernel that are not
                                drawn */
    bool has_new, has_gone;  /* boxes of one side of a comparison */
    bool has_minor;          /* calls back that cost too little for a note */
    bool has_notes;
    bool has_path;           /* an arrow leads to the hottest function */
};

static void see_box(struct drawn *drawn, const struct captions *c, uint32_t f)
{
    const struct report *report = c->report;
    struct view_call callers[BOX_CALLERS];
    const struct comparison *comparison = report->comparison;
    const struct chain *chain = chains_of(report->view->chains, f);
    bool has_changed = comparison && (!chain || chain->functions[0] == f) &&
                       compare_has_changed(comparison, f);
    drawn->has_estimates |= !report->costs->exact[f];
    drawn->has_new |= has_changed && comparison->presence[f] == ONLY_NEW;
    drawn->has_gone |= has_changed && comparison->presence[f] == ONLY_BASE;
    if (chain)
        return;
    drawn->has_counts |= known(report->profile->functions[f].count);
    drawn->has_entries |= report->profile->functions[f].leaf.len > 0;
    uint32_t n = comparison ? 0 : box_callers(c, f, callers);
    for (uint32_t i = 0; i < n; i++)
        drawn->shows_estimates |=
            str_starts(report_call_text(c->arena, report, &callers[i]), S("~"));
}

static void see_note(struct drawn *drawn, const struct report *report,
                     const struct view_call *call)
{
    bool is_minor = recursion_is_minor(report, call);
    drawn->has_minor |= is_minor;
    drawn->has_notes |= !is_minor;
    drawn->has_counts |= !is_minor && known(call->count);
}

static void see_arrow(struct drawn *drawn, const struct captions *c,
                      const struct view_call *call)
{
    bool is_indirect = view_call_is_indirect(call);
    bool is_small = caption_is_small(c, call);
    struct str text = caption_edge_text(c, call);
    drawn->shows_estimates |= str_starts(text, S("~"));
    drawn->has_counts |= str_ends(text, S("\u00d7"));
    drawn->has_dashed |= call->back;
    drawn->has_open_heads |= is_indirect;
    drawn->has_dotted |= is_indirect && !call->back;
    drawn->has_lifted |= is_indirect && call->lifted > 0;
    drawn->has_left_out |= is_indirect && call->indirect > call->lifted;
    drawn->has_small |= is_small;
    drawn->has_whole |= !is_small && !text.len;
    drawn->has_path |= c->report->hot_path.calls[call->id];
}

static struct drawn drawn_of(struct arena *arena, const struct report *report)
{
    LOCAL_ARENA(scratch);
    const struct view *view = report->view;
    struct drawn drawn = { .too_low = report_cut_totals(arena, report) };
    const struct captions captions = captions_of_arrows(&scratch, report);
    for (uint32_t i = 0; i < view->n_functions; i++)
        see_box(&drawn, &captions, view->functions[i]);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        const struct view_call *call = &view->calls[i];
        drawn.has_estimated_calls |= !call->exact && known(call->cost);
        if (recursion_is_noted(report, call))
            see_note(&drawn, report, call);
        else if (!chains_hold(view->chains, call->caller, call->callee))
            see_arrow(&drawn, &captions, call);
    }
    return drawn;
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

/* Returns "; 2 cycles split by entry", or "" if no cycle was treated in this
   way. */
static struct str cycles_text(struct arena *arena, const struct report *report,
                              enum cycles way, const char *description)
{
    uint32_t n = count_cycles(report, way);
    if (n == 0)
        return S("");
    return arena_printf(arena, "; %u %s %s", n, n == 1 ? "cycle" : "cycles",
                        description);
}

/* Says how totals came about. */
static struct str totals_line(struct arena *arena, const struct report *report,
                              const struct drawn *drawn)
{
    struct str collapsed = cycles_text(arena, report, CYCLES_COLLAPSE,
                                       "collapsed");
    if (report->profile->kind == FROM_STACKS)
        return arena_printf(arena, "%s%s",
                            drawn->too_low.len
                                ? drawn->too_low.s
                                : "totals are exact, counted from stacks",
                            collapsed.s);
    bool is_measured = report->profile->call_costs != CALLS_ESTIMATED;
    bool is_estimated = drawn->has_estimates || drawn->has_estimated_calls;
    if (is_measured && !drawn->has_estimates)
        return drawn->has_estimated_calls
                   ? S("totals are exact, measured by the profiler; those of "
                       "calls in cycles are estimates (~)")
                   : S("totals are exact, measured by the profiler");
    const char *by = report->quality->stats.exact_by;
    const char *source = is_measured ? "measured, but estimates (~) in cycles"
                         : is_estimated
                             ? "estimates, shared among callers by calls"
                             : "sums of what was measured";
    return arena_printf(
        arena, "totals are %s%s%s%s%s%s%s", source, collapsed.s,
        cycles_text(arena, report, CYCLES_WALK, "solved as a random walk").s,
        cycles_text(arena, report, CYCLES_TREE, "solved as a tree of calls").s,
        cycles_text(arena, report, CYCLES_SPLIT, "split by entry").s,
        is_estimated && by ? "; exact if recorded with " : "",
        is_estimated && by ? by : "");
}

/* For how many functions the ranges of estimates inside cycles were true, and
   how far estimates are from the truth in the mean: by whether the weights of
   calls are counts. The figures are those of "make accuracy", which
   samples/docs/accuracy.md explains. Weights that are measured costs are not
   among them. */
static const struct {
    struct str ranges, errors;
} accuracy[] = {
    [false] = {
        STR("ranges in cycles of sampled calls: true for 97 of 100 functions "
            "of test programs; --cycles= shows one number"),
        STR("cycles of sampled calls: mean error of --cycles=walk 5 points, "
            "split 12, tree 14"),
    },
    [true] = {
        STR("ranges in cycles of counted calls: true for 90 of 100 functions "
            "of test programs; --cycles= shows one number"),
        STR("cycles of counted calls: mean error of --cycles=tree 16 points, "
            "walk 18 (least in most programs), split 25"),
    },
};

/* Says how good the estimates inside cycles are. */
static struct str cycles_line(const struct report *report)
{
    const struct profile *profile = report->profile;
    bool has_counts = false;
    if (profile->kind == FROM_STACKS || report->collapsed ||
        profile->call_costs != CALLS_ESTIMATED || !report->costs->n_cycles)
        return S("");
    for (uint32_t i = 0; i < profile->n_calls && !has_counts; i++)
        has_counts = known(profile->calls[i].count);
    return (report->comparison ? report->comparison->has_ranges
                               : report->costs->range != NULL)
               ? accuracy[has_counts].ranges
               : accuracy[has_counts].errors;
}

/* Says what is wrong with the samples, except for what totals_line says. */
static struct str samples_line(struct arena *arena, const struct report *report,
                               const struct drawn *drawn)
{
    return warnings_of_samples(arena, report->quality, !drawn->too_low.len);
}

/* Returns what stands between the ends of an arrow that is dotted. */
static const char *between_text(const struct drawn *drawn)
{
    return !drawn->has_lifted    ? "functions left out"
           : drawn->has_left_out ? "functions left out or other boxes"
                                 : "other boxes";
}

/* Explains notes and the styles of arrows. */
static struct str style_line(struct arena *arena, const struct drawn *drawn)
{
    const char *back =
        drawn->has_notes    ? "\u21ba: calls itself or back into a cycle"
        : drawn->has_dashed ? "dashed: calls back into a cycle"
                            : "";
    return arena_printf(arena, "%s%s%s%s%s", back,
                        drawn->has_notes && drawn->has_minor ? " (from 1%)"
                                                             : "",
                        *back && drawn->has_open_heads ? "; " : "",
                        drawn->has_open_heads ? "open heads: calls over " : "",
                        drawn->has_open_heads ? between_text(drawn) : "");
}

/* Explains arrows without a number. */
static struct str labels_line(struct arena *arena, const struct drawn *drawn)
{
    return drawn->has_small
               ? arena_printf(arena, "arrows without a number: below %g%%%s",
                              100 * LOOK_LABELLED_SHARE,
                              drawn->has_whole ? ", or all of the callee" : "")
               : S("");
}

/* Says what boxes stand for if they are not all functions. */
static struct str boxes_line(struct arena *arena, const struct report *report)
{
    bool joins = strcmp(report->granularity, "function") != 0;
    bool tags = report->view->n_tags > 0;
    return arena_printf(arena, "%s%s%s%s%s%s", joins ? "a box for each " : "",
                        joins ? report->granularity : "",
                        joins && tags ? "; " : "", tags ? "square boxes: " : "",
                        tags ? report->tags : "",
                        tags ? " of the samples" : "");
}

/* Names the place of the boxes that show none. */
static struct str place_text(struct arena *arena, const struct report *report)
{
    const struct view *view = report->view;
    struct str place = place_common(arena, report);
    bool some_unknown = false;
    if (place.len == 0)
        return S("");
    for (uint32_t i = 0; i < view->n_functions; i++) {
        const struct function *function =
            &report->profile->functions[view->functions[i]];
        some_unknown |= !function->is_tag && place_is_unknown(&function->is);
    }
    place = utf8_shortened(arena, place, LABEL_WIDTH);
    return arena_printf(arena, "boxes without a library or file: %s%s", place.s,
                        some_unknown ? ", or not known" : "");
}

/* Says how the functions of the kernel are drawn. */
static struct str kernel_line(struct arena *arena, const struct report *report)
{
    const char *part = number_percent(arena, report->kernel_part).s;
    return report->kernel == KERNEL_ENTRY
               ? arena_printf(arena, "kernel, %s of the cost: a box for each "
                              "entry, with the costliest function below it; "
                              "--kernel=all draws them all", part)
           : report->kernel == KERNEL_ALL
               ? arena_printf(arena, "kernel, %s of the cost: all functions; "
                              "--kernel=entry draws a box for each entry", part)
               : S("");
}

/* Explains the boxes of chains. */
static struct str chains_line(struct arena *arena, const struct report *report)
{
    const struct chains *chains = report->view->chains;
    if (!chains || chains->n == 0)
        return S("");
    return arena_printf(arena, "\u22ee: %u functions that pass most of their "
                        "cost to the next one, in %u box%s",
                        chains->n_inner + chains->n, chains->n,
                        chains->n == 1 ? "" : "es");
}

/* Adds the lines about dependences, and marks what they explain as shown. */
static void add_dependences(struct legend *legend, struct arena *arena,
                            const struct report *report)
{
    size_t n;
    const struct str *lines = deps_legend(arena, report, &n);
    for (size_t i = 0; i < n; i++) {
        add_line(legend, arena, lines[i]);
        show_line(legend, arena, lines[i]);
    }
}

/* Returns "; outlines: bold new, dashed gone" of a comparison, or a part of it,
   or "". Without fills, bold outlines show what is more. */
static const char *outlines_text(const struct drawn *drawn,
                                 const struct theme *theme)
{
    return !theme->filled ? drawn->has_gone ? ", gone: dashed outline" : ""
           : drawn->has_new && drawn->has_gone
               ? "; outlines: bold new, dashed gone"
           : drawn->has_new  ? "; outline: bold new"
           : drawn->has_gone ? "; outline: dashed gone"
                             : "";
}

/* Says how boxes show what changed. */
static struct str change_line(struct arena *arena, const struct drawn *drawn,
                              const struct theme *theme)
{
    const char *outlines = outlines_text(drawn, theme);
    if (!theme->less_doubled)
        return arena_printf(arena, "\u25b2 more, \u25bc less%s; arrows: "
                            "change of their cost", outlines);
    return arena_printf(arena, theme->filled ? "\u25b2 more: dark, \u25bc less: "
                                               "double outline%s"
                                             : "\u25b2 more: bold outline, "
                                               "\u25bc less: double outline%s",
                        outlines);
}

/* Returns the text, which says that stacks are cut, and, if more than one box
   has no caller for that reason, what to do. */
static struct str cut_line(struct arena *arena, const struct report *report,
                           struct str text)
{
    struct str cure = warnings_cure_of_stacks(arena, report->quality);
    const struct view *view = report->view;
    bool *is_called = NEW_N(arena, bool, report->profile->n_functions);
    uint32_t without_caller = 0;
    for (uint32_t i = 0; i < view->n_calls; i++)
        if (view->calls[i].caller != view->calls[i].callee)
            is_called[view->calls[i].callee] = true;
    for (uint32_t i = 0; i < view->n_functions; i++)
        without_caller += !is_called[view->functions[i]];
    if (text.len == 0 || without_caller < 2)
        return text;
    return cure.len ? arena_printf(arena, "%s; %s", text.s, cure.s) : text;
}

/* Adds what a picture shows of a legend: a line about boxes and arrows, one
   about numbers, and the warnings about the input. */
static void show(struct legend *legend, struct arena *arena,
                 const struct report *report, const struct drawn *drawn,
                 struct str look, struct str whole)
{
    struct str error = report->comparison ? S("") : error_line(arena, report);
    struct str samples, shares;
    if (str_eq(report->profile->unit, S("samples")) &&
        str_cut(error, S(": "), &samples, &shares))
        error = shares;
    show_line(legend, arena, look);
    show_line(legend, arena,
              arena_printf(arena, "%s%s%s; %s", whole.s, error.len ? "; " : "",
                           error.s, summary_shown(arena, report).s));
    show_line(legend, arena, cut_line(arena, report, drawn->too_low));
    show_line(legend, arena, summary_no_entries(arena, report));
    show_line(legend, arena, samples_line(arena, report, drawn));
    show_line(legend, arena, warnings_of_input(arena, report->quality));
}

/* Returns what bold lines show: arrows, or boxes alone. */
static struct str hot_path_text(struct arena *arena, const struct report *report,
                                bool has_arrows)
{
    uint32_t n = report->hot_path.n_hottest;
    if (!report->look->theme->hot_path || n == 0)
        return S("");
    return n == 1 ? arena_printf(arena, "; bold: %sthe hottest function",
                                 !has_arrows ? ""
                                 : report->hot_path.n_ways > 1 ? "the ways to "
                                                               : "the way to ")
                  : arena_printf(arena, "; bold: %sthe %u hottest, about equal",
                                 has_arrows ? "the ways to " : "", n);
}

/* Explains dots, dashes and the sign of calls back. */
static struct str marks_text(struct arena *arena, const struct drawn *drawn)
{
    return arena_printf(
        arena, "%s%s%s%s", drawn->has_dotted ? "; dotted: over " : "",
        drawn->has_dotted ? between_text(drawn) : "",
        drawn->has_dashed ? "; dashed: calls back" : "",
        drawn->has_notes ? "; \u21ba: calls itself or back" : "");
}

/* Says what boxes show: "self cost; bar: self, total; bold: the way to the
   hottest function". */
static struct str look_line(struct arena *arena, const struct report *report,
                            const struct drawn *drawn)
{
    const struct look *look = report->look;
    const char *cost = look_by_self(look) ? "self" : "total";
    if (report->whole <= 0)
        return S("");
    return arena_printf(
        arena, "%s%s cost; bar: self, total%s%s%s%s%s",
        legend_has_ramp(report) ? "" : "size: ", cost,
        hot_path_text(arena, report, drawn->has_path).s,
        marks_text(arena, drawn).s,
        drawn->has_entries ? "; kernel: a box for each entry" : "",
        report->view->is_flat
            ? "; flat profile: half of the boxes show the largest calls from "
              "the top"
            : "",
        drawn->has_estimates && drawn->shows_estimates
            ? "; totals and ~ are estimates"
        : drawn->has_estimates   ? "; totals are estimates"
        : drawn->shows_estimates ? "; ~: estimate"
                                 : "");
}

/* Returns the legend of a comparison. */
static struct legend legend_of_changes(struct arena *arena,
                                       const struct report *report)
{
    struct legend legend = { 0 };
    const struct drawn drawn = drawn_of(arena, report);
    const struct comparison *c = report->comparison;
    const struct theme *theme = report->look->theme;
    bool by_total = changes_by_total(report);
    struct str most = number_percent(arena, changes_most(report, by_total));
    legend.low = arena_printf(arena, "-%s", most.s);
    legend.high = arena_printf(arena, "+%s", most.s);
    add_line(&legend, arena, arena_printf(arena, "%s \u2192 %s",
                                   changes_side(arena, c, false).s,
                                   changes_side(arena, c, true).s));
    add_line(&legend, arena, arena_printf(arena, "whole%s: %s",
                                   c->is_normalized ? " (made equal)" : "",
                                   changes_whole(arena, report).s));
    add_line(&legend, arena, changes_unknown_noise(c));
    add_line(&legend, arena, weight_line(report));
    add_line(&legend, arena, changes_summary(arena, c));
    add_line(&legend, arena, changes_match(arena, c));
    struct str line, method = changes_method(arena, c);
    while (str_cut(method, S("; "), &line, &method))
        add_line(&legend, arena, line);
    add_line(&legend, arena, method);
    struct str change = change_line(arena, &drawn, theme);
    add_line(&legend, arena, change);
    add_line(&legend, arena, summary_functions(arena, report));
    add_line(&legend, arena, summary_calls(arena, report));
    add_line(&legend, arena, place_text(arena, report));
    add_line(&legend, arena, kernel_line(arena, report));
    add_line(&legend, arena, totals_line(arena, report, &drawn));
    add_line(&legend, arena, cycles_line(report));
    add_line(&legend, arena, summary_no_entries(arena, report));
    add_line(&legend, arena, samples_line(arena, report, &drawn));
    add_line(&legend, arena, warnings_of_input(arena, report->quality));
    show(&legend, arena, report, &drawn,
         arena_printf(arena, "%s%s",
                      legend_has_ramp(report)
                          ? arena_printf(arena,
                                         "change of %s cost, in %% of the "
                                         "base's whole; grey: noise%s",
                                         by_total ? "total" : "self",
                                         outlines_text(&drawn, theme)).s
                          : change.s,
                      marks_text(arena, &drawn).s),
         arena_printf(arena, "%s \u2192 %s: %s",
                      changes_side(arena, c, false).s,
                      changes_side(arena, c, true).s,
                      changes_values(arena, report, &c->whole).s));
    return legend;
}

struct legend legend_of(struct arena *arena, const struct report *report)
{
    struct legend legend = { 0 };
    if (report->comparison)
        return legend_of_changes(arena, report);
    const struct drawn drawn = drawn_of(arena, report);
    set_weight(&legend, arena, report);
    add_line(&legend, arena, whole_line(arena, report));
    add_line(&legend, arena, error_line(arena, report));
    add_line(&legend, arena, weight_line(report));
    add_line(&legend, arena, others_line(arena, report->profile));
    if (!report->look->n_measures && report->whole > 0)
        add_line(&legend, arena,
                 S("8% of 23%: self of total cost (with all it calls)"));
    if (drawn.has_counts)
        add_line(&legend, arena, S("5\u00d7: called 5 times"));
    add_line(&legend, arena, boxes_line(arena, report));
    add_line(&legend, arena, place_text(arena, report));
    add_line(&legend, arena, chains_line(arena, report));
    add_line(&legend, arena, kernel_line(arena, report));
    add_line(&legend, arena, summary_functions(arena, report));
    add_line(&legend, arena, summary_calls(arena, report));
    add_line(&legend, arena, totals_line(arena, report, &drawn));
    add_line(&legend, arena, cycles_line(report));
    add_line(&legend, arena, summary_no_entries(arena, report));
    add_line(&legend, arena, style_line(arena, &drawn));
    add_line(&legend, arena, labels_line(arena, &drawn));
    show(&legend, arena, report, &drawn, look_line(arena, report, &drawn),
         whole_line(arena, report));
    add_dependences(&legend, arena, report);
    add_line(&legend, arena, samples_line(arena, report, &drawn));
    add_line(&legend, arena, warnings_of_input(arena, report->quality));
    return legend;
}
