/* The view for scripts and tests: an object with one line for each function,
   call, cycle and dependence. The manual page prof2dot-json(5) describes it. */
#include "util/text/json.h"
#include "util/version.h"
#include "output/members.h"
#include "output/wing.h"
#include "output/writer.h"

/* Adds what tells a function from others. */
static void put_identity(struct json *json, struct str id, struct str label,
                         const struct function *function)
{
    json_text(json, "id", id);
    json_text(json, "name", function->is.name);
    json_text(json, "label", label);
    json_text_or_null(json, "module", function->is.module);
    json_text_or_null(json, "file", function->is.file);
    if (function->line)
        json_count(json, "line", (double)function->line);
    else
        json_null(json, "line");
}

static void put_head(struct json *json, const struct report *report)
{
    const struct profile *profile = report->profile;
    const struct {
        const char *name;
        struct str value; /* "": null */
    } texts[] = {
        { "generator", S("prof2dot " VERSION) },
        { "format", str_of(report->format) },
        { "kind", str_of(report->kind) },
        { "unit", profile->unit },
        { "event", profile->event },
        { "part", profile->selected_threads },
    };
    json_line(json, 2);
    json_count(json, "version", 1);
    for (size_t i = 0; i < ROWS(texts); i++) {
        json_line(json, 2);
        json_text_or_null(json, texts[i].name, texts[i].value);
    }
    json_line(json, 2);
    json_number(json, "whole", report->whole);
    if (profile->counted_samples.n > 0) {
        json_line(json, 2);
        json_open(json, "counted_samples", '{');
        json_count(json, "n", profile->counted_samples.n);
        json_number(json, "cost", profile->counted_samples.cost);
        json_number(json, "squares", profile->counted_samples.squares);
        json_close(json, '}');
    }
    if (profile->has_inlines) {
        json_line(json, 2);
        json_bool(json, "inlines", true);
    }
    json_line(json, 2);
    json_text(json, "total", str_of(report->total));
    json_line(json, 2);
    json_text_or_null(json, "cycles", str_of(report->cycles));
}

static void put_quality(struct json *json, const struct input_quality *quality)
{
    const struct stack_quality *stacks = &quality->stacks;
    const struct input_stats *stats = &quality->stats;
    json_line(json, 2);
    json_open(json, "health", '{');
    json_number(json, "samples", stacks->samples);
    json_number(json, "shallow", stacks->shallow);
    json_number(json, "cut", stacks->cut);
    json_number(json, "headless", stacks->headless);
    json_number(json, "incomplete", stack_quality_incomplete(stacks));
    json_number(json, "unresolved", stacks->unresolved);
    json_number(json, "passing", stacks->passing);
    json_count(json, "skipped_lines", stats->skipped_lines);
    json_count(json, "cut_inputs", stats->cut_inputs);
    json_count(json, "empty_samples", stats->empty_samples);
    json_count(json, "other_samples", stats->other_samples);
    json_count(json, "lost_events", stats->lost_events);
    json_count(json, "lost_chunks", stats->lost_chunks);
    if (stacks->limit)
        json_count(json, "frame_limit", stacks->limit);
    json_close(json, '}');
}

/* Adds the members of a collapsed cycle to the row of its function. */
static void put_members(struct json *json, const struct report *report,
                        uint32_t f)
{
    LOCAL_ARENA(scratch);
    struct members members = members_of(&scratch, report, f);
    if (members.n)
        json_open(json, "members", '[');
    for (size_t i = 0; i < members.n; i++) {
        uint32_t m = members.ranked[i].id;
        const struct function *member =
            &report->collapsed->before->functions[m];
        json_open(json, NULL, '{');
        put_identity(json, report->member_ids[m], report->member_labels[m],
                     member);
        json_number(json, "self", member->self);
        json_number(json, "count", member->count);
        json_close(json, '}');
    }
    if (members.n)
        json_close(json, ']');
}

/* Adds who enters a collapsed cycle, and which member calls which. */
static void put_member_calls(struct json *json, const struct report *report,
                             uint32_t f)
{
    LOCAL_ARENA(scratch);
    struct member_calls calls = member_calls_of(&scratch, report, f);
    if (calls.n)
        json_open(json, "member_calls", '[');
    for (size_t i = 0; i < calls.n; i++) {
        const struct member_call *call = &calls.of[i];
        json_open(json, NULL, '{');
        json_text_or_null(json, "caller",
                          call->caller == NO_ID
                              ? S("") : report->member_ids[call->caller]);
        json_text(json, "callee", report->member_ids[call->callee]);
        json_bool(json, "enters", call->enters);
        json_number(json, "count", call->count);
        json_number(json, "cost", call->cost);
        json_close(json, '}');
    }
    if (calls.n)
        json_close(json, ']');
}

