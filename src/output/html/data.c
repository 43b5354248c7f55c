#include "output/html/data.h"

#include "output/dot/legend.h"
#include "output/dot/recursion.h"
#include "output/dot/theme.h"
#include "util/number.h"
#include "util/utf8.h"

enum { RAMP_STEPS = 9 };

struct listing {
    const struct report *report;
    struct arena arena;
    uint32_t *functions, n; /* of the profile, in the order of the list */
    uint32_t *row;          /* by function: its place there, or NO_ID */
    bool *drawn;            /* by function */
    struct strings modules;
};

/* ---- Values ---- */

static void put_text(struct buf *out, struct str text)
{
    buf_char(out, '"');
    while (text.len) {
        uint32_t code = utf8_next(&text);
        if (!utf8_printable(code))
            code = REPLACEMENT;
        if (code == '"' || code == '\\')
            buf_printf(out, "\\%c", (int)code);
        else if (code == '<' || code == '>' || code == '&' ||
                 code == 0x2028 || code == 0x2029)
            buf_printf(out, "\\u%04x", code);
        else
            utf8_put(out, code);
    }
    buf_char(out, '"');
}

static void put_text_or_null(struct buf *out, struct str text)
{
    if (text.len)
        put_text(out, text);
    else
        buf_add(out, S("null"));
}

static void put_number(struct buf *out, double number)
{
    if (known(number))
        buf_number(out, number);
    else
        buf_add(out, S("null"));
}

/* Is the unit in the texts of costs? Seconds may be milliseconds. */
static bool has_unit(const struct report *report)
{
    return report->look->time_format ||
           str_eq(report->profile->unit, S("seconds"));
}

/* ',12.5,"12.5"' */
static void put_cost(struct buf *out, const struct report *report, double cost)
{
    struct arena scratch = { 0 };
    struct str text = S("");
    if (known(cost))
        text = has_unit(report) ? report_cost(&scratch, report, cost)
                                : number_grouped(&scratch, cost);
    buf_char(out, ',');
    put_number(out, cost);
    buf_char(out, ',');
    put_text_or_null(out, text);
    arena_free(&scratch);
}

/* ---- What is listed ---- */

/* All by falling total, with the drawn ones first. */
static struct ranked *rank(struct listing *l)
{
    const struct report *r = l->report;
    uint32_t n = r->profile->n_functions, n_drawn = r->view->n_functions;
    struct ranked *ranked = NEW_N(&l->arena, struct ranked, n);
    uint32_t first = 0, other = n_drawn;
    for (uint32_t f = 0; f < n; f++)
        ranked[l->drawn[f] ? first++ : other++] =
            (struct ranked){ f, known_or(r->costs->total[f], 0) };
    report_rank(ranked, n_drawn);
    report_rank(ranked + n_drawn, n - n_drawn);
    return ranked;
}

uint32_t html_data_listed(const struct report *report)
{
    uint32_t n = report->profile->n_functions;
    uint32_t drawn = report->view->n_functions;
    uint32_t most = drawn > HTML_FUNCTIONS ? drawn : HTML_FUNCTIONS;
    return n < most ? n : most;
}

static void list_functions(struct listing *l)
{
    const struct report *r = l->report;
    uint32_t n = r->profile->n_functions;
    l->drawn = NEW_N(&l->arena, bool, n);
    for (uint32_t i = 0; i < r->view->n_functions; i++)
        l->drawn[r->view->functions[i]] = true;
    l->n = html_data_listed(r);
    l->functions = NEW_N(&l->arena, uint32_t, l->n);
    l->row = NEW_N(&l->arena, uint32_t, n);
    for (uint32_t f = 0; f < n; f++)
        l->row[f] = NO_ID;
    struct ranked *ranked = rank(l);
    for (uint32_t i = 0; i < l->n; i++) {
        l->functions[i] = ranked[i].function;
        l->row[ranked[i].function] = i;
    }
    report_demangle(r, l->functions, l->n);
}

/* ---- Rows ---- */

static void put_row(struct buf *out, bool first)
{
    buf_add(out, first ? S("\n[") : S(",\n["));
}

static void put_identity(struct buf *out, struct listing *l, uint32_t f)
{
    const struct report *r = l->report;
    const struct identity *is = &r->profile->functions[f].is;
    struct str label = report_label(&l->arena, r, f);
    struct str full = report_full_name(&l->arena, r, f);
    put_text(out, r->ids[f]);
    buf_char(out, ',');
    put_text(out, label);
    buf_char(out, ',');
    put_text_or_null(out, str_eq(full, label) ? S("") : full);
    buf_char(out, ',');
    put_text_or_null(out, str_eq(is->name, full) ? S("") : is->name);
    if (is->module.len)
        buf_printf(out, ",%u,",
                   strings_add(&l->modules, &l->arena, is->module));
    else
        buf_add(out, S(",null,"));
    put_text_or_null(out, is->file);
}

