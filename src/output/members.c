#include "output/members.h"

#include "labels/shorten.h"
#include "labels/wrap.h"
#include "output/dot/escape.h"
#include "util/number.h"

enum {
    MOST_LINES = 10,  /* in a box */
    NAME_LIMIT = 600, /* bytes of a name in a tooltip */
};

struct members members_of(struct arena *arena, const struct report *report,
                          uint32_t function)
{
    const struct collapsed *collapsed = report->collapsed;
    struct members members = { 0 };
    if (!collapsed || !collapsed->cycle[function])
        return members;
    const struct cycle *cycle =
        &collapsed->cycles[collapsed->cycle[function] - 1];
    members.n = cycle->n_members;
    members.ranked = NEW_N(arena, struct ranked, members.n);
    for (size_t i = 0; i < members.n; i++) {
        uint32_t f = cycle->members[i];
        members.ranked[i] =
            (struct ranked){ f, collapsed->before->functions[f].self };
    }
    report_rank(members.ranked, members.n);
    return members;
}

/* The self cost of the members from the first on. */
static struct str rest_share(struct arena *arena, const struct report *report,
                             struct members members, size_t first)
{
    double sum = 0;
    for (size_t i = first; i < members.n; i++)
        sum += members.ranked[i].cost;
    return number_percent(arena, report_share(report, sum));
}

/* "\l" ends a line that begins at the left. */
static void add_line(struct buf *label, struct arena *arena,
                     const struct report *report, struct str share,
                     struct str text)
{
    if (report->whole > 0)
        text = arena_printf(arena, "%s  %s", share.s, text.s);
    buf_add(label, escape_label(arena, text));
    buf_add(label, S("\\l"));
}

void members_label(struct buf *label, struct arena *arena,
                   const struct report *report, uint32_t function)
{
    struct members members = members_of(arena, report, function);
    size_t shown = members.n > MOST_LINES ? MOST_LINES - 1 : members.n;
    if (members.n)
        buf_add(label, S("\\n"));
    for (size_t i = 0; i < shown; i++) {
        struct str name = report->member_labels[members.ranked[i].function];
        double share = report_share(report, members.ranked[i].cost);
        add_line(label, arena, report, number_percent(arena, share),
                 shorten_name(arena, name, LABEL_WIDTH));
    }
    if (shown < members.n)
        add_line(label, arena, report,
                 rest_share(arena, report, members, shown),
                 arena_printf(arena, "in %zu more", members.n - shown));
}

void members_tooltip(struct buf *tip, struct arena *arena,
                     const struct report *report, uint32_t function,
                     size_t limit)
{
    struct members members = members_of(arena, report, function);
    for (size_t i = 0; i < members.n; i++) {
        struct ranked member = members.ranked[i];
        if (tip->len + NAME_LIMIT > limit) {
            buf_printf(tip, "\\nand %zu more", members.n - i);
            return;
        }
        buf_add(tip, S("\\n"));
        escape_tooltip(tip, report->member_full_names[member.function],
                       NAME_LIMIT);
        buf_add(tip, S(": self "));
        escape_tooltip(tip, report_cost(arena, report, member.cost),
                       NAME_LIMIT);
    }
}
