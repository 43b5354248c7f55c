#include "output/graphviz/describe.h"

#include "output/deps.h"
#include "output/dot/recursion.h"
#include "util/number.h"

enum { HOTTEST = 5 };

struct str describe_title(const struct report *report)
{
    return report->look->title ? str_of(report->look->title) : S("Call graph");
}

static void put_number(struct buf *out, double number, const char *thing)
{
    struct arena scratch = { 0 };
    buf_printf(out, "%s %s%s", number_grouped(&scratch, number).s, thing,
               number == 1 ? "" : "s");
    arena_free(&scratch);
}

static void put_whole(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    struct str event = report->profile->event;
    buf_printf(out, " 100%% is %s",
               report_cost(&scratch, report, report->whole).s);
    if (event.len) {
        buf_add(out, S(" of "));
        buf_add(out, event);
    }
    buf_char(out, '.');
    arena_free(&scratch);
}

/* "evaluate 37.9%", with what joins it to those before. */
static void put_hot(struct buf *out, const struct report *report, uint32_t f,
                    const char *before)
{
    struct arena scratch = { 0 };
    buf_printf(out, "%s%s %s", before, report->labels[f].s,
               number_percent(&scratch, report_self(report, f)).s);
    arena_free(&scratch);
}

static void put_hottest(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    const struct view *view = report->view;
    struct ranked *hot = NEW_N(&scratch, struct ranked, view->n_functions);
    for (uint32_t i = 0; i < view->n_functions; i++) {
        uint32_t f = view->functions[i];
        hot[i] = (struct ranked){ f, report->profile->functions[f].self };
    }
    report_rank(hot, view->n_functions);
    uint32_t n = 0;
    while (n < HOTTEST && n < view->n_functions && hot[n].cost > 0)
        n++;
    for (uint32_t i = 0; i < n; i++)
        put_hot(out, report, hot[i].function,
                i == 0       ? " Most is spent in the bodies of "
                : i + 1 == n ? " and "
                             : ", ");
    if (n)
        buf_char(out, '.');
    arena_free(&scratch);
}

static void put_dropped(struct buf *out, const struct report *report)
{
    struct arena scratch = { 0 };
    double share = report_share(report, report->view->dropped_cost);
    if (share > 0)
        buf_printf(out, " %s lies in functions left out.",
                   number_percent(&scratch, share).s);
    arena_free(&scratch);
}

struct str describe_text(struct arena *arena, const struct report *report)
{
    struct buf out = { 0 };
    put_number(&out, report->view->n_functions, "function");
    buf_add(&out, S(" as boxes, "));
    put_number(&out, recursion_count_arrows(report), "call");
    buf_add(&out, S(" between them as arrows."));
    size_t dependences = deps_of(arena, report)->n_arrows;
    if (dependences) {
        buf_char(&out, ' ');
        put_number(&out, (double)dependences, "dependence");
        buf_add(&out, S(" as dashed arrows."));
    }
    if (report->whole > 0) {
        put_whole(&out, report);
        put_hottest(&out, report);
        put_dropped(&out, report);
    } else {
        buf_add(&out, S(" No cost was recorded."));
    }
    return buf_move(&out, arena);
}
