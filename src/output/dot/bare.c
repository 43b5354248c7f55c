/*
 * The graph for other programs: names and shares in plain boxes, and nothing
 * about their look.
 */
#include "output/dot/bare.h"

#include "output/changes.h"
#include "output/dot/escape.h"
#include "util/text/number.h"

/* Puts '[label="..."]'. Lines of the text end with "\n". */
static void put_label(struct buf *out, struct arena *arena, struct str text)
{
    if (text.len == 0) {
        buf_add(out, S("\n"));
        return;
    }
    buf_printf(out, " [label=\"%s\"]\n", escape_label(arena, text).s);
}

/* Returns "8.2% of 23.0%", or what changed. */
static struct str shares(struct arena *arena, const struct report *r,
                         uint32_t f)
{
    struct str self = number_percent(arena, report_self(r, f));
    struct str total = number_percent(arena, report_total(r, f));
    if (r->comparison)
        return changes_values(arena, r, &r->comparison->total[f]);
    if (r->whole <= 0)
        return S("");
    return str_eq(self, total)
               ? self
               : arena_printf(arena, "%s of %s", self.s, total.s);
}

static void put_function(struct buf *out, struct arena *arena,
                         const struct report *r, uint32_t f)
{
    struct str costs = shares(arena, r, f);
    buf_add(out, r->ids[f]);
    put_label(out, arena,
              arena_printf(arena, "%s%s%s", r->labels[f].s,
                           costs.len ? "\n" : "", costs.s));
}

static void put_call(struct buf *out, struct arena *arena,
                     const struct report *r, const struct view_call *call)
{
    struct str text = S("");
    if (r->comparison)
        text = changes_values(arena, r, changes_of_call(r, call));
    else if (known(call->cost) && r->whole > 0)
        text = number_percent(arena, report_share(r, call->cost));
    buf_printf(out, "%s -> %s", r->ids[call->caller].s, r->ids[call->callee].s);
    put_label(out, arena, text);
}

void bare_write(struct buf *out, const struct report *report)
{
    struct arena arena = { 0 };
    const struct view *view = report->view;
    const uint32_t *functions = report_by_total(&arena, report);
    buf_printf(out, "digraph \"%s\" {\nnode [shape=box]\n",
               report->look->name ? report->look->name : "callgraph");
    for (uint32_t i = 0; i < view->n_functions; i++)
        put_function(out, &arena, report, functions[i]);
    for (uint32_t i = 0; i < view->n_calls; i++)
        put_call(out, &arena, report, &view->calls[i]);
    buf_add(out, S("}\n"));
    arena_free(&arena);
}