static void put_function(struct buf *out, struct listing *l, uint32_t f)
{
    const struct report *r = l->report;
    const struct function *function = &r->profile->functions[f];
    put_identity(out, l, f);
    buf_printf(out, ",%llu", (unsigned long long)function->line);
    put_cost(out, r, function->self);
    put_cost(out, r, r->costs->total[f]);
    buf_char(out, ',');
    put_number(out, function->count);
    buf_printf(out, ",%u,%d,%d]", r->costs->cycle[f], (int)r->costs->exact[f],
               (int)l->drawn[f]);
}

static void put_call(struct buf *out, struct listing *l,
                     const struct view_call *call, const char *kind)
{
    buf_printf(out, "%u,%u", l->row[call->caller], l->row[call->callee]);
    put_cost(out, l->report, call->cost);
    buf_char(out, ',');
    put_number(out, call->count);
    buf_printf(out, ",%d,", (int)call->exact);
    put_text_or_null(out, str_of(kind));
    buf_char(out, ']');
}

static const char *kind_of(const struct report *report,
                           const struct view_call *call)
{
    return recursion_is_noted(report, call)          ? "noted"
           : call->back                    ? "back"
           : view_call_is_indirect(call) ? "indirect"
                                           : "drawn";
}

/* Calls of the profile between listed functions that are not drawn. */
static size_t rank_calls(struct listing *l, struct ranked *ranked)
{
    const struct report *r = l->report;
    bool *drawn = NEW_N(&l->arena, bool, r->profile->n_calls);
    size_t n = 0;
    for (uint32_t i = 0; i < r->view->n_calls; i++)
        if (r->view->calls[i].call != NO_ID)
            drawn[r->view->calls[i].call] = true;
    for (uint32_t i = 0; i < r->profile->n_calls; i++) {
        const struct call *call = &r->profile->calls[i];
        if (!drawn[i] && l->row[call->caller] != NO_ID &&
            l->row[call->callee] != NO_ID)
            ranked[n++] =
                (struct ranked){ i, known_or(r->costs->call_cost[i], 0) };
    }
    report_rank(ranked, n);
    return n;
}

static void put_calls(struct buf *out, struct listing *l)
{
    const struct report *r = l->report;
    const struct view *view = r->view;
    struct ranked *others = NEW_N(&l->arena, struct ranked,
                                  r->profile->n_calls);
    size_t n = rank_calls(l, others);
    for (uint32_t i = 0; i < view->n_calls; i++) {
        put_row(out, i == 0);
        put_call(out, l, &view->calls[i], kind_of(l->report, &view->calls[i]));
    }
    for (size_t i = 0; i < n && view->n_calls + i < HTML_CALLS; i++) {
        uint32_t id = others[i].function;
        const struct call *call = &r->profile->calls[id];
        put_row(out, view->n_calls + i == 0);
        put_call(out, l,
                 &(struct view_call){ .caller = call->caller,
                                      .callee = call->callee,
                                      .cost = r->costs->call_cost[id],
                                      .count = call->count,
                                      .exact = r->costs->call_exact[id] },
                 NULL);
    }
}

static void put_modules(struct buf *out, const struct listing *l)
{
    for (uint32_t i = 0; i < l->modules.n; i++) {
        buf_add(out, i ? S(",\n") : S("\n"));
        put_text(out, l->modules.texts[i]);
    }
}

/* The colours of the picture, cold to hot, and the share that is hottest. */
static void put_ramp(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct look *look = report->look;
    bool relative = look_by_self(look) && look->theme->relative;
    struct color colors[RAMP_STEPS];
    theme_samples(look->theme, colors, RAMP_STEPS);
    buf_add(out, S(",\"ramp\":"));
    for (int i = 0; i < RAMP_STEPS && legend_has_ramp(report); i++) {
        buf_char(out, i ? ',' : '[');
        put_text(out, color_text(&scratch, colors[i]));
    }
    buf_add(out, legend_has_ramp(report) ? S("]") : S("null"));
    buf_add(out, S(",\"top\":"));
    put_number(out, relative ? report_max_self(report) : 1);
    arena_free(&scratch);
}

static void put_head(struct buf *out, const struct report *report)
{
    buf_add(out, S("{\"unit\":"));
    put_text(out, has_unit(report) ? S("") : report->profile->unit);
    buf_add(out, S(",\"whole\":"));
    put_number(out, report->whole);
    buf_printf(out, ",\"channel\":\"%s\"",
               look_by_self(report->look) ? "self" : "total");
    put_ramp(out, report);
}

void html_data(struct buf *out, const struct report *report)
{
    struct listing l = { .report = report };
    list_functions(&l);
    put_head(out, report);
    buf_add(out, S(",\n\"functions\":["));
    for (uint32_t i = 0; i < l.n; i++) {
        put_row(out, i == 0);
        put_function(out, &l, l.functions[i]);
    }
    buf_add(out, S("],\n\"calls\":["));
    put_calls(out, &l);
    buf_add(out, S("],\n\"modules\":["));
    put_modules(out, &l);
    buf_add(out, S("]}"));
    strings_free(&l.modules);
    arena_free(&l.arena);
}
