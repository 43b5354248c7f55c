#include "graph/counting_sort.h"

/* The sort counts the ids of each group, sums the counts up to find where each
   group begins, and places the ids. During the last pass, first[k + 1] is where
   the next id of group k goes, so that after it first[k + 1] is where the group
   ends. */
struct groups counting_sort(struct arena *arena, const uint32_t *group_of,
                            uint32_t n, uint32_t n_groups)
{
    struct groups groups = { NEW_N(arena, uint32_t, n_groups + 2),
                             NEW_N(arena, uint32_t, n) };
    uint32_t *place = groups.first + 1;
    for (uint32_t id = 0; id < n; id++)
        if (group_of[id] != NO_ID)
            place[group_of[id] + 1]++;
    for (uint32_t k = 0; k < n_groups; k++)
        place[k + 1] += place[k];
    for (uint32_t id = 0; id < n; id++)
        if (group_of[id] != NO_ID)
            groups.ids[place[group_of[id]]++] = id;
    return groups;
}
