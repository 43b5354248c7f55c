#include "deps/outputs/groups.h"

#include <math.h>

/* Returns the limit of boxes. A picture of fewer functions, as one that has to
   fit, has fewer statements, too. */
static uint32_t most_boxes(const struct report *report)
{
    long n = report->limits->nodecount;
    return n ? (uint32_t)fmin(fmax((double)n, FEW_STATEMENTS), MOST_BOXES)
             : UINT32_MAX;
}

/* Puts neighbours into groups whose statements are all cheap, or together cost
   less than the share of the groups. Returns the number of boxes. */
static uint32_t join(struct statement_groups *groups,
                     const struct report *report)
{
    const struct verdicts *verdicts = groups->verdicts;
    double sum = 0, most = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < verdicts->n; i++) {
        const struct statement *s = verdicts->of[i].statement;
        double cost = report_share(report, s->cost);
        bool joins =
            i > 0 && s->function == verdicts->of[i - 1].statement->function &&
            verdicts->n > FEW_STATEMENTS &&
            (fmax(most, cost) < GROUP_SHARE || sum + cost < groups->share);
        sum = cost + (joins ? sum : 0);
        most = fmax(cost, joins ? most : 0);
        groups->size[i] = 0;
        groups->first[i] = joins ? groups->first[i - 1] : i;
        groups->size[groups->first[i]]++;
        n += !joins;
    }
    return n;
}

struct statement_groups *groups_of(struct arena *arena,
                                   const struct report *report)
{
    struct statement_groups *groups = NEW(arena, struct statement_groups);
    struct verdicts *verdicts = verdicts_of(arena, report);
    groups->verdicts = verdicts;
    groups->first = NEW_N(arena, uint32_t, verdicts->n);
    groups->size = NEW_N(arena, uint32_t, verdicts->n);
    while (join(groups, report) > most_boxes(report) && groups->share < 1)
        groups->share = fmax(GROUP_SHARE, 1.25 * groups->share);
    return groups;
}

uint32_t groups_find(const struct statement_groups *groups, uint32_t statement)
{
    return statement < groups->verdicts->n ? groups->first[statement] : NO_ID;
}