/* Writes the range of an estimate, if it has one; high may be null. */
static void put_range(struct json *json, const char *low, const char *high,
                      struct range range)
{
    if (!range.is_set)
        return;
    json_number(json, low, range.low);
    json_number(json, high, range.high);
}

/* Adds a change. `runs` has the cost in each run, or is NULL. */
static void put_change(struct json *json, const char *name,
                       const struct comparison *c, const struct change *change,
                       const double *runs)
{
    json_open(json, name, '{');
    json_number(json, "a", change->base);
    json_number(json, "b", change->new);
    put_range(json, "low_a", "high_a", change_range(change, false));
    put_range(json, "low_b", "high_b", change_range(change, true));
    if (runs)
        json_open(json, "runs", '[');
    for (size_t i = 0; runs && i < c->n_runs; i++)
        json_number(json, NULL, runs[i]);
    if (runs)
        json_close(json, ']');
    json_number(json, "variance", change->variance);
    json_number(json, "p", change->p);
    json_text(json, "verdict", change->is_real ? S("changed") : S("noise"));
    json_close(json, '}');
}

static void put_presence(struct json *json, enum presence presence)
{
    static const char *const names[] = { [IN_BOTH] = "both",
                                         [ONLY_NEW] = "new",
                                         [ONLY_BASE] = "gone" };
    json_text(json, "presence", str_of(names[presence]));
}

/* Adds the comparison of one function. */
static void put_changes(struct json *json, const struct report *report,
                        uint32_t f)
{
    LOCAL_ARENA(scratch);
    const struct comparison *c = report->comparison;
    double *selves = NEW_N(&scratch, double, c->n_runs);
    double *totals = NEW_N(&scratch, double, c->n_runs);
    for (size_t i = 0; i < c->n_runs; i++) {
        selves[i] = c->runs[i].self[f];
        totals[i] = c->runs[i].costs->total[f];
    }
    put_presence(json, c->presence[f]);
    put_change(json, "self_change", c, &c->self[f], selves);
    put_change(json, "total_change", c, &c->total[f], totals);
    struct change count = compare_count(c, f);
    json_open(json, "count_change", '{');
    json_number(json, "a", count.base);
    json_number(json, "b", count.new);
    json_close(json, '}');
}

/* Adds the comparison of one call. */
static void put_call_change(struct json *json, const struct report *report,
                            const struct view_call *call)
{
    const struct comparison *c = report->comparison;
    uint32_t number = (uint32_t)(call - report->view->calls);
    put_presence(json, compare_call_presence(c, number));
    put_change(json, "change", c, &c->calls[number],
               c->call_costs + number * c->n_runs);
}

/* Adds the runs, the wholes, how functions were matched, and how changes were
   told from noise. */
