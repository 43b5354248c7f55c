/* Sorts functions or calls by cost. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Something that is sorted by cost: a function, or a call. */
struct ranked {
    uint32_t id;
    double cost;
};

/* Sorts rows by falling cost, and rows of equal cost by rising id. */
void ranked_sort(struct ranked *rows, size_t n);
