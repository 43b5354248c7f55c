/* The range that has an address, against a search of all ranges; and many that
   overlap, for which a slow search would take hours. */
#include "util/files/claims.h"

#include "check.h"
#include "util/index.h"

enum { MOST = 30, ADDRESSES = 40, MANY = 300000 };

struct range {
    uint64_t start, end;
};

static uint32_t first_of(const struct range *ranges, uint32_t n, uint64_t at)
{
    for (uint32_t i = 0; i < n; i++)
        if (ranges[i].start <= at && at < ranges[i].end)
            return i;
    return NO_ID;
}

static void random_ranges(void)
{
    struct range ranges[MOST];
    LOCAL_ARENA(scratch);
    struct claims claims = { .arena = &scratch };
    uint32_t n = random_below(MOST);
    for (uint32_t i = 0; i < n; i++) {
        ranges[i].start = random_below(ADDRESSES);
        ranges[i].end = random_below(ADDRESSES);
        claims_add(&claims, ranges[i].start, ranges[i].end);
    }
    claims_end(&claims);
    for (uint64_t at = 0; at < 2 * ADDRESSES; at++)
        expect(claims_find(&claims, at) == first_of(ranges, n, at),
               "address %u of %u ranges", (unsigned)at, n);
}

/* Each range has those before it, and one address at either end. */
static void growing_ranges(void)
{
    LOCAL_ARENA(scratch);
    struct claims claims = { .arena = &scratch };
    for (uint32_t i = 0; i < MANY; i++)
        claims_add(&claims, MANY - i, MANY + 1 + i);
    claims_end(&claims);
    for (uint32_t i = 0; i < MANY; i++)
        expect(claims_find(&claims, MANY - i) == i &&
                   claims_find(&claims, MANY + i) == i,
               "range %u", i);
    expect(claims_find(&claims, 0) == NO_ID &&
               claims_find(&claims, 2 * MANY) == NO_ID,
           "outside of all");
}

UNIT(claims)
{
    test("random ranges");
    for (unsigned long n = 1; n <= 10000; n++) {
        start_input(n);
        random_ranges();
    }
    test("ranges that grow");
    growing_ranges();
    return finish_tests();
}