static void put_comparison(struct json *json, const struct report *report)
{
    static const char *const ways[] = { [MATCH_NONE] = "none",
                                        [MATCH_NAME] = "name",
                                        [MATCH_SHIFT] = "shift",
                                        [MATCH_ORDER] = "order",
                                        [MATCH_SUM] = "summed" };
    const struct comparison *c = report->comparison;
    json_line(json, 2);
    json_open(json, "comparison", '{');
    json_open(json, "runs", '[');
    for (size_t i = 0; i < c->n_runs; i++) {
        json_open(json, NULL, '{');
        json_text(json, "file", str_of(c->runs[i].name));
        json_text(json, "side", c->runs[i].is_new ? S("new") : S("base"));
        json_number(json, "whole", c->runs[i].costs->whole);
        json_number(json, "sample", c->runs[i].quantum);
        json_number(json, "dispersion", c->runs[i].dispersion);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_change(json, "whole", c, &c->whole, NULL);
    json_number(json, "margin", c->margin);
    json_number(json, "dispersion", c->is_exact ? UNKNOWN : c->dispersion);
    json_bool(json, "normalized", c->is_normalized);
    json_open(json, "match", '{');
    for (size_t way = 0; way < ROWS(ways); way++)
        json_count(json, ways[way], c->match.n[way]);
    json_close(json, '}');
    json_count(json, "changed", c->n_changed);
    json_count(json, "compared", c->n_compared);
    json_close(json, '}');
}

static void put_function(struct json *json, const struct report *report,
                         uint32_t f)
{
    const struct function *function = &report->profile->functions[f];
    const struct breakdown *breakdown = report->breakdowns[f];
    json_open_row(json);
    put_identity(json, report->ids[f], report->labels[f], function);
    if (function->is_tag)
        json_text(json, "tag", function->is.tag);
    else if (function->is.tag.len)
        json_text(json, "key", function->is.tag);
    if (function->nameless)
        json_bool(json, "nameless", true);
    json_number(json, "self", function->self);
    json_number(json, "total", report->costs->total[f]);
    json_number(json, "count", function->count);
    json_number(json, "entry", function->entry);
    json_count(json, "cycle",
               report->collapsed ? report->collapsed->cycle[f]
                                 : report->costs->cycle[f]);
    json_bool(json, "exact", report->costs->exact[f]);
    put_range(json, "low", "high", costs_range(report->costs, f));
    json_number(json, "in_calls", breakdown->in_calls);
    json_number(json, "rest", breakdown->rest);
    json_count(json, "rest_callees", breakdown->n_callees);
    put_members(json, report, f);
    put_member_calls(json, report, f);
    if (report->comparison)
        put_changes(json, report, f);
    json_close(json, '}');
}

static void put_call(struct json *json, const struct report *report,
                     const struct view_call *call)
{
    json_open_row(json);
    json_text(json, "caller", report->ids[call->caller]);
    json_text(json, "callee", report->ids[call->callee]);
    json_number(json, "cost", call->cost);
    json_number(json, "count", call->count);
    json_number(json, "indirect", call->indirect);
    json_bool(json, "exact", call->exact && known(call->cost));
    put_range(json, "low", "high", view_call_range(report->costs, call));
    json_bool(json, "back", call->back);
    if (report->comparison)
        put_call_change(json, report, call);
    json_close(json, '}');
}

/* A cycle may be treated in another way than --cycles asks for, so each has a
   "way" of its own. */
static void put_cycle(struct json *json, const struct report *report,
                      const struct cycle *cycle, uint32_t number)
{
    const struct str *ids =
        report->collapsed ? report->member_ids : report->ids;
    const char *way = report->cycles;
    if (way && !report->collapsed)
        way = costs_cycles_name(cycle->way);
    json_open_row(json);
    json_count(json, "cycle", number);
    json_open(json, "members", '[');
    for (uint32_t m = 0; m < cycle->n_members; m++)
        json_text(json, NULL, ids[cycle->members[m]]);
    json_close(json, ']');
    json_number(json, "self", cycle->self);
    json_number(json, "cost", cycle->cost);
    json_number(json, "inflow", cycle->inflow);
    json_text_or_null(json, "way", str_of(way));
    json_close(json, '}');
}

static bool write_json(struct buf *out, const struct report *report)
{
    struct json json = { .out = out };
    const struct view *view = report->view;
    const struct collapsed *collapsed = report->collapsed;
    const struct cycle *cycles =
        collapsed ? collapsed->cycles : report->costs->cycles;
    uint32_t n_cycles =
        collapsed ? collapsed->n_cycles : report->costs->n_cycles;
    json_open(&json, NULL, '{');
    put_head(&json, report);
    put_quality(&json, report->quality);
    if (report->comparison)
        put_comparison(&json, report);
    json_open_rows(&json, "functions");
    for (uint32_t i = 0; i < view->n_functions; i++)
        put_function(&json, report, view->functions[i]);
    json_close_rows(&json);
    json_open_rows(&json, "calls");
    for (uint32_t i = 0; i < view->n_calls; i++)
        put_call(&json, report, &view->calls[i]);
    json_close_rows(&json);
    json_open_rows(&json, "cycle_list");
    for (uint32_t i = 0; i < n_cycles; i++)
        put_cycle(&json, report, &cycles[i], i + 1);
    json_close_rows(&json);
    deps_put_json(&json, report);
    json_line(&json, 2);
    json_open(&json, "dropped", '{');
    json_count(&json, "functions", report->dropped_functions);
    json_count(&json, "calls", report->dropped_calls);
    json_number(&json, "cost", view->dropped_cost);
    json_close(&json, '}');
    json_line(&json, 0);
    json_close(&json, '}');
    buf_char(out, '\n');
    return true;
}

const struct writer writer_json = {
    .name = "json",
    .description = "functions, calls and cycles for scripts",
    .is_complete = true,
    .write = write_json,
};
