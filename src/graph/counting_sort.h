/* Ids sorted into groups in linear time. */
#ifndef GRAPH_COUNTING_SORT_H
#define GRAPH_COUNTING_SORT_H

#include "util/map.h"

/* The ids of group k are ids[first[k]] to ids[first[k + 1] - 1], rising. */
struct groups {
    uint32_t *first;
    uint32_t *ids;
};

/* Sorts the ids 0..n-1 into n_groups groups: group_of[id] is where id belongs,
   NO_ID: nowhere. */
struct groups counting_sort(struct arena *arena, const uint32_t *group_of,
                        uint32_t n, uint32_t n_groups);

#endif
