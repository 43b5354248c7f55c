#include "graph/counting_sort.h"

struct sorted_groups counting_sort_by(struct arena *arena,
                                      const uint32_t *group_of,
                                      uint32_t n_groups, const uint32_t *key,
                                      uint32_t n_keys, uint32_t n)
{
    LOCAL_ARENA(scratch);
    struct sorted_groups by_key = counting_sort(&scratch, key, n, n_keys);
    struct sorted_groups groups = { NEW_N(arena, uint32_t,
                                          (size_t)n_groups + 1),
                                    NEW_N(arena, uint32_t, n) };
    uint32_t *end = NEW_N(&scratch, uint32_t, n_groups);
    for (uint32_t id = 0; id < n; id++)
        groups.first[group_of[id] + 1]++;
    for (uint32_t g = 0; g < n_groups; g++) {
        groups.first[g + 1] += groups.first[g];
        end[g] = groups.first[g];
    }
    for (uint32_t i = 0; i < n; i++)
        groups.ids[end[group_of[by_key.ids[i]]]++] = by_key.ids[i];
    return groups;
}

/* The sort counts the ids of each group, sums the counts up to find where each
   group begins, and places the ids. During the last pass, first[k + 1] is where
   the next id of group k goes, so that after it first[k + 1] is where the group
   ends. */
struct sorted_groups counting_sort(struct arena *arena,
                                   const uint32_t *group_of, uint32_t n,
                                   uint32_t n_groups)
{
    struct sorted_groups groups = { NEW_N(arena, uint32_t, n_groups + 2),
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
