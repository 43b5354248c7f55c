/* The range that has an address, against a search of all ranges; and many that
   lie within each other, for which a slow search would take hours. */
#include "util/cover.h"

#include <stdlib.h>

#include "check.h"
#include "util/index.h"

enum { MOST = 30, ADDRESSES = 40, MANY = 1000000 };

struct range {
    uint64_t start, end;
};

static int by_start(const void *left, const void *right)
{
    const struct range *a = left, *b = right;
    return (a->start > b->start) - (a->start < b->start);
}

static uint32_t last_of(const struct range *ranges, uint32_t n, uint64_t at)
{
    uint32_t found = NO_ID;
    for (uint32_t i = 0; i < n; i++)
        if (ranges[i].start <= at && at < ranges[i].end)
            found = i;
    return found;
}

static void random_ranges(void)
{
    struct range ranges[MOST];
    LOCAL_ARENA(scratch);
    struct cover cover = { .arena = &scratch };
    uint32_t n = random_below(MOST);
    for (uint32_t i = 0; i < n; i++) {
        ranges[i].start = random_below(ADDRESSES);
        ranges[i].end = ranges[i].start + random_below(ADDRESSES / 2);
    }
    qsort(ranges, n, sizeof *ranges, by_start);
    for (uint32_t i = 0; i < n; i++)
        cover_add(&cover, ranges[i].start, ranges[i].end, i);
    cover_end(&cover);
    for (uint64_t at = 0; at < 2 * ADDRESSES; at++)
        expect(cover_find(&cover, at) == last_of(ranges, n, at),
               "address %u of %u ranges", (unsigned)at, n);
}

static void nested_ranges(void)
{
    LOCAL_ARENA(scratch);
    struct cover cover = { .arena = &scratch };
    uint64_t sum = 0;
    for (uint32_t i = 0; i < MANY; i++)
        cover_add(&cover, i, 3 * (uint64_t)MANY - i, i);
    cover_end(&cover);
    for (uint64_t at = 2 * (uint64_t)MANY; at < 3 * (uint64_t)MANY; at++)
        sum += cover_find(&cover, at);
    expect(sum == (uint64_t)MANY * (MANY - 1) / 2, "the sum of the ids");
    expect(cover_find(&cover, 3 * (uint64_t)MANY) == NO_ID, "behind all");
}

UNIT(cover)
{
    test("random ranges");
    for (unsigned long n = 1; n <= 10000; n++) {
        start_input(n);
        random_ranges();
    }
    test("nested ranges");
    nested_ranges();
    return finish_tests();
}
