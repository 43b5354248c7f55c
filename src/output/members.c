#include "output/members.h"

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
