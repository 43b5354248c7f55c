#include "output/summary.h"

#include "util/number.h"

static void add_reason(struct buf *why, bool applies, const char *reason)
{
    if (applies)
        buf_printf(why, "%s%s", why->len ? ", " : ": ", reason);
}

static bool some_are_small(const struct report *report)
{
    double least = report->limits->node_thres / 100;
    for (uint32_t f = 0; f < report->profile->n_functions; f++)
        if (known(report->costs->total[f]) && report->whole > 0 &&
            report_total(report, f) < least)
            return true;
    return false;
}

/* ": those from 0.5%, the 80 most informative" */
static struct str why(struct arena *arena, const struct report *report)
{
    const struct view_options *limits = report->limits;
    struct buf why = { 0 };
    add_reason(&why, some_are_small(report),
               arena_printf(arena, "those from %g%%", limits->node_thres).s);
    add_reason(&why, report->view->capped,
               arena_printf(arena, "the %ld most informative", limits->nodecount).s);
    add_reason(&why, limits->root.n > 0, "--root");
    add_reason(&why, limits->leaf.n > 0, "--leaf");
    add_reason(&why, limits->depth >= 0, "--depth");
    add_reason(&why, report->profile->n_functions < report->n_functions,
               "filters");
    return buf_move(&why, arena);
}

/* ", 93.1% of the cost: those from 0.5%, the 80 most informative" */
static struct str cost_and_why(struct arena *arena, const struct report *report)
{
    double dropped = report_share(report, report->view->dropped_cost);
    struct str cost = S("");
    if (report->whole > 0)
        cost = arena_printf(arena, ", %s of the cost",
                            number_percent(arena, 1 - dropped).s);
    return arena_printf(arena, "%s%s", cost.s, why(arena, report).s);
}

struct str summary_functions(struct arena *arena, const struct report *report)
{
    struct str rest = S("");
    if (report->dropped_functions > 0)
        rest = cost_and_why(arena, report);
    return arena_printf(arena, "showing %s of %s functions%s",
                        number_grouped(arena, report->view->n_functions).s,
                        number_grouped(arena, report->n_functions).s, rest.s);
}

struct str summary_calls(struct arena *arena, const struct report *report)
{
    uint32_t shown = report->n_calls - report->dropped_calls;
    double least = report->limits->edge_thres;
    uint32_t joined = report->view->n_calls - report->view->n_direct;
    struct str which = S(""), more = S("");
    if (report->dropped_calls > 0 && report->whole > 0 && least > 0)
        which = arena_printf(arena, ": those from %g%% between them", least);
    if (joined > 0)
        more = arena_printf(arena, ", %s over functions left out",
                            number_grouped(arena, joined).s);
    return arena_printf(arena, "and %s of %s calls%s%s",
                        number_grouped(arena, shown).s,
                        number_grouped(arena, report->n_calls).s, which.s, more.s);
}
