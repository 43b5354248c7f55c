#include "output/summary.h"

#include "util/text/buf.h"
#include "util/text/number.h"

static void add_reason(struct buf *why, const char *reason)
{
    buf_printf(why, "%s%s", why->len ? ", " : ": ", reason);
}

static bool has_small_functions(const struct report *report)
{
    double least = report->limits->node_thres / 100;
    for (uint32_t f = 0; f < report->profile->n_functions; f++)
        if (!report->profile->functions[f].is_tag &&
            known(report->costs->total[f]) && report->whole > 0 &&
            report_total(report, f) < least)
            return true;
    return false;
}

static uint32_t count_functions(const struct profile *profile)
{
    uint32_t n = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++)
        n += !profile->functions[f].is_tag;
    return n;
}

/* Returns how many functions the limit left: a chain counts as one. */
static long most_kept(const struct report *report)
{
    const struct view *view = report->view;
    long shown = (long)(view->n_functions - view->n_tags);
    return shown > report->limits->nodecount ? shown
                                             : report->limits->nodecount;
}

/* Returns ": those from 0.5%, the 80 most informative". */
static struct str reasons(struct arena *arena, const struct report *report)
{
    const struct view_options *limits = report->limits;
    struct buf why = { 0 };
    if (has_small_functions(report))
        add_reason(&why, arena_printf(arena, "those from %g%%",
                                      limits->node_thres).s);
    if (report->view->capped)
        add_reason(&why, limits->drops_needless
                             ? "the most informative"
                             : arena_printf(arena, "the %ld most informative",
                                            most_kept(report)).s);
    if (limits->root.n > 0)
        add_reason(&why, "--root");
    if (limits->leaf.n > 0)
        add_reason(&why, "--leaf");
    if (limits->depth >= 0)
        add_reason(&why, "--depth");
    if (count_functions(report->profile) < report->n_functions)
        add_reason(&why, "filters");
    return buf_move(&why, arena);
}

double summary_part_of_change(const struct report *report)
{
    const struct comparison *c = report->comparison;
    double all = 0, shown = 0;
    for (uint32_t f = 0; f < report->profile->n_functions; f++)
        all += fabs(known_or(compare_difference(&c->self[f]), 0));
    for (uint32_t i = 0; i < report->view->n_functions; i++)
        shown += fabs(known_or(
            compare_difference(&c->self[report->view->functions[i]]), 0));
    return all > 0 && c->n_changed ? shown / all : UNKNOWN;
}

/* Returns ", 93.2% of the cost", or for a comparison ", 54.1% of the change of
   self cost"; "" if there is none. */
static struct str part_shown(struct arena *arena, const struct report *report)
{
    double dropped = report_share(report, report->view->dropped_cost);
    double part = report->comparison ? summary_part_of_change(report)
                                     : 1 - dropped;
    if (!(report->whole > 0) || !known(part))
        return S("");
    return arena_printf(arena, ", %s of the %s", number_percent(arena, part).s,
                        report->comparison ? "change of self cost" : "cost");
}

struct str summary_functions(struct arena *arena, const struct report *report)
{
    struct str cost = part_shown(arena, report);
    if (report->dropped_functions == 0)
        return S("");
    return arena_printf(arena, "showing %s of %s functions%s%s",
                        number_grouped(arena, report->view->n_functions -
                                                  report->view->n_tags).s,
                        number_grouped(arena, report->n_functions).s, cost.s,
                        reasons(arena, report).s);
}

/* Returns ", 9 of the ten hottest", or "" if all of them are shown, or nine
   tenths of the cost: the functions of most self cost. One that costs as much
   as the tenth counts for it. */
static struct str hottest_shown(struct arena *arena,
                                const struct report *report)
{
    enum { TOP = 10 };
    static const char *const words[TOP + 1] = { "",      "",     "two", "three",
                                                "four",  "five", "six", "seven",
                                                "eight", "nine", "ten" };
    const struct profile *profile = report->profile;
    const struct view *view = report->view;
    double most[TOP + 1]; /* self costs, falling; one more for the least */
    uint32_t n = 0, shown = 0;
    for (uint32_t f = 0; f < profile->n_functions; f++) {
        double self = profile->functions[f].self;
        uint32_t i = n;
        if (!(self > 0))
            continue;
        for (; i > 0 && most[i - 1] < self; i--)
            most[i] = most[i - 1];
        most[i] = self;
        n += n < TOP;
    }
    for (uint32_t i = 0; n && i < view->n_functions && shown < n; i++)
        shown += profile->functions[view->functions[i]].self >= most[n - 1];
    return shown == n || n < 2 || view->dropped_cost < report->whole / 10
               ? S("")
               : arena_printf(arena, ", %u of the %s hottest", shown, words[n]);
}

