#include "output/describe.h"

#include "output/change_list.h"
#include "output/changes.h"
#include "output/recursion.h"
#include "util/ranked.h"
#include "util/text/buf.h"
#include "util/text/number.h"

enum { HOTTEST = 5 };

struct str describe_title(struct arena *arena, const struct report *report)
{
    const struct comparison *c = report->comparison;
    if (report->look->title)
        return str_of(report->look->title);
    return c ? arena_printf(arena, "%s \u2192 %s",
                            changes_side(arena, c, false).s,
                            changes_side(arena, c, true).s)
             : S("Call graph");
}

struct str describe_number(struct arena *arena, double number, const char *noun)
{
    return arena_printf(arena, "%s %s%s", number_grouped(arena, number).s,
                        noun, number == 1 ? "" : "s");
}

/* Appends "evaluate 37.9%, parse 12.0% and main 3.1%" as a sentence. */
static void add_hottest(struct buf *out, struct arena *arena,
                        const struct report *report)
{
    const struct view *view = report->view;
    struct ranked *hot = NEW_N(arena, struct ranked, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        hot[i] = (struct ranked){ f, report->profile->functions[f].self };
    }
    ranked_sort(hot, view->n_functions);
    uint32_t n = 0;
    while (n < HOTTEST && n < view->n_functions && hot[n].cost > 0)
        n++;
    for (uint32_t i = 0; i < n; i++) {
        const char *before = i == 0       ? " Most is spent in the bodies of "
                             : i + 1 == n ? " and "
                                          : ", ";
        double share = report_self(report, hot[i].id);
        buf_printf(out, "%s%s %s", before, report->labels[hot[i].id].s,
                   number_percent(arena, share).s);
    }
    if (n)
        buf_char(out, '.');
}

static void add_costs(struct buf *out, struct arena *arena,
                      const struct report *report)
{
    struct str event = report->profile->event;
    double dropped = report_share(report, report->view->dropped_cost);
    buf_printf(out, " 100%% is %s",
               report_cost(arena, report, report->whole).s);
    if (event.len && !str_eq(event, report->profile->unit)) {
        buf_add(out, S(" of "));
        buf_add(out, event);
    }
    buf_char(out, '.');
    add_hottest(out, arena, report);
    if (dropped > 0)
        buf_printf(out, " %s lies in functions left out.",
                   number_percent(arena, dropped).s);
}

/* Appends what the whole cost on both sides, and what changed most. */
static void add_changes(struct buf *out, struct arena *arena,
                        const struct report *report)
{
    const struct comparison *c = report->comparison;
    struct change_list list =
        change_list_of(arena, report, report->view->functions,
                       report->view->n_functions);
    buf_printf(out, " Compared with the base: %s. %s.",
               changes_whole(arena, report).s, changes_summary(arena, c).s);
    for (uint32_t i = 0; i < list.n && i < HOTTEST; i++) {
        const struct listed_change *row = &list.of[i];
        buf_printf(out, "%s%s %s %s", i ? ", " : " The largest changes: ",
                   report->labels[row->function].s,
                   row->is_self ? "self" : "total",
                   changes_points(arena, report, row->change).s);
    }
    if (list.n)
        buf_char(out, '.');
}

static void add_boxes(struct buf *out, struct arena *arena,
                      const struct report *report)
{
    size_t dependences = deps_count_arrows(arena, report);
    uint32_t n_tags = report->view->n_tags;
    uint32_t n_calls =
        recursion_count_arrows(report) - report->view->n_tag_calls;
    if (n_tags)
        buf_printf(out, "%s and ", describe_number(arena, n_tags, "tag").s);
    buf_printf(out, "%s as boxes, %s between them as arrows.",
               describe_number(arena, report->view->n_functions - n_tags,
                         "function").s,
               describe_number(arena, n_calls, "call").s);
    if (dependences)
        buf_printf(out, " %s as dashed arrows.",
                   describe_number(arena, (double)dependences, "dependence").s);
}

struct str describe_text(struct arena *arena, const struct report *report,
                         struct str shapes)
{
    struct buf out = { 0 };
    if (shapes.len)
        buf_add(&out, shapes);
    else
        add_boxes(&out, arena, report);
    if (report->comparison && report->whole > 0)
        add_changes(&out, arena, report);
    else if (report->whole > 0)
        add_costs(&out, arena, report);
    else
        buf_add(&out, S(" No cost was recorded."));
    return buf_move(&out, arena);
}
