#include "util/ranked.h"

#include "util/array.h"

static int by_cost(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    int order = COMPARE(b->cost, a->cost);
    return order ? order : COMPARE(a->id, b->id);
}

void ranked_sort(struct ranked *rows, size_t n)
{
    SORT(rows, n, by_cost);
}