/* Returns ", 6 of the 7 that changed" for a comparison. */
static struct str changed_shown(struct arena *arena,
                                const struct report *report)
{
    const struct view *view = report->view;
    uint32_t shown = 0, all = report->comparison->n_changed;
    for (uint32_t i = 0; i < view->n_functions; i++)
        shown += compare_has_changed(report->comparison, view->functions[i]);
    if (all == 0)
        return S(", none changed");
    return shown == all
               ? arena_printf(arena, ", %u changed", all)
               : arena_printf(arena, ", %u of the %u that changed", shown, all);
}

struct str summary_shown(struct arena *arena, const struct report *report)
{
    uint32_t n = report->view->n_functions - report->view->n_tags;
    struct str cost = part_shown(arena, report), which = S("");
    if (report->comparison)
        which = changed_shown(arena, report);
    else if (report->dropped_functions > 0 && report->whole > 0)
        which = hottest_shown(arena, report);
    if (report->dropped_functions == 0)
        return arena_printf(arena, "%s%s function%s%s",
                            n == 1 || report->kernel == KERNEL_ENTRY ? ""
                                                                     : "all ",
                            number_grouped(arena, n).s, n == 1 ? "" : "s",
                            which.s);
    return arena_printf(
        arena, "%s of %s functions%s%s", number_grouped(arena, n).s,
        number_grouped(arena, report->n_functions).s, cost.s, which.s);
}

struct str summary_calls(struct arena *arena, const struct report *report)
{
    uint32_t shown = report->n_calls - report->dropped_calls;
    uint32_t lifted = 0, joined = report->view->n_calls -
                                  report->view->n_direct -
                                  report->view->n_tag_calls;
    double least = report->limits->edge_thres;
    struct str why = S(""), indirect = S("");
    if (report->dropped_calls == 0 && joined == 0)
        return S("");
    for (uint32_t i = 0; i < report->view->n_calls; i++)
        lifted += view_call_is_lifted(&report->view->calls[i]);
    if (report->dropped_calls > 0 && report->whole > 0 && least > 0)
        why = arena_printf(arena, ": those from %.2g%% between them%s", least,
                           report->limits->for_picture
                               ? " that are a fifth of the callee's total, and "
                                 "those that are half of it"
                               : "");
    if (joined > lifted)
        indirect = arena_printf(arena, ", %s over functions left out",
                                number_grouped(arena, joined - lifted).s);
    if (lifted > 0)
        indirect = arena_printf(arena, "%s, %s over other boxes", indirect.s,
                                number_grouped(arena, lifted).s);
    return arena_printf(arena, "%s %s of %s calls%s%s",
                        report->dropped_functions > 0 ? "and" : "showing",
                        number_grouped(arena, shown).s,
                        number_grouped(arena, report->n_calls).s, why.s,
                        indirect.s);
}

/* Appends " 1 (root, step)", the number of a cycle and its first members. */
static void put_cycle(struct buf *out, const struct report *report, uint32_t k)
{
    enum { MOST_NAMES = 3 };
    LOCAL_ARENA(scratch);
    const struct cycle *cycle = &report->costs->cycles[k];
    buf_printf(out, " %u (", k + 1);
    for (uint32_t m = 0; m < cycle->n_members && m < MOST_NAMES; m++)
        buf_printf(out, "%s%s", m ? ", " : "",
                   report_label(&scratch, report, cycle->members[m]).s);
    if (cycle->n_members > MOST_NAMES)
        buf_printf(out, ", +%u", cycle->n_members - MOST_NAMES);
    buf_char(out, ')');
}

struct str summary_no_entries(struct arena *arena, const struct report *report)
{
    struct buf text = { 0 };
    uint32_t n = 0;
    for (uint32_t k = 0; k < report->costs->n_cycles; k++)
        if (report->costs->cycles[k].no_entry && n++ == 0) {
            buf_add(&text, S("nothing is known to enter cycle"));
            put_cycle(&text, report, k);
        }
    if (n > 1)
        buf_printf(&text, " and %u other%s", n - 1, n == 2 ? "" : "s");
    if (n)
        buf_add(&text, S(": all members count as entries alike"));
    return buf_move(&text, arena);
}
