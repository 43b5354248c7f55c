#include "output/deps/groups.h"

static bool is_cheap(const struct report *report, const struct verdict *verdict)
{
    return report_share(report, verdict->statement->cost) < GROUP_SHARE;
}

struct groups *groups_of(struct arena *arena, const struct report *report)
{
    struct groups *groups = NEW(arena, struct groups);
    struct verdicts *verdicts = verdicts_of(arena, report);
    groups->verdicts = verdicts;
    groups->first = NEW_N(arena, uint32_t, verdicts->n);
    groups->size = NEW_N(arena, uint32_t, verdicts->n);
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct verdict *v = &verdicts->of[i];
        bool joins = i > 0 && verdicts->n > FEW_STATEMENTS &&
                     v->statement->function == v[-1].statement->function &&
                     is_cheap(report, v) && is_cheap(report, v - 1);
        groups->first[i] = joins ? groups->first[i - 1] : i;
        groups->size[groups->first[i]]++;
    }
    return groups;
}

uint32_t groups_find(const struct groups *groups, uint32_t statement)
{
    return statement < groups->verdicts->n ? groups->first[statement] : NO_ID;
}
