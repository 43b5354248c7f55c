/* Sorts ids into groups in linear time. */
#pragma once

#include "util/map.h"

/* Group k holds ids[first[k]] to ids[first[k + 1] - 1], in ascending order. */
struct sorted_groups {
    uint32_t *first; /* by group, and one more for the end of the last group */
    uint32_t *ids;
};

/* Sorts the ids 0..n-1 into n_groups groups. group_of[id] is the group of the
   id, or NO_ID for an id that belongs to no group. The result lives in the
   arena. */
struct sorted_groups counting_sort(struct arena *arena,
                                   const uint32_t *group_of, uint32_t n,
                                   uint32_t n_groups);

/* Does the same with the ids of a group in the order of their keys, which are
   below n_keys; every id has a group. */
struct sorted_groups counting_sort_by(struct arena *arena,
                                      const uint32_t *group_of,
                                      uint32_t n_groups, const uint32_t *key,
                                      uint32_t n_keys, uint32_t n);
