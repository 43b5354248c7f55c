/*
 * The graph for other programs: names and shares in plain boxes, and nothing
 * about their look. Some of them read defaults such as "node [shape=box]" as
 * nodes, and some do not read entities, so the graph has neither. The weight of
 * a call is its share in percent; dot reads its whole part.
 */
#include "output/dot/bare.h"

#include "output/changes.h"
#include "output/dot/escape.h"
#include "util/text/number.h"

/* Returns "8.2% of 23.0%" or, in a comparison, the change. */
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
    struct str text = arena_printf(arena, "%s%s%s", r->labels[f].s,
                                   costs.len ? "\n" : "", costs.s);
    buf_printf(out, "%s [label=\"%s\", shape=box]\n", r->ids[f].s,
               escape_plain_label(arena, text).s);
}

/* Returns a share in percent, without an exponent, which DOT does not have. */
static struct str weight_text(struct arena *arena, double share)
{
    struct str text = arena_printf(arena, "%.4f", 100 * share);
    while (str_ends(text, S("0")))
        text = str_head(text, text.len - 1);
    if (str_ends(text, S(".")))
        text = str_head(text, text.len - 1);
    return arena_copy(arena, text);
}

static void put_call(struct buf *out, struct arena *arena,
                     const struct report *r, const struct view_call *call)
{
    const struct change *change =
        r->comparison ? changes_of_call(r, call) : NULL;
    buf_printf(out, "%s -> %s", r->ids[call->caller].s, r->ids[call->callee].s);
    if (change || (known(call->cost) && r->whole > 0)) {
        double share = change ? changes_share(r, change)
                              : report_share(r, call->cost);
        struct str text = change ? changes_values(arena, r, change)
                                 : number_percent(arena, share);
        buf_printf(out, " [label=\"%s\", weight=%s]",
                   escape_plain_label(arena, text).s,
                   weight_text(arena, share).s);
    }
    buf_char(out, '\n');
}

void bare_write(struct buf *out, const struct report *report)
{
    LOCAL_ARENA(arena);
    const struct view *view = report->view;
    const uint32_t *functions = report_by_total(&arena, report);
    buf_printf(out, "digraph \"%s\" {\n",
               report->look->name ? report->look->name : "callgraph");
    for (uint32_t i = 0; i < view->n_functions; i++)
        put_function(out, &arena, report, functions[i]);
    for (uint32_t i = 0; i < view->n_calls; i++)
        put_call(out, &arena, report, &view->calls[i]);
    buf_add(out, S("}\n"));
}
